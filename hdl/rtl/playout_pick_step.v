// One step of the search for a legal move by its number: in the lower or in the upper half of 2^WIDTH moves?
//
// The number comes and goes inverted: ~number - count is ~(number + count), so the halves' counts are added as they
// are, and the carry that comes out says "lower half". The same chain's sums are the number in the upper half.
//
// Shape   inverse_i  ~number among the legal ones of the 2^WIDTH moves
//         left_i     how many of the first 2^(WIDTH-1) - 1 moves are legal
//         last_i     whether the next one is, the last one of the lower half
//         low_o      the move is in the lower half
//         inverse_o  ~number among the legal ones of that half
// Timing  combinational, a carry chain of WIDTH + 1, then one LUT (the sums' own).
// Cost    iCE40 WIDTH LUT4. WIDTH is at least 2.

`default_nettype none

module playout_pick_step #(
    parameter WIDTH = 3
) (
    input  wire [WIDTH-1:0] inverse_i,
    input  wire [WIDTH-2:0] left_i,
    input  wire             last_i,
    output wire             low_o,
    output wire [WIDTH-2:0] inverse_o
);
  wire [WIDTH-2:0] rest;
  wire             unused_high;
  wire             unused_low;

  // 1 + last_i makes the carry into the chain.
  assign {low_o, unused_high, rest, unused_low} = {1'b0, inverse_i, 1'b1} + {2'b00, left_i, last_i};
  assign inverse_o = low_o ? inverse_i[WIDTH-2:0] : rest;
endmodule

`default_nettype wire
