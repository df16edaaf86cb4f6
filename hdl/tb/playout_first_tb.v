// Random ends of playouts on playout_first in several shapes, compared with a table of numbers.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_first_tb;
  localparam UNITS = 7;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  first_unit #(.COUNTERS(10), .CODE(4), .STEP(16), .CLOCKS(6000), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  first_unit #(.COUNTERS(1), .CODE(1), .STEP(1), .CLOCKS(4000), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  first_unit #(.COUNTERS(2), .CODE(3), .STEP(32), .CLOCKS(5000), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  first_unit #(.COUNTERS(5), .CODE(6), .STEP(31), .CLOCKS(5000), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  first_unit #(.COUNTERS(4), .CODE(2), .STEP(8), .CLOCKS(4000), .SEED(5)) unit_4 (
      clk, done[4], checks[128 +: 32], errors[128 +: 32]
  );
  first_unit #(.COUNTERS(33), .CODE(3), .STEP(24), .CLOCKS(2500), .SEED(6)) unit_5 (
      clk, done[5], checks[160 +: 32], errors[160 +: 32]
  );
  first_unit #(.COUNTERS(3), .CODE(16), .STEP(32), .CLOCKS(73000), .SEED(7)) unit_6 (
      clk, done[6], checks[192 +: 32], errors[192 +: 32]
  );

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// The counters of one core, its playouts and a table. Inputs change by nonblocking assignments, outputs are read before
// the edge.
module first_unit #(
    parameter COUNTERS = 10,
    parameter CODE = 4,
    parameter STEP = 16,
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

  localparam CODES = 1 << CODE;
  // Takes of all codes one after another are made where there are few.
  localparam SWEEP = CODES > 256 ? 256 : CODES;
  localparam [31:0] FEW = 32'd3 | 32'd1 << (CODE - 1);

  reg                    rst;
  reg                    add;
  reg                    take;
  reg                    clear;
  reg  [CODE-1:0]        code;
  reg  [COUNTERS-1:0]    events;
  reg  [STEP-1:0]        steps;
  wire [COUNTERS*32-1:0] values;
  wire                   ready;
  wire                   settled;
  wire                   overflow;

  playout_first #(.COUNTERS(COUNTERS), .CODE(CODE), .STEP(STEP)) u_dut (
      .clk_i(clk), .rst_i(rst), .add_i(add), .code_i(code), .events_i(events), .steps_i(steps), .take_i(take),
      .values_o(values), .ready_o(ready), .settled_o(settled), .overflow_o(overflow), .clear_i(clear)
  );

  reg  [31:0] checks;
  reg  [31:0] errors;
  assign checks_o = checks;
  assign errors_o = errors;

  // The model. An overflow is seen a cycle after the next edge.
  reg  [32*COUNTERS-1:0] table_of [0:CODES-1];
  reg  [32*COUNTERS-1:0] held;
  reg  [32:0]            sum;
  reg                    model_overflow;
  reg                    carry;
  reg                    added;
  reg                    holds;
  integer                since_reset;
  integer                clock, mode, mode_clocks, sweep, index;
  integer                seen_again, seen_overflow, seen_taken, seen_zero, seen_after_take, seen_reset;
  reg                    was_take;
  reg  [31:0]            random;
  reg  [127:0]           noise;
  reg  [CODE-1:0]        hot;
  reg  [CODE-1:0]        next_code;
  reg                    next_add;
  reg                    next_take;
  reg                    resets;

