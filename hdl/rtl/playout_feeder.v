// Offers lanes, one after another, as long as there is room for one.
//
// A lane is offered in the first clock of its window, which has a clock for each piece of its seed. Who takes it
// nobody asks: an offer goes from one to the next until somebody who is free takes it. There is one, as no more lanes are
// out than there is room for, and who is free stays free until an offer comes by.
//
// Shape   open_i    there are lanes to hand out
//         seeded_i  the seed of the next one is there
//         took_o    it is handed out in this clock: the seed is taken
//         offer_o   the first clock of a lane's window
//         next_o    high during a window of several pieces: the next piece is due in the next cycle
//         last_o    the last clock of a window
//         ended_i   how many lanes ended, in cycles before
//         busy_o    lanes are out
//         LANES can be out; CHUNKS pieces of a seed
// Timing  offer_o, next_o and last_o come out of flip-flops. took_o is one cycle before offer_o.
// Reset   rst_i forgets all lanes.
// Cost    about 3 * $clog2(LANES) LUT4.

`default_nettype none

module playout_feeder #(
    parameter LANES = 1,
    parameter CHUNKS = 4
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       open_i,
    input  wire                       seeded_i,
    input  wire [$clog2(LANES+1)-1:0] ended_i,
    output wire                       took_o,
    output reg                        offer_o,
    output reg                        next_o,
    output reg                        last_o,
    output wire                       busy_o
);
  localparam OUT = $clog2(LANES + 1);
  localparam CHUNK = CHUNKS > 1 ? $clog2(CHUNKS) : 1;
  localparam [31:0] LAST_CHUNK = CHUNKS - 1;
  localparam [31:0] MOST = LANES;

  // Lanes that are out, and whether one more may be.
  reg  [OUT-1:0]   out_q;
  reg              room_q;
  wire [OUT-1:0]   fewer = out_q - ended_i;
  // The piece of the seed.
  reg              active_q;
  reg  [CHUNK-1:0] chunk_q;

  assign took_o = open_i & seeded_i & room_q & ~active_q;
  assign busy_o = |out_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      out_q <= {OUT{1'b0}};
      room_q <= 1'b0;
      active_q <= 1'b0;
      offer_o <= 1'b0;
    end else begin
      out_q <= took_o ? fewer + 1'b1 : fewer;
      // One clock old: between two lanes there are two cycles at least.
      room_q <= out_q != MOST[OUT-1:0] & ~took_o;
      active_q <= took_o | (active_q & chunk_q != LAST_CHUNK[CHUNK-1:0]);
      offer_o <= took_o;
    end
    chunk_q <= took_o ? {CHUNK{1'b0}} : chunk_q + 1'b1;
    last_o <= took_o ? CHUNKS == 1 : chunk_q + 1'b1 == LAST_CHUNK[CHUNK-1:0];
    next_o <= ~took_o | CHUNKS > 1;
  end
endmodule

`default_nettype wire
