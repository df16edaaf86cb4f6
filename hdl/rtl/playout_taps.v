// What follows the 64 newest bits of a generator: its next BITS bits.
//
// b[n] = b[n-64] ^ b[n-54] ^ b[n-46] ^ b[n-35]: docs/PLAYOUTS.md, section Generator. No lag is below 35: up to 35 new bits
// are functions of old bits only, the others are functions of old bits and of these.
//
// Shape   bits_i    the oldest in bit 0
//         fresh_o   the new bits, the first in bit 0
//         draw_o    the same as a number, the first new bit highest
//         BITS      1 to 63
// Timing  combinational, one LUT deep, two with more than 35 bits.
// Cost    BITS LUT4.

`default_nettype none

module playout_taps #(
    parameter BITS = 16
) (
    input  wire [63:0]     bits_i,
    output wire [BITS-1:0] fresh_o,
    output wire [BITS-1:0] draw_o
);
  // Bit j is the new bit number j: those that only old bits make.
  wire [34:0] early = bits_i[0 +: 35] ^ bits_i[10 +: 35] ^ bits_i[18 +: 35] ^ bits_i[29 +: 35];
  wire [98:0] known = {early, bits_i};
  // With few bits not all are looked at.
  wire        unused_known = &{1'b0, known};

  assign fresh_o = known[0 +: BITS] ^ known[10 +: BITS] ^ known[18 +: BITS] ^ known[29 +: BITS];

  genvar j;
  generate
    for (j = 0; j < BITS; j = j + 1) begin : first_is_highest
      assign draw_o[BITS-1-j] = fresh_o[j];
    end
  endgenerate
endmodule

`default_nettype wire
