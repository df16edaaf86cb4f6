// The number of the move that a draw picks: (draw * count) >> DRAW (docs/PLAYOUTS.md, section Pick).
//
// Either rows for pairs of bits of the count, the highest first. A pair adds -1, 0, 1 or 2 times the draw: in place of 3
// times it takes 1 away, and the next higher pair has one more. Or a product of which synthesis makes multipliers: less
// where the FPGA has some, and more where it does not.
//
// Shape   count_i   COUNT bits, at most MOST
//         draw_i    DRAW bits, at least COUNT
//         scaled_o  COUNT bits; below count_i, or 0 where that is 0
//         MULTIPLY  1: a product; 0: rows
//         COUNTED   clocks behind the count: a register for what each pair adds, or for the count
//         EARLY     clocks that the draw waits for it. draw_i comes as much later than count_i as COUNTED is more
//         SCALING   bit i: a clock behind row i, row 0 being the highest pair; below the number of rows but one. For a
//                   product as many cycles behind it
//         LATER     clocks behind a product, besides
// Timing  but for these clocks combinational. Rows: two LUTs, the first of them before COUNTED, and a chain of about DRAW
//         carries for each pair but the first; counts up to 2 take one pair, up to 10 two, up to 42 three, up to 170
//         four.
// Cost    rows: about 2 * DRAW LUT4 for each pair but the first, which takes DRAW.
//         A product, Yosys 0.23, `synth_ice40 -dsp` and `synth_ecp5`; a CCU2C counts as two LUT4:
//                          iCE40                          ECP5
//             COUNT  DRAW  rows   product: LUT4 SB_MAC16  rows   product: LUT4 MULT18X18D
//                 2     2     8               4        0    12               0          1
//                 2    14    32               0        1    48               0          1
//                 3    14    33               0        1    49               0          1
//                 4    15    53               0        1    69               0          1
//                 5    16    81               0        1    99               0          1
//                 7    19   162              41        1   187              15          1
//                 8    20   191               0        2   216              10          2
//                10    21   256               0        2   280              14          2

`default_nettype none

module playout_scale #(
    parameter COUNT = 4,
    parameter DRAW = 15,
    parameter MULTIPLY = 0,
    parameter MOST = (1 << COUNT) - 1,
    parameter COUNTED = 0,
    parameter EARLY = 0,
    parameter SCALING = 0,
    parameter LATER = 0
) (
    input  wire             clk_i,
    input  wire [COUNT-1:0] count_i,
    input  wire [DRAW-1:0]  draw_i,
    output wire [COUNT-1:0] scaled_o
);
  // Pairs whose numbers, none of them above 2, reach MOST.
  localparam PAIRS = pairs(MOST);
  localparam [31:0] BEHIND = SCALING;

  function integer pairs(input integer most);
    integer reach;
    begin
      pairs = 1;
      for (reach = 2; reach < most; reach = 4 * reach + 2)
        pairs = pairs + 1;
    end
  endfunction

  function integer rows_in(input [31:0] bits);
    integer at;
    begin
      rows_in = 0;
      for (at = 0; at < 32; at = at + 1)
        rows_in = rows_in + {31'd0, bits[at]};
    end
  endfunction

  genvar i;
  generate
    if (MULTIPLY != 0) begin : product
      playout_product #(
          .COUNT(COUNT), .DRAW(DRAW), .COUNTED(COUNTED), .EARLY(EARLY), .CLOCKS(rows_in(BEHIND) + LATER)
      ) u_multiplied (
          .clk_i(clk_i), .count_i(count_i), .draw_i(draw_i), .scaled_o(scaled_o)
      );
    end else begin : rows
      wire [COUNT+2*PAIRS-1:0] count  = {{2*PAIRS{1'b0}}, count_i};
      wire                     unused = |count[COUNT+2*PAIRS-1:2*PAIRS];

      // How many times the draw, 3 being -1; and whether that leaves one more for the next pair.
      for (i = 0; i < PAIRS; i = i + 1) begin : pair
        wire [1:0] times;
        wire [1:0] times_later;
        wire       more;

        playout_delay #(.WIDTH(2), .CLOCKS(COUNTED)) u_counted (
            .clk_i(clk_i), .rst_i(1'b0), .data_i(times), .data_o(times_later)
        );

        if (i == 0) begin : first
          assign times = count[1:0];
          assign more = &count[1:0];
        end else begin : other
          assign times = count[2*i +: 2] + {1'b0, pair[i-1].more};
          assign more = count[2*i+1] & (count[2*i] | pair[i-1].more);
        end
      end
      wire unused_more = pair[PAIRS-1].more;

      // Row i adds pair PAIRS - 1 - i to four times what is above.
      for (i = 0; i < PAIRS; i = i + 1) begin : row
        localparam WIDTH = DRAW + 2 + 2 * i;
        localparam SINCE = rows_in(BEHIND & ((32'd1 << i) - 32'd1));
        wire [1:0]       times;
        wire [DRAW-1:0]  draw;
        wire [DRAW:0]    once  = {1'b0, draw};
        wire [DRAW:0]    twice = {draw, 1'b0};
        wire [DRAW:0]    add   = times == 2'd0 ? {DRAW+1{1'b0}} : times == 2'd2 ? twice
                               : times == 2'd1 ? once : ~once;
        wire             less  = &times;
        wire [WIDTH-1:0] sum;
        wire [WIDTH-1:0] sum_later;

        playout_delay #(.WIDTH(2), .CLOCKS(SINCE)) u_waited (
            .clk_i(clk_i), .rst_i(1'b0), .data_i(pair[PAIRS-1-i].times_later), .data_o(times)
        );
        playout_delay #(.WIDTH(DRAW), .CLOCKS(EARLY + SINCE)) u_drawn (
            .clk_i(clk_i), .rst_i(1'b0), .data_i(draw_i), .data_o(draw)
        );
        playout_delay #(.WIDTH(WIDTH), .CLOCKS({31'd0, BEHIND[i]})) u_cut (
            .clk_i(clk_i), .rst_i(1'b0), .data_i(sum), .data_o(sum_later)
        );

        if (i == 0) begin : first
          wire unused_less = less;

          assign sum = {1'b0, add};
        end else begin : other
          // Its lowest bit makes the carry that completes a number taken away.
          wire [WIDTH:0] whole = {row[i-1].sum_later, 2'b00, less} + {{(WIDTH-DRAW-1){less}}, add, less};
          wire           unused_carry = whole[0];

          assign sum = whole[WIDTH:1];
        end
      end

      wire [COUNT+2*PAIRS+DRAW-1:0] all = {{COUNT{1'b0}}, row[PAIRS-1].sum_later};
      wire                          unused_rest = |{all[COUNT+2*PAIRS+DRAW-1:COUNT+DRAW], all[DRAW-1:0]};

      assign scaled_o = all[COUNT+DRAW-1:DRAW];
    end
  endgenerate
endmodule

`default_nettype wire
