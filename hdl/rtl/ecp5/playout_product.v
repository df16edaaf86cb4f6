// ../playout_product.v for an ECP5: multipliers with their registers before and behind them, which Yosys does not take. A
// product takes 3.9 ns: between both registers it is alone, and words come 0.7 ns after the clock.
//
// Shape   as there; COUNT up to 18 bits, DRAW up to 36. Draws of more than 18 bits are multiplied in two halves, and what
//         these make is added behind their registers.
// Timing  as there. Before a multiplier is the register that both operands go through, else the first of two cycles behind
//         the product.
// Cost    one MULT18X18D, or two and about DRAW / 2 + COUNT LUT4 of carries. With COUNT 1 the number is 0.

`default_nettype none

module playout_product #(
    parameter COUNT = 4,
    parameter DRAW = 15,
    parameter COUNTED = 0,
    parameter EARLY = 0,
    parameter CLOCKS = 0
) (
    input  wire             clk_i,
    input  wire [COUNT-1:0] count_i,
    input  wire [DRAW-1:0]  draw_i,
    output wire [COUNT-1:0] scaled_o
);
  // Whether both operands have a clock for the register before, whether it takes one of those behind, and what is left
  // for the register behind.
  localparam BOTH   = COUNTED > 0 && EARLY > 0 ? 1 : 0;
  localparam MOVED  = BOTH == 0 && CLOCKS > 1 ? 1 : 0;
  localparam BEHIND = CLOCKS > MOVED ? 1 : 0;
  localparam BEFORE_CLK = BOTH + MOVED > 0 ? "CLK0" : "NONE";
  localparam BEHIND_CLK = BEHIND > 0 ? "CLK0" : "NONE";
  // Bits of the lower half of the draw, and of the upper one.
  localparam LOW  = DRAW > 18 ? DRAW / 2 : 0;
  localparam HIGH = DRAW - LOW;
  localparam PARTS = COUNT == 1 ? 0 : LOW > 0 ? 2 : 1;

  wire [COUNT-1:0] count;
  wire [DRAW-1:0]  draw;
  // A bit more than a multiplier has, as there may be none to fill up.
  wire [18:0]      operand = {{(19-COUNT){1'b0}}, count};
  wire [COUNT-1:0] scaled;
  wire             unused = operand[18];

  playout_delay #(.WIDTH(COUNT), .CLOCKS(COUNTED - BOTH)) u_counted (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(count_i), .data_o(count)
  );
  playout_delay #(.WIDTH(DRAW), .CLOCKS(EARLY - BOTH)) u_drawn (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(draw_i), .data_o(draw)
  );
  playout_delay #(.WIDTH(COUNT), .CLOCKS(CLOCKS - MOVED - BEHIND)) u_multiplied (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(scaled), .data_o(scaled_o)
  );

  // Part 0 is the upper half, or all.
  genvar part;
  generate
    for (part = 0; part < PARTS; part = part + 1) begin : of
      localparam BITS = part == 0 ? HIGH : LOW;
      wire [18:0] half = {{(19-BITS){1'b0}}, draw[(part == 0 ? LOW : 0) +: BITS]};
      wire [35:0] product;
      wire        unused_half = half[18];

      MULT18X18D #(
          .REG_INPUTA_CLK(BEFORE_CLK), .REG_INPUTB_CLK(BEFORE_CLK), .REG_OUTPUT_CLK(BEHIND_CLK), .GSR("DISABLED")
      ) multiplier (
          .CLK0(clk_i),
          .CLK1(1'b0), .CLK2(1'b0), .CLK3(1'b0), .CE0(1'b1), .CE1(1'b1), .CE2(1'b1), .CE3(1'b1), .RST0(1'b0),
          .RST1(1'b0), .RST2(1'b0), .RST3(1'b0),
          .SIGNEDA(1'b0), .SIGNEDB(1'b0), .SOURCEA(1'b0), .SOURCEB(1'b0),
          .A0(half[0]), .A1(half[1]), .A2(half[2]), .A3(half[3]), .A4(half[4]), .A5(half[5]), .A6(half[6]),
          .A7(half[7]), .A8(half[8]), .A9(half[9]), .A10(half[10]), .A11(half[11]), .A12(half[12]),
          .A13(half[13]), .A14(half[14]), .A15(half[15]), .A16(half[16]), .A17(half[17]),
          .B0(operand[0]), .B1(operand[1]), .B2(operand[2]), .B3(operand[3]), .B4(operand[4]), .B5(operand[5]),
          .B6(operand[6]), .B7(operand[7]), .B8(operand[8]), .B9(operand[9]), .B10(operand[10]),
          .B11(operand[11]), .B12(operand[12]), .B13(operand[13]), .B14(operand[14]), .B15(operand[15]),
          .B16(operand[16]), .B17(operand[17]),
          .P0(product[0]), .P1(product[1]), .P2(product[2]), .P3(product[3]), .P4(product[4]), .P5(product[5]),
          .P6(product[6]), .P7(product[7]), .P8(product[8]), .P9(product[9]), .P10(product[10]),
          .P11(product[11]), .P12(product[12]), .P13(product[13]), .P14(product[14]), .P15(product[15]),
          .P16(product[16]), .P17(product[17]), .P18(product[18]), .P19(product[19]), .P20(product[20]),
          .P21(product[21]), .P22(product[22]), .P23(product[23]), .P24(product[24]), .P25(product[25]),
          .P26(product[26]), .P27(product[27]), .P28(product[28]), .P29(product[29]), .P30(product[30]),
          .P31(product[31]), .P32(product[32]), .P33(product[33]), .P34(product[34]), .P35(product[35])
      );
    end
    if (PARTS == 0) begin : g_none
      wire unused_inputs = &{1'b0, clk_i, operand, draw};

      assign scaled = 1'b0;
    end else if (PARTS == 2) begin : g_two
      // Whole bits of the lower one's product are below 2^COUNT.
      wire [HIGH+COUNT-1:0] sum = of[0].product[HIGH+COUNT-1:0] + {{HIGH{1'b0}}, of[1].product[LOW +: COUNT]};
      wire                  unused_sum = &{1'b0, sum[HIGH-1:0], of[0].product, of[1].product};

      assign scaled = sum[HIGH +: COUNT];
    end else begin : g_one
      wire unused_product = &{1'b0, of[0].product};

      assign scaled = of[0].product[DRAW +: COUNT];
    end
  endgenerate
endmodule

`default_nettype wire
