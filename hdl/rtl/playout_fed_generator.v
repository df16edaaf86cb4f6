// The random bits of a lane whose seed comes in bytes: as playout_generator, where the host makes seeds.
//
// Shape   take_i    byte_i comes in, and the oldest byte leaves as byte_o: after eight bytes they are the bits, the first of
//                   them the oldest ones
//         run_i     the bits are moved on
//         draw_o    the new bits as a number, the first new bit highest. Those that follow a seed come in the first clock of
//                   run_i
//         drawn_o   those of the clock before
//         BITS      1 to 63
// Timing  one LUT deep from flip-flops to draw_o, two with more than 35 bits. Never take_i and run_i at once.
// Reset   None: bits mean nothing before a seed was taken.
// Cost    64 flip-flops with a LUT4 each, and BITS LUT4.

`default_nettype none

module playout_fed_generator #(
    parameter BITS = 16
) (
    input  wire            clk_i,
    input  wire            take_i,
    input  wire [7:0]      byte_i,
    output wire [7:0]      byte_o,
    input  wire            run_i,
    output wire [BITS-1:0] draw_o,
    output wire [BITS-1:0] drawn_o
);
  // The oldest in bit 0.
  reg  [63:0]     bits_q;
  wire [BITS-1:0] fresh;

  playout_taps #(.BITS(BITS)) u_taps (.bits_i(bits_q), .fresh_o(fresh), .draw_o(draw_o));

  always @(posedge clk_i) begin
    if (take_i) bits_q <= {byte_i, bits_q[63:8]};
    else if (run_i) bits_q <= {fresh, bits_q[63:BITS]};
  end
  assign byte_o = bits_q[7:0];

  genvar j;
  generate
    for (j = 0; j < BITS; j = j + 1) begin : first_is_highest
      assign drawn_o[BITS-1-j] = bits_q[64-BITS+j];
    end
  endgenerate
endmodule

`default_nettype wire
