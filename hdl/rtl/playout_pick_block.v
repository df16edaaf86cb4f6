// The legal move of a number among 2^WIDTH moves, as row and column: move 4r + c is where row r and column c cross.
//
// Halves are counted anew and thrown away one after another, until four moves are left. `keep_hierarchy` keeps ABC
// from drawing this into the many outputs that are made of it.
//
// Shape   bits_i     which moves are legal
//         inverse_i  ~number, where number is below the number of legal moves
//         row_o      one-hot
//         column_o   one-hot; zero when no move is legal
//         CUTS       bit i: a clock behind halving i
// Timing  row_o and column_o come after bits_i and inverse_i by as many cycles as there are bits in CUTS.
// Cost    iCE40 7, 17, 38, 81 LUT4 for WIDTH 2 to 5.

`default_nettype none

(* keep_hierarchy *)
module playout_pick_block #(
    parameter WIDTH = 3,
    parameter CUTS = 0
) (
    input  wire                          clk_i,
    input  wire [(1<<WIDTH)-1:0]     bits_i,
    input  wire [WIDTH-1:0]          inverse_i,
    output wire [(1<<(WIDTH-2))-1:0] row_o,
    output wire [3:0]                column_o
);
  localparam HALF = 1 << (WIDTH - 1);
  localparam [31:0] STEPS = CUTS;

  function integer steps_in(input [31:0] bits);
    integer at;
    begin
      steps_in = 0;
      for (at = 0; at < 32; at = at + 1)
        steps_in = steps_in + {31'd0, bits[at]};
    end
  endfunction

  generate
    if (WIDTH == 2) begin : four
      wire       unused = clk_i;
      wire [1:0] number = ~inverse_i;
      wire       first  = bits_i[0] & number == 2'd0;
      wire       second = bits_i[1] & number == {1'b0, bits_i[0]};
      // The number is below the count: so its high bit does not matter here,
      wire       third  = bits_i[2] & number[0] == (bits_i[0] ^ bits_i[1]) & ~first;
      // and the last one takes what is left.
      wire       fourth = bits_i[3] & ~first & ~second & ~third;

      assign row_o    = 1'b1;
      assign column_o = {fourth, third, second, first};
    end else begin : more
      wire [WIDTH-2:0]          left;
      wire                      low;
      wire                      low_later;
      wire [WIDTH-2:0]          inverse;
      wire [WIDTH-2:0]          inverse_later;
      wire [HALF-1:0]           half_later;
      wire [(1<<(WIDTH-3))-1:0] row;

      playout_count #(.WIDTH(WIDTH-1)) u_count (.bits_i(bits_i[HALF-2:0]), .count_o(left));
      playout_pick_step #(.WIDTH(WIDTH)) u_step (
          .inverse_i(inverse_i), .left_i(left), .last_i(bits_i[HALF-1]), .low_o(low), .inverse_o(inverse)
      );
      playout_delay #(.WIDTH(HALF + WIDTH - 1), .CLOCKS({31'd0, STEPS[0]})) u_cut (
          .clk_i(clk_i), .rst_i(1'b0),
          .data_i({low ? bits_i[HALF-1:0] : bits_i[2*HALF-1:HALF], inverse}),
          .data_o({half_later, inverse_later})
      );
      playout_pick_block #(.WIDTH(WIDTH-1), .CUTS(STEPS >> 1)) u_half (
          .clk_i(clk_i), .bits_i(half_later), .inverse_i(inverse_later), .row_o(row), .column_o(column_o)
      );
      playout_delay #(.WIDTH(1), .CLOCKS(steps_in(STEPS))) u_side (
          .clk_i(clk_i), .rst_i(1'b0), .data_i(low), .data_o(low_later)
      );
      assign row_o = low_later ? {{(HALF/4){1'b0}}, row} : {row, {(HALF/4){1'b0}}};
    end
  endgenerate
endmodule

`default_nettype wire
