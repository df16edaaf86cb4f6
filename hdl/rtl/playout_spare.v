// Keeps the seed of the next lane where it is given out from: so two lanes that end soon after each other both find one,
// the seeder's and this one, and no seed is copied once more.
//
// It steers the registers of playout_chunks. They take a seed as soon as the one before has been given out, and begin to
// shift when a lane takes it.
//
// Shape   valid_i, ready_o  the seeder's: a seed passes at the edge at which both are high
//         ready_o           also: the registers take what there is, a seed or not
//         next_i, last_i    a piece was given out, the last one of a seed: as from playout_feeder
//         next_o            the registers go on to the next piece
// Timing  a seed is shown to lanes, with valid_o, from the clock behind valid_i & ready_o until valid_o & ready_i. Behind
//         the clock of next_i & last_i the next one may come.
//         load_i, with which the seeder begins anew, drops the seed; so does rst_i. No lane is fed then.
// Cost    2 flip-flops, 6 LUT4.

`default_nettype none

module playout_spare (
    input  wire clk_i,
    input  wire rst_i,
    input  wire load_i,
    input  wire valid_i,
    output wire ready_o,
    output wire valid_o,
    input  wire ready_i,
    input  wire next_i,
    input  wire last_i,
    output wire next_o
);
  reg valid_q;   // a seed waits for a lane
  reg feeds_q;   // a lane is being fed

  assign ready_o = ~valid_q & ~feeds_q;
  assign valid_o = valid_q;
  assign next_o  = feeds_q & next_i;

  always @(posedge clk_i) begin
    if (rst_i | load_i) begin
      valid_q <= 1'b0;
      feeds_q <= 1'b0;
    end else begin
      valid_q <= valid_q ? ~ready_i : valid_i & ~feeds_q;
      feeds_q <= feeds_q ? ~(next_i & last_i) : valid_q & ready_i;
    end
  end
endmodule

`default_nettype wire
