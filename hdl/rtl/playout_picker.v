// Picks one of the legal moves of a role with a draw, as docs/PLAYOUTS.md says: of n legal ones the number
// (draw * n) >> DRAW, counted from 0 at bit 0.
//
// Shape   legal_i   which moves are legal
//         again_i   with AGAIN: legal_i once more, when the number comes; so no flip-flops keep it so long
//         draw_i    the draw
//         any_o     some move is legal
//         number_o  the number picked; 0 when none is legal
//         pick_o    one-hot; zero when no move is legal
//         MOVES     1 or more
//         DRAW      bits of the draw, at least $clog2(MOVES + 1): by rule at most 12 + $clog2(MOVES)
//         MULTIPLY  1: with the FPGA's multipliers (playout_scale); 0: without
//         WAIT      1: for few moves, flip-flops are spared for more LUTs, where the number comes two cycles late
//         Registers that cut the path:
//         COUNTING  bit i: a clock behind level i of the count, see playout_pick_tree; none for 12 moves or fewer
//         COUNTED   clocks behind the count
//         EARLY     clocks that the draw waits for the last of these: multipliers have registers for both
//         SCALING   bit i: a clock behind row i of the scaled number, see playout_scale
//         SCALED    clocks behind that number
//         CUTS      bit i: a clock behind step i of the search, see playout_pick_tree; none for 12 moves or fewer
// Timing  legal_i at 0; any_o as many cycles later as there are bits in COUNTING, and COUNTED, and draw_i EARLY cycles before
//         it; number_o after any_o by the bits in SCALING and SCALED, and pick_o after that by the bits in CUTS.
//         Without any of these clocks combinational.
// Cost    Yosys 0.23, `synth_ice40` and `synth_ecp5`. Cells are LUT4 and carries without a LUT, with those that lead
//         into a chain or out of it. ECP5: a CCU2C counts as two LUT4.
//             MOVES  DRAW   iCE40 LUT4   cells   ECP5 LUT4
//                 4    14           48      61          92
//                 8    15           84     103         163
//                16    16          135     162         282
//                66    19          401     468         677
//               155    20          727     841        1398
//               512    21         1902    2205        3023
//         With MULTIPLY, `synth_ice40 -dsp` and `synth_ecp5`:
//             MOVES  DRAW   iCE40 LUT4   SB_MAC16   ECP5 LUT4   MULT18X18D
//                 4    14           18          1          18            1
//                 8    15           36          1          54            1
//                16    16           67          1         142            1
//                66    19          321          1         454            1
//               155    20          576          2        1097            2
//               512    21         1706          2        2663            2

`default_nettype none

module playout_picker #(
    parameter MOVES = 8,
    parameter DRAW = 15,
    parameter MULTIPLY = 0,
    parameter COUNTING = 0,
    parameter COUNTED = 0,
    parameter EARLY = 0,
    parameter SCALING = 0,
    parameter SCALED = 0,
    parameter CUTS = 0,
    parameter WAIT = 0,
    parameter AGAIN = 0
) (
    input  wire                                       clk_i,
    input  wire [MOVES-1:0]                           legal_i,
    input  wire [MOVES-1:0]                           again_i,
    input  wire [DRAW-1:0]                            draw_i,
    output wire                                       any_o,
    output wire [(MOVES > 2 ? $clog2(MOVES) : 1)-1:0] number_o,
    output wire [MOVES-1:0]                           pick_o
);
  localparam COUNT = $clog2(MOVES + 1);
  localparam AHEAD = cuts_in(COUNTING) + COUNTED + cuts_in(SCALING) + SCALED;

  function integer cuts_in(input [31:0] bits);
    integer at;
    begin
      cuts_in = 0;
      for (at = 0; at < 32; at = at + 1)
        cuts_in = cuts_in + {31'd0, bits[at]};
    end
  endfunction

  wire [COUNT-1:0] found;
  wire [COUNT-1:0] count;
  wire [COUNT-1:0] product;
  wire [COUNT-1:0] scaled;

  generate
    if (MOVES <= 12) begin : few
      localparam LATER = WAIT != 0 && AHEAD > 1 ? AHEAD - 1 : 0;

      playout_pick_small #(.MOVES(MOVES), .AHEAD(AHEAD), .WAIT(LATER), .AGAIN(AGAIN)) u_prefix (
          .clk_i(clk_i), .legal_i(legal_i), .again_i(again_i), .count_o(found), .number_i(number_o), .pick_o(pick_o)
      );
    end else begin : many
      playout_pick_tree #(
          .MOVES(MOVES), .AHEAD(AHEAD), .COUNTING(COUNTING), .CUTS(CUTS), .AGAIN(AGAIN)
      ) u_tree (
          .clk_i(clk_i), .legal_i(legal_i), .again_i(again_i), .count_o(found), .number_i(number_o), .pick_o(pick_o)
      );
    end
  endgenerate
  playout_delay #(.WIDTH(COUNT), .CLOCKS(COUNTED)) u_counted (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(found), .data_o(count)
  );
  playout_scale #(
      .COUNT(COUNT), .DRAW(DRAW), .MULTIPLY(MULTIPLY), .MOST(MOVES), .COUNTED(COUNTED),
      .EARLY(EARLY), .SCALING(SCALING), .LATER(MULTIPLY != 0 ? SCALED : 0)
  ) u_scale (
      .clk_i(clk_i), .count_i(found), .draw_i(draw_i), .scaled_o(product)
  );
  // A multiplier has a register of its own.
  playout_delay #(.WIDTH(COUNT), .CLOCKS(MULTIPLY != 0 ? 0 : SCALED)) u_scaled_later (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(product), .data_o(scaled)
  );

  assign any_o = |count;

  generate
    if (MOVES > 1 && (1 << (COUNT - 1)) == MOVES) begin : power
      // The count has a bit more than a number below it.
      wire unused_zero = scaled[COUNT-1];

      assign number_o = scaled[COUNT-2:0];
    end else begin : other
      assign number_o = scaled;
    end
  endgenerate
endmodule

`default_nettype wire
