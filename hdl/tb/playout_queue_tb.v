// Random traffic through playout_queue and playout_late_queue in several shapes, compared with a list of words. Runs in
// Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_queue_tb;
  localparam UNITS = 8;
  localparam CLOCKS = 6000;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  queue_unit #(.WIDTH(32), .LOG_DEPTH(6), .CLOCKS(CLOCKS), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  queue_unit #(.WIDTH(32), .LOG_DEPTH(1), .CLOCKS(CLOCKS), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  queue_unit #(.WIDTH(8), .LOG_DEPTH(2), .CLOCKS(CLOCKS), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  queue_unit #(.WIDTH(1), .LOG_DEPTH(3), .CLOCKS(CLOCKS), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  queue_unit #(.WIDTH(70), .LOG_DEPTH(4), .CLOCKS(CLOCKS), .SEED(5)) unit_4 (
      clk, done[4], checks[128 +: 32], errors[128 +: 32]
  );
  queue_unit #(.WIDTH(17), .LOG_DEPTH(8), .CLOCKS(CLOCKS), .SEED(6)) unit_5 (
      clk, done[5], checks[160 +: 32], errors[160 +: 32]
  );
  queue_unit #(.WIDTH(32), .LOG_DEPTH(5), .LATE(1), .CLOCKS(CLOCKS), .SEED(7)) unit_6 (
      clk, done[6], checks[192 +: 32], errors[192 +: 32]
  );
  queue_unit #(.WIDTH(9), .LOG_DEPTH(1), .LATE(1), .CLOCKS(CLOCKS), .SEED(8)) unit_7 (
      clk, done[7], checks[224 +: 32], errors[224 +: 32]
  );

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// One queue, its traffic and its model. Inputs change by nonblocking assignments, outputs are read before the edge.
module queue_unit #(
    parameter WIDTH = 32,
    parameter LOG_DEPTH = 6,
    parameter LATE = 0,
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

  reg              rst;
  reg              put;
  reg              get;
  reg  [WIDTH-1:0] data;
  wire             ready;
  wire             valid;
  wire [WIDTH-1:0] head;

  generate
    if (LATE != 0) begin : g_late
      playout_late_queue #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH)) u_dut (
          .clk_i(clk), .rst_i(rst), .valid_i(put), .ready_o(ready), .data_i(data),
          .valid_o(valid), .ready_i(get), .data_o(head)
      );
    end else begin : g_early
      playout_queue #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH)) u_dut (
          .clk_i(clk), .rst_i(rst), .valid_i(put), .ready_o(ready), .data_i(data),
          .valid_o(valid), .ready_i(get), .data_o(head)
      );
    end
  endgenerate

  reg  [31:0]      checks;
  reg  [31:0]      errors;
  assign checks_o = checks;
  assign errors_o = errors;

  // The model: words that went in and did not come out are those numbered from first to last - 1.
  reg  [WIDTH-1:0] words [0:2*DEPTH-1];
  integer          first, last, last_1, last_2, last_3;
  reg              held;
  reg              gone;  // a word went out a clock ago
  reg  [WIDTH-1:0] held_word;
  integer          clock, mode_clocks, resets;
  reg  [31:0]      put_rate, get_rate;
  integer          seen_full, seen_empty, seen_both, seen_wait;
  reg  [31:0]      random;
  reg  [127:0]     noise;

`include "bench_unit.vh"

  function [31:0] rate(input [31:0] bits);
    case (bits[2:0])
      0: rate = 0;
      1: rate = 8;
      2: rate = 128;
      3: rate = 192;
      4: rate = 248;
      default: rate = 256;
    endcase
  endfunction

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    put = 1'b0;
    get = 1'b0;
    data = {WIDTH{1'b0}};
    first = 0;
    last = 0;
    last_1 = 0;
    last_2 = 0;
    last_3 = 0;
    held = 1'b0;
    gone = 1'b0;
    held_word = {WIDTH{1'b0}};
    clock = 0;
    mode_clocks = 0;
    put_rate = 256;
    get_rate = 0;
    resets = 0;
    seen_full = 0;
    seen_empty = 0;
    seen_both = 0;
    seen_wait = 0;
    noise = 128'd0;
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk) begin
    if (rst) begin
      first = 0;
      last = 0;
      last_1 = 0;
      last_2 = 0;
      last_3 = 0;
      held = 1'b0;
      gone = 1'b0;
    end else begin
      check(ready === 1'b0 || ready === 1'b1, 1);
      check(valid === 1'b0 || valid === 1'b1, 2);
      if (last - first < DEPTH)
        check(ready, 3);
      // A late queue gives a word in every second clock.
      if (LATE != 0 ? last_3 > first && !gone : last_2 > first)
        check(valid, 4);
      if (last == first)
        check(!valid, 5);
      if (held)
        check(valid && head === held_word, 6);
      if (valid)
        check(head === words[first % (2 * DEPTH)], 7);
      seen_full = seen_full + (ready ? 0 : 1);
      seen_empty = seen_empty + (last == first ? 1 : 0);
      seen_both = seen_both + (put && ready && valid && get ? 1 : 0);
      seen_wait = seen_wait + (valid && !get ? 1 : 0);
      held = valid && !get;
      held_word = head;
      last_3 = last_2;
      last_2 = last_1;
      if (put && ready) begin
        words[last % (2 * DEPTH)] = data;
        last = last + 1;
      end
      last_1 = last;
      gone = valid && get;
      if (gone)
        first = first + 1;
    end

    // The first clocks fill and drain the queue, the last ones drain it.
    clock = clock + 1;
    mode_clocks = mode_clocks - 1;
    if (clock < 3 * DEPTH + 20) begin
      put_rate = 256;
      get_rate = clock > 2 * DEPTH ? 256 : 0;
    end else if (clock > CLOCKS - 2 * DEPTH - 20) begin
      put_rate = 0;
      get_rate = 256;
    end else if (mode_clocks <= 0) begin
      next_random;
      put_rate = rate(random >> 5);
      get_rate = rate(random >> 11);
      mode_clocks = 1 + ((random >> 15) % (4 * DEPTH));
    end
    next_random;
    put <= {24'd0, random[15:8]} < put_rate;
    get <= {24'd0, random[27:20]} < get_rate;
    next_random;
    rst <= clock < 3 || (clock < CLOCKS - 2 * DEPTH - 20 && random[17:8] == 0);
    resets = resets + (random[17:8] == 0 ? 1 : 0);
    noise = {noise[95:0], random};
    data <= noise[WIDTH-1:0];
    if (clock == CLOCKS) begin
      check(last == first, 10);
      check(seen_full > 10, 11);
      check(seen_empty > 10, 12);
      check(seen_both > 100, 13);
      check(seen_wait > 100, 14);
      check(resets > 3, 15);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
