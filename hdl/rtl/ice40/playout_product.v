// ../playout_product.v for an iCE40 UltraPlus: a multiplier with its own registers before and behind it, which Yosys does not
// take, where a pick has a clock for both. Without them a way through the multiplier takes 8 ns of a stage, and the registers
// take a cell for each bit.
//
// Shape   as there. Draws of more than 16 bits take several multipliers, which synthesis finds.
// Timing  as there. All ports of a multiplier have registers, or none has: tools that tell how long ways are know nothing of one
//         that has some. Between its registers a product takes less than it does without them.
// Cost    one SB_MAC16 where there are clocks for its registers; else as there.

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
  // Whether the registers of the multiplier are those of this product.
  localparam OWN = COUNTED > 0 && EARLY > 0 && CLOCKS > 0 && COUNT > 1 && COUNT <= 16 && DRAW <= 16 ? 1 : 0;

  wire [COUNT-1:0] count;
  wire [DRAW-1:0]  draw;
  wire [COUNT-1:0] scaled;

  playout_delay #(.WIDTH(COUNT), .CLOCKS(COUNTED - OWN)) u_counted (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(count_i), .data_o(count)
  );
  playout_delay #(.WIDTH(DRAW), .CLOCKS(EARLY - OWN)) u_drawn (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(draw_i), .data_o(draw)
  );
  playout_delay #(.WIDTH(COUNT), .CLOCKS(CLOCKS - OWN)) u_multiplied (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(scaled), .data_o(scaled_o)
  );

  generate
    if (OWN != 0) begin : g_own
      wire [47:0] a = {{(48-DRAW){1'b0}}, draw};
      wire [47:0] b = {{(48-COUNT){1'b0}}, count};
      wire [31:0] product;
      wire        unused_carry, unused_accumulated, unused_sign;
      wire        unused = &{1'b0, a[47:16], b[47:16], product, unused_carry, unused_accumulated, unused_sign};

      SB_MAC16 #(
          .NEG_TRIGGER(1'b0), .A_REG(1'b1), .B_REG(1'b1), .C_REG(1'b0), .D_REG(1'b0),
          .TOP_8x8_MULT_REG(1'b0), .BOT_8x8_MULT_REG(1'b0),
          .PIPELINE_16x16_MULT_REG1(1'b0), .PIPELINE_16x16_MULT_REG2(1'b1),
          .TOPOUTPUT_SELECT(2'd3), .TOPADDSUB_LOWERINPUT(2'd0), .TOPADDSUB_UPPERINPUT(1'b0),
          .TOPADDSUB_CARRYSELECT(2'd0),
          .BOTOUTPUT_SELECT(2'd3), .BOTADDSUB_LOWERINPUT(2'd0), .BOTADDSUB_UPPERINPUT(1'b0),
          .BOTADDSUB_CARRYSELECT(2'd0),
          .MODE_8x8(1'b0), .A_SIGNED(1'b0), .B_SIGNED(1'b0)
      ) multiplier (
          .CLK(clk_i), .CE(1'b1), .A(a[15:0]), .B(b[15:0]), .C(16'd0), .D(16'd0),
          .AHOLD(1'b0), .BHOLD(1'b0), .CHOLD(1'b0), .DHOLD(1'b0),
          .IRSTTOP(1'b0), .IRSTBOT(1'b0), .ORSTTOP(1'b0), .ORSTBOT(1'b0),
          .OLOADTOP(1'b0), .OLOADBOT(1'b0), .ADDSUBTOP(1'b0), .ADDSUBBOT(1'b0), .OHOLDTOP(1'b0), .OHOLDBOT(1'b0),
          .CI(1'b0), .ACCUMCI(1'b0), .SIGNEXTIN(1'b0),
          .O(product), .CO(unused_carry), .ACCUMCO(unused_accumulated), .SIGNEXTOUT(unused_sign)
      );
      assign scaled = product[DRAW +: COUNT];
    end else begin : g_found
      // Operands as wide as the product, for Verilog's sake: synthesis drops their zeros.
      wire [COUNT+DRAW-1:0] whole = {{COUNT{1'b0}}, draw} * {{DRAW{1'b0}}, count};
      wire                  unused_fraction = &whole[DRAW-1:0];

      assign scaled = whole[COUNT+DRAW-1:DRAW];
    end
  endgenerate
endmodule

`default_nettype wire
