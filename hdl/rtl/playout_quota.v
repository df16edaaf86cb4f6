// The quota of a lane: lets its playouts begin, in the order of its cores, until all have begun.
//
// Shape   load_i    no playout of the lane has begun: last_i, one less than its playouts, is taken
//         wants_i   cores that have room for a playout; the first ones come first
//         begins_o  those in which one begins, in the same cycle
//         left_o    one less than the playouts that have not begun
//         none_o    all have begun; a flip-flop
//         CORES, QUOTA: bits of last_i
// Timing  nobody wants in a clock of load_i, nor in the one behind it: what is left is looked at a cycle late.
// Reset   None: it is loaded first.
// Cost    iCE40, quotas of 10 bits: 23, 29, 50 LUT4 for 1, 2, 4 cores, and 12 flip-flops.
//
// How many are left matters only where they are fewer than cores. Above that a flip-flop says so, a clock late: until then
// at most CORES more have begun. What wants is taken away whether it begins or not, so that no sum waits for that: behind the
// last playout that begins only places that then stay free still want, at most 16 of them.

`default_nettype none

module playout_quota #(
    parameter CORES = 1,
    parameter QUOTA = 16
) (
    input  wire             clk_i,
    input  wire             load_i,
    input  wire [QUOTA-1:0] last_i,
    input  wire [CORES-1:0] wants_i,
    output reg  [CORES-1:0] begins_o,
    output wire [QUOTA-1:0] left_o,
    output wire             none_o
);
  // 2^LOW and more are enough for this clock and the one before: 2 * CORES - 1.
  localparam LOW  = $clog2(2 * CORES);
  // As far below zero as places that stay free.
  localparam FREE = 5;
  localparam MOST = QUOTA > LOW ? QUOTA : LOW;
  localparam BITS = (MOST > FREE ? MOST : FREE) + 1;
  localparam [31:0] ONE = 1;

  // Its highest bit: below zero.
  reg [BITS-1:0] left_q;
  reg            many_q;
  wire [LOW-1:0] few = left_q[LOW-1:0];

  assign left_o = left_q[QUOTA-1:0];
  assign none_o = left_q[BITS-1];

  // Cores so far that have room.
  reg [LOW-1:0] rank;
  integer       core;
  always @* begin
    rank = {LOW{1'b0}};
    for (core = 0; core < CORES; core = core + 1) begin
      begins_o[core] = wants_i[core] & ~none_o & (many_q | few >= rank);
      rank = rank + (ONE[LOW-1:0] & {LOW{wants_i[core]}});
    end
  end

  always @(posedge clk_i) begin
    many_q <= ~none_o & |(left_q >> LOW);
    left_q <= load_i ? {{(BITS-QUOTA){1'b0}}, last_i} : left_q - {{(BITS-LOW){1'b0}}, rank};
  end
endmodule

`default_nettype wire
