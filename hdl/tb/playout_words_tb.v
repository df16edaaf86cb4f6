// Random writes and reads of playout_words in several shapes, compared with a list of words. Runs in Icarus and Verilator,
// with the memory as it is and with that of an ECP5. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_words_tb;
  localparam UNITS = 6;
  localparam CLOCKS = 6000;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  words_unit #(.WIDTH(1), .LOG_DEPTH(1), .CLOCKS(CLOCKS), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  words_unit #(.WIDTH(8), .LOG_DEPTH(9), .CLOCKS(CLOCKS), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  words_unit #(.WIDTH(18), .LOG_DEPTH(10), .CLOCKS(CLOCKS), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  words_unit #(.WIDTH(19), .LOG_DEPTH(4), .CLOCKS(CLOCKS), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  words_unit #(.WIDTH(72), .LOG_DEPTH(6), .CLOCKS(CLOCKS), .SEED(5)) unit_4 (
      clk, done[4], checks[128 +: 32], errors[128 +: 32]
  );
  words_unit #(.WIDTH(8), .LOG_DEPTH(11), .CLOCKS(CLOCKS), .SEED(6)) unit_5 (
      clk, done[5], checks[160 +: 32], errors[160 +: 32]
  );

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// One memory, its traffic and its model. Inputs change by nonblocking assignments, outputs are read before the edge.
module words_unit #(
    parameter WIDTH = 32,
    parameter LOG_DEPTH = 6,
    parameter CLOCKS = 1000,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  // Who is done has no clock any more, which saves the time of simulating it.
  wire clk = clk_i && !done;

  localparam DEPTH = 1 << LOG_DEPTH;

  reg                  write;
  reg                  moves;
  reg  [LOG_DEPTH-1:0] to;
  reg  [LOG_DEPTH-1:0] from;
  reg  [WIDTH-1:0]     data;
  wire [WIDTH-1:0]     out;

  playout_words #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH)) u_dut (
      .clk_i(clk), .write_i(write), .write_address_i(to), .data_i(data), .read_address_i(from), .moves_i(moves),
      .data_o(out)
  );

  reg  [31:0]      checks;
  reg  [31:0]      errors;
  assign checks_o = checks;
  assign errors_o = errors;

  // The model: the words, which of them were written, and what stands in the two registers.
  reg  [WIDTH-1:0] words [0:DEPTH-1];
  reg              known [0:DEPTH-1];
  reg  [WIDTH-1:0] first, second;
  reg              first_known, second_known;
  integer          clock, word, seen_moved, seen_stays, seen_both;
  reg  [31:0]      random;
  reg  [127:0]     noise;

`include "bench_unit.vh"

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    write = 1'b0;
    moves = 1'b0;
    to = {LOG_DEPTH{1'b0}};
    from = {LOG_DEPTH{1'b0}};
    data = {WIDTH{1'b0}};
    for (word = 0; word < DEPTH; word = word + 1)
      known[word] = 1'b0;
    first_known = 1'b0;
    second_known = 1'b0;
    clock = 0;
    seen_moved = 0;
    seen_stays = 0;
    seen_both = 0;
    noise = 128'd0;
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk) begin
    if (second_known) begin
      check(out === second, 1);
      seen_moved = seen_moved + (moves ? 1 : 0);
      seen_stays = seen_stays + (moves ? 0 : 1);
    end
    // What is read in the clock it is written in is not known, and what is not known does not move.
    if (moves) begin
      second = first;
      second_known = first_known;
    end
    first = words[from];
    first_known = known[from] && !(write && to == from);
    seen_both = seen_both + (write && first_known ? 1 : 0);
    if (write) begin
      words[to] = data;
      known[to] = 1'b1;
    end

    // All words are written once, one after another; then at random, from and to few of them.
    clock = clock + 1;
    next_random;
    write <= clock <= DEPTH || random[8];
    noise = {noise[95:0], random};
    data <= noise[WIDTH-1:0];
    moves <= first_known && random[9];
    next_random;
    to <= clock <= DEPTH ? clock[LOG_DEPTH-1:0] : random[LOG_DEPTH+3:4] & {LOG_DEPTH{1'b1}} >> random[1:0];
    from <= random[LOG_DEPTH+17:18] & {LOG_DEPTH{1'b1}} >> random[3:2];
    if (clock == CLOCKS) begin
      check(seen_moved > 100, 10);
      check(seen_stays > 100, 11);
      check(seen_both > 100, 12);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
