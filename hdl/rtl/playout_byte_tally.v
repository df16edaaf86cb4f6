// Counts events and keeps the numbers in bytes of one small memory: playout_tally for engines whose reports go in bytes.
//
// Shape   COUNTERS of WIDTH bits, 8 to 32, each counts an event of each of CORES cores in a cycle. Bit k of a core's events
//         counts in counter k.
// Count   events_i while active_i is high; from ready_o on.
// Take    take_i, where settled_o is high: value_o is byte byte_i of counter address_i in the next cycle, and stays until the
//         next take. It is 0 from then on. Nothing is taken in two cycles one behind the other.
// settled_o   All events are in the memory. Low in the clock after active_i, and before ready_o. High again after at most
//         12 * COUNTERS clocks.
// overflow_o  A number carried out of WIDTH bits. Stays until clear_i.
// Reset   rst_i forgets everything. ready_o rises with settled_o.
// Cost    iCE40, one core: 1 SB_RAM40, 7 cells for each counter that has events, and about 50.
//
// Of each kind the events of all cores are added up into a small counter. A sweep goes through all bytes of the memory, one
// in a cycle: it is read, and in the next cycle what the small counter holds is added, or the carry from the byte below, and
// it is written back. The small counter begins again then.
`default_nettype none

module playout_byte_tally #(
    parameter COUNTERS = 9,
    parameter CORES = 1,
    parameter WIDTH = 32
) (
    input  wire                        clk_i,
    input  wire                        rst_i,
    output wire                        ready_o,
    input  wire                        active_i,
    input  wire [CORES*COUNTERS-1:0]   events_i,
    input  wire                        take_i,
    input  wire [$clog2(COUNTERS)-1:0] address_i,
    input  wire [1:0]                  byte_i,
    output wire [7:0]                  value_o,
    output wire                        settled_o,
    output wire                        overflow_o,
    input  wire                        clear_i
);
  localparam ADDRESS = $clog2(COUNTERS);
  localparam PERIOD = 4 * COUNTERS;
  localparam INCREMENT = $clog2(CORES + 1);
  localparam SMALL = $clog2(CORES * PERIOD + 1);
  localparam [31:0] LAST = PERIOD - 1;
  // The byte that holds the highest bit of a number, and that bit's place in a sum.
  localparam [31:0] TOP = (WIDTH - 1) / 8;
  localparam OVER = (WIDTH - 1) % 8 + 1;
  // Bits of a small counter that reach beyond its first byte are none: a sum has eight bits and a carry.
  localparam SUM = SMALL > 8 ? SMALL + 1 : 9;

  reg                 ready_q;
  reg                 overflow_q;
  reg [1:0]           sweeps_q;   // whole sweeps since something was counted, of which the third shows that all is there
  reg [ADDRESS+1:0]   place_q;    // the byte that is read
  reg [ADDRESS+1:0]   behind_q;   // the byte that was read
  reg                 write_q;    // it is written
  reg                 zero_q;     // it becomes 0
  reg [SUM-9:0]       carry_q;

  wire settled = &sweeps_q;
  wire wraps = place_q == LAST[ADDRESS+1:0];
  wire read = !settled || take_i;
  wire [ADDRESS+1:0] from = settled ? {address_i, byte_i} : place_q;
  assign ready_o = ready_q;
  assign settled_o = settled;
  assign overflow_o = overflow_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      ready_q <= 1'b0;
      sweeps_q <= 2'd0;
      place_q <= {(ADDRESS+2){1'b0}};
      write_q <= 1'b0;
    end else begin
      ready_q <= ready_q || settled;
      if (active_i)
        sweeps_q <= 2'd0;
      else if (wraps && !settled)
        sweeps_q <= sweeps_q + 2'd1;
      if (!settled)
        place_q <= wraps ? {(ADDRESS+2){1'b0}} : place_q + 1'b1;
      write_q <= read;
    end
    behind_q <= from;
    zero_q <= settled || !ready_q;
  end

  // What the small counter of the byte that was read holds, where that is its first.
  wire first = behind_q[1:0] == 2'd0;
  wire visit = write_q && first;
  wire [COUNTERS-1:0] visits;
  wire [SMALL*COUNTERS-1:0] counts;
  reg  [SMALL-1:0] addend;
  integer k;
  always @* begin
    addend = {SMALL{1'b0}};
    for (k = 0; k < COUNTERS; k = k + 1)
      addend = addend | (counts[k*SMALL +: SMALL] & {SMALL{visits[k]}});
  end

  genvar counter, core;
  generate
    for (counter = 0; counter < COUNTERS; counter = counter + 1) begin : kind
      wire [CORES-1:0]     bits;
      wire [INCREMENT-1:0] increment;
      reg  [SMALL-1:0]     count_q;
      localparam [31:0] NUMBER = counter;

      for (core = 0; core < CORES; core = core + 1) begin : of_core
        assign bits[core] = events_i[core*COUNTERS+counter];
      end
      if (CORES == 1) begin : single
        assign increment = bits;
      end else begin : several
        playout_popcount #(.INPUTS(CORES)) u_popcount (.clk_i(clk_i), .bits_i(bits), .count_o(increment));
      end
      assign visits[counter] = visit && behind_q[ADDRESS+1:2] == NUMBER[ADDRESS-1:0];
      wire [SMALL-1:0] more = {{(SMALL-INCREMENT){1'b0}}, increment};
      always @(posedge clk_i)
        count_q <= (visits[counter] || !ready_q ? {SMALL{1'b0}} : count_q) + more;
      assign counts[counter*SMALL +: SMALL] = count_q;
    end
  endgenerate

  // The memory, and what is added. No byte is read in the clock it is written in: the branch with x tells synthesis so.
  reg  [7:0] memory [0:(4<<ADDRESS)-1];
  reg  [7:0] byte_q;
  assign value_o = byte_q;
  wire [SUM-1:0] adds = {{(SUM-SMALL){1'b0}}, addend} | (first ? {SUM{1'b0}} : {{8{1'b0}}, carry_q});
  wire [SUM-1:0] sum = {{(SUM-8){1'b0}}, byte_q} + adds;
  always @(posedge clk_i) begin
    if (write_q)
      memory[behind_q] <= zero_q ? 8'd0 : sum[7:0];
    if (read) begin
      byte_q <= memory[from];
      if (write_q && behind_q == from)
        byte_q <= 8'dx;
    end
    carry_q <= sum[SUM-1:8];
    overflow_q <= !rst_i && ((overflow_q && !clear_i) || (write_q && !zero_q && behind_q[1:0] == TOP[1:0] && sum[OVER]));
  end
endmodule

`default_nettype wire
