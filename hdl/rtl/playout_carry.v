// Gives back what it got CLOCKS clocks ago, out of block RAMs as far as it fills them.
//
// Shape   WIDTH, CLOCKS  any; from 2 cycles on there may be block RAMs
//         BLOCK          bits of a word of a block RAM. The first bits go through as many of these as they fill, the last
//                        one to a half at least, the other bits through flip-flops; 0: all of them do
// Timing  data_o comes out of flip-flops, or out of what playout_carry_block has last.
// Reset   rst_i sets the place in the memory, not the words.
// Cost    block RAMs, of which few words are used, and what these take besides; once for all of them two LUT4 and a
//         flip-flop for 2 and 3 cycles, about 2 * $clog2(CLOCKS) LUT4 for more. CLOCKS flip-flops for each other bit.

`default_nettype none

module playout_carry #(
    parameter WIDTH = 16,
    parameter CLOCKS = 2,
    parameter BLOCK = 0
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire [WIDTH-1:0] data_i,
    output wire [WIDTH-1:0] data_o
);
  localparam BLOCKS = BLOCK == 0 || CLOCKS < 2 ? 0 : (WIDTH + BLOCK / 2) / BLOCK;
  localparam KEPT   = BLOCKS * BLOCK < WIDTH ? BLOCKS * BLOCK : WIDTH;

  genvar i;
  generate
    if (BLOCKS > 0) begin : g_blocks
      // Clocks of the memories: a register behind them takes one where there are more than two.
      localparam INSIDE = CLOCKS > 2 ? CLOCKS - 1 : CLOCKS;
      localparam PLACE = $clog2(INSIDE);
      localparam [31:0] LAST = INSIDE - 1;

      // A word is read a cycle before it is written anew: it comes out INSIDE cycles after it went in.
      reg  [PLACE-1:0] place_q;
      wire [PLACE-1:0] next = place_q == LAST[PLACE-1:0] ? {PLACE{1'b0}} : place_q + 1'b1;

      always @(posedge clk_i) place_q <= rst_i ? {PLACE{1'b0}} : next;
      for (i = 0; i < BLOCKS; i = i + 1) begin : block
        localparam BITS = (i + 1) * BLOCK < WIDTH ? BLOCK : WIDTH - i * BLOCK;

        playout_carry_block #(.WIDTH(BITS), .PLACE(PLACE), .LATE(CLOCKS > 2)) u_block (
            .clk_i(clk_i), .to_i(place_q), .from_i(next), .data_i(data_i[i*BLOCK +: BITS]),
            .data_o(data_o[i*BLOCK +: BITS])
        );
      end
    end else begin : g_none
      wire unused = rst_i;
    end
    if (KEPT < WIDTH) begin : g_rest
      playout_delay #(.WIDTH(WIDTH - KEPT), .CLOCKS(CLOCKS)) u_rest (
          .clk_i(clk_i), .rst_i(1'b0), .data_i(data_i[WIDTH-1:KEPT]), .data_o(data_o[WIDTH-1:KEPT])
      );
    end
  endgenerate
endmodule

`default_nettype wire