`include "bench_unit.vh"

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    add = 1'b0;
    take = 1'b0;
    clear = 1'b0;
    code = {CODE{1'b0}};
    events = {COUNTERS{1'b0}};
    steps = {STEP{1'b0}};
    model_overflow = 1'b0;
    carry = 1'b0;
    added = 1'b0;
    holds = 1'b0;
    held = {32*COUNTERS{1'b0}};
    since_reset = 0;
    clock = 0;
    mode = 0;
    mode_clocks = 0;
    sweep = 0;
    seen_again = 0;
    seen_overflow = 0;
    seen_taken = 0;
    seen_zero = 0;
    seen_after_take = 0;
    seen_reset = 0;
    was_take = 1'b0;
    noise = 128'd0;
    hot = {CODE{1'b0}};
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk) begin
    // What was, in the clock that ends here.
    if (rst) begin
      // Nothing is added before all is ready, so the table stays zero until then.
      if (since_reset > 0 || clock == 0)
        for (index = 0; index < CODES; index = index + 1)
          table_of[index] = {32*COUNTERS{1'b0}};
      model_overflow = 1'b0;
      carry = 1'b0;
      added = 1'b0;
      holds = 1'b0;
      was_take = 1'b0;
      since_reset = 0;
    end else begin
      check(ready === (since_reset >= CODES), 1);
      check(settled === (ready && !added), 2);
      check(overflow === model_overflow, 3);
      if (holds)
        check(values === held, 4);
      seen_overflow = seen_overflow + (overflow ? 1 : 0);
      seen_again = seen_again + (add && added && code == hot ? 1 : 0);
      seen_after_take = seen_after_take + (add && was_take ? 1 : 0);
      model_overflow = (model_overflow && !clear) || carry;
      carry = 1'b0;
      added = add;
      was_take = take;
      if (take) begin
        holds = 1'b1;
        held = table_of[code];
        seen_taken = seen_taken + (held != {32*COUNTERS{1'b0}} ? 1 : 0);
        seen_zero = seen_zero + (held == {32*COUNTERS{1'b0}} ? 1 : 0);
        table_of[code] = {32*COUNTERS{1'b0}};
      end
      if (add) begin
        holds = 1'b0;
        for (index = 0; index < COUNTERS; index = index + 1) begin
          sum = {1'b0, table_of[code][32*index +: 32]};
          if (index == 0)
            sum = sum + {{(33-STEP){1'b0}}, steps};
          else if (events[index])
            sum = sum + 33'd1;
          carry = carry | sum[32];
          table_of[code][32*index +: 32] = sum[31:0];
        end
      end
      since_reset = since_reset + 1;
    end

    // What comes next. Modes: 0 to 3 add, 4 takes here and there, 5 takes all, 6 mixes.
    clock = clock + 1;
    mode_clocks = mode_clocks - 1;
    if (clock == CLOCKS - 2 * SWEEP - 4) begin
      mode = 5;
      mode_clocks = CLOCKS;
    end else if (mode_clocks <= 0) begin
      next_random;
      mode = {29'd0, random[9:7]} % 7;
      mode_clocks = mode == 5 ? 2 * SWEEP + 2 : {25'd0, random[19:13]} % 80 + 1;
      next_random;
      hot = random[3 +: CODE];
      // Of many codes the same few, else none is met twice.
      if (CODES > 256)
        hot = hot & FEW[CODE-1:0];
    end
    next_random;
    next_code = hot;
    next_add = 1'b0;
    next_take = 1'b0;
    case (mode)
      0: next_add = 1'b1;
      1: begin
        next_add = 1'b1;
        next_code = random[20] ? hot : ~hot;
      end
      2: begin
        next_add = random[20];
        next_code = random[21] ? hot : random[3 +: CODE];
      end
      3: begin
        next_add = 1'b1;
        next_code = random[3 +: CODE];
      end
      4: begin
        next_take = random[20];
        next_code = random[21] ? hot : ~hot;
      end
      5: begin
        next_take = 1'b1;
        next_code = sweep[CODE-1:0];
      end
      default: begin
        next_take = random[21:20] == 2'd0;
        next_add = random[21:20] == 2'd1;
        next_code = random[22] ? hot : random[3 +: CODE];
      end
    endcase
    // The duties of the user.
    if (rst || since_reset < CODES)
      next_add = 1'b0;
    if (rst || since_reset < CODES || added || (take && next_code == code))
      next_take = 1'b0;
    if (next_take && mode == 5)
      sweep = sweep + 1;
    add <= next_add;
    take <= next_take;
    code <= next_code;
    next_random;
    noise = {noise[95:0], random};
    events <= noise[COUNTERS-1:0];
    next_random;
    steps <= random[31] ? {STEP{1'b1}} : noise[40 +: STEP];
    clear <= random[25:22] == 4'd0;
    next_random;
    resets = clock == CLOCKS / 3 || (CODES < 256 && {4'd0, random[31:4]} % (CLOCKS / 12) == 0);
    resets = resets && clock < CLOCKS - 4 * SWEEP - 100 && (CODES < 256 || clock < 1000);
    rst <= clock < 3 || resets;
    seen_reset = seen_reset + (resets ? 1 : 0);
    if (clock == CLOCKS) begin
      check(seen_again > 100, 10);
      check(seen_overflow > 10 || STEP < 30, 11);
      check(seen_taken > 20, 12);
      check(seen_zero > 5, 13);
      check(seen_after_take > 10, 14);
      check(seen_reset > 2 || CODES > 256, 15);
      check(ready, 16);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
