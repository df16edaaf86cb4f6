// A block RAM that playout_carry hands bits on through: in each cycle a word is written, and another one read.
//
// Shape   2^PLACE words of WIDTH bits
//         LATE  1: another register lies behind the memory's own
// Timing  a word comes out a cycle after its address was in from_i, with LATE two cycles after it. It comes right out of the
//         block RAM, which is 1.6 ns later on an iCE40 HX, and with LATE out of flip-flops.
// Words   from_i and to_i are never the same.
// Reset   none.
// Cost    a block RAM for what goes into one; with LATE a flip-flop for each bit. Boards with an ECP5 have another text in
//         place of this one, ecp5/playout_carry_block.v, in which that register is the block RAM's.

`default_nettype none

module playout_carry_block #(
    parameter WIDTH = 16,
    parameter PLACE = 1,
    parameter LATE = 0
) (
    input  wire             clk_i,
    input  wire [PLACE-1:0] to_i,
    input  wire [PLACE-1:0] from_i,
    input  wire [WIDTH-1:0] data_i,
    output wire [WIDTH-1:0] data_o
);
  (* ram_style = "block", no_rw_check *)
  reg [WIDTH-1:0] memory [0:(1<<PLACE)-1];
  reg [WIDTH-1:0] read_q;

  always @(posedge clk_i) begin
    memory[to_i] <= data_i;
    read_q <= memory[from_i];
  end

  generate
    if (LATE != 0) begin : g_late
      reg [WIDTH-1:0] late_q;

      always @(posedge clk_i) late_q <= read_q;
      assign data_o = late_q;
    end else begin : g_right
      assign data_o = read_q;
    end
  endgenerate
endmodule

`default_nettype wire
