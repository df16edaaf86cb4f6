// Random events on playout_tally in several shapes, compared with a list of numbers.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_tally_tb;
  localparam UNITS = 12;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  tally_unit #(.COUNTERS(12), .CORES(1), .WIDTH(48), .CLOCKS(4000), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  tally_unit #(.COUNTERS(1), .CORES(1), .WIDTH(5), .CLOCKS(2500), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  tally_unit #(.COUNTERS(2), .CORES(1), .WIDTH(3), .CLOCKS(2500), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  tally_unit #(.COUNTERS(3), .CORES(5), .WIDTH(5), .CLOCKS(2500), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  tally_unit #(.COUNTERS(5), .CORES(4), .WIDTH(4), .CLOCKS(2500), .SEED(5)) unit_4 (
      clk, done[4], checks[128 +: 32], errors[128 +: 32]
  );
  tally_unit #(.COUNTERS(16), .CORES(3), .WIDTH(7), .CLOCKS(2500), .SEED(6)) unit_5 (
      clk, done[5], checks[160 +: 32], errors[160 +: 32]
  );
  tally_unit #(.COUNTERS(17), .CORES(2), .WIDTH(12), .CLOCKS(2500), .SEED(7)) unit_6 (
      clk, done[6], checks[192 +: 32], errors[192 +: 32]
  );
  tally_unit #(.COUNTERS(12), .CORES(64), .WIDTH(12), .CLOCKS(500), .SEED(8)) unit_7 (
      clk, done[7], checks[224 +: 32], errors[224 +: 32]
  );
  tally_unit #(.COUNTERS(204), .CORES(1), .WIDTH(8), .CLOCKS(3500), .SEED(9)) unit_8 (
      clk, done[8], checks[256 +: 32], errors[256 +: 32]
  );
  tally_unit #(.COUNTERS(130), .CORES(3), .WIDTH(9), .CLOCKS(4000), .SEED(10)) unit_9 (
      clk, done[9], checks[288 +: 32], errors[288 +: 32]
  );
  tally_unit #(.COUNTERS(2), .CORES(300), .WIDTH(13), .CLOCKS(500), .SEED(11)) unit_10 (
      clk, done[10], checks[320 +: 32], errors[320 +: 32]
  );
  tally_unit #(.COUNTERS(33), .CORES(7), .WIDTH(1), .CLOCKS(1500), .SEED(12)) unit_11 (
      clk, done[11], checks[352 +: 32], errors[352 +: 32]
  );

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// One tally, its traffic and its model. Inputs change by nonblocking assignments, outputs are read before the edge.
module tally_unit #(
    parameter COUNTERS = 12,
    parameter CORES = 1,
    parameter WIDTH = 48,
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

  localparam EVENTS = CORES * COUNTERS;
  localparam CHUNKS = (EVENTS + 31) / 32;
  localparam ADDRESS = COUNTERS > 1 ? $clog2(COUNTERS) : 1;
  localparam PERIOD = COUNTERS > 4 ? COUNTERS : 4;
  localparam LONG = 3 * PERIOD + 40;
  localparam SETTLE = PERIOD + 6 + (CORES == 1 ? 0 : 1 + $clog2((CORES + 3) / 4));

  reg                rst;
  reg                take;
  reg                clear;
  reg  [EVENTS-1:0]  events;
  reg  [ADDRESS-1:0] address;
  wire               ready;
  wire               settled;
  wire               overflow;
  wire [WIDTH-1:0]   value;

  playout_tally #(.COUNTERS(COUNTERS), .CORES(CORES), .WIDTH(WIDTH)) u_dut (
      .clk_i(clk), .rst_i(rst), .ready_o(ready), .active_i(|events), .events_i(events), .take_i(take), .address_i(address),
      .value_o(value), .settled_o(settled), .overflow_o(overflow), .clear_i(clear)
  );

  reg  [31:0]      checks;
  reg  [31:0]      errors;
  assign checks_o = checks;
  assign errors_o = errors;

  // The model. Quiet is the number of cycles since the last event.
  reg  [63:0]           words [0:COUNTERS-1];
  reg                   model_overflow;
  reg                   holds;
  reg  [63:0]           held;
  // Clocks since the last take.
  integer               quiet, since_reset, since_take;
  integer               clock, phase, phase_clocks, mode, index, core, which, stride;
  integer               seen_overflow, seen_taken, seen_reset, seen_all;
  reg  [31:0]           random;
  reg  [31:0]           bits;
  reg  [31:0]           number;
  reg  [32*CHUNKS-1:0]  next_events;
  reg                   next_take;
  reg                   random_modes;
  reg                   resets;
  reg                   ending;

`include "bench_unit.vh"

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    take = 1'b0;
    clear = 1'b0;
    events = {EVENTS{1'b0}};
    address = {ADDRESS{1'b0}};
    model_overflow = 1'b0;
    holds = 1'b0;
    held = 64'd0;
    since_take = 2;
    quiet = 0;
    since_reset = 0;
    clock = 0;
    phase = 0;
    phase_clocks = 0;
    random_modes = 1'b0;
    mode = 0;
    which = 0;
    stride = 1;
    seen_overflow = 0;
    seen_taken = 0;
    seen_reset = 0;
    seen_all = 0;
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk) begin
    // What was, in the clock that ends here.
    if (rst) begin
      for (index = 0; index < COUNTERS; index = index + 1)
        words[index] = 64'd0;
      model_overflow = 1'b0;
      holds = 1'b0;
      quiet = 0;
      since_reset = 0;
      since_take = 2;
    end else begin
      check(ready === 1'b0 || ready === 1'b1, 1);
      check(settled === 1'b0 || (settled === 1'b1 && ready && quiet > 0), 2);
      if (since_reset > SETTLE)
        check(ready, 3);
      if (since_reset > SETTLE && quiet > SETTLE)
        check(settled, 4);
      if (settled)
        check(overflow === model_overflow, 5);
      if (!model_overflow)
        check(!overflow, 6);
      if (since_take == 1 || (holds && since_take > 1))
        check(value === held[WIDTH-1:0], 7);
      since_take = since_take + 1;
      seen_overflow = seen_overflow + (overflow ? 1 : 0);
      if (clear)
        model_overflow = 1'b0;
      if (take && settled) begin
        holds = 1'b1;
        since_take = 0;
        held = words[address];
        seen_taken = seen_taken + (held != 64'd0 ? 1 : 0);
        words[address] = 64'd0;
      end
      quiet = quiet + 1;
      if (events != {EVENTS{1'b0}}) begin
        quiet = 0;
        holds = 1'b0;
        seen_all = seen_all + (&events ? 1 : 0);
        for (index = 0; index < COUNTERS; index = index + 1) begin
          number = 0;
          for (core = index; core < EVENTS; core = core + COUNTERS)
            if (events[core])
              number = number + 1;
          words[index] = words[index] + {32'd0, number};
          if (|words[index][63:WIDTH])
            model_overflow = 1'b1;
          words[index][63:WIDTH] = {(64-WIDTH){1'b0}};
        end
      end
      since_reset = since_reset + 1;
    end

    // What comes next. Phase 0 waits for ready, 1 has events, 2 waits for all to settle, 3 takes.
    clock = clock + 1;
    phase_clocks = phase_clocks - 1;
    next_random;
    if (rst || since_reset == 0)
      phase = 0;
    else if (phase == 0 && ready === 1'b1) begin
      phase = 1;
      phase_clocks = 0;
    end
    // The last clocks have no events.
    ending = clock > CLOCKS - 2 * SETTLE - 2 * COUNTERS - 8;
    if (ending && phase == 1)
      phase_clocks = 0;
    if (phase == 1 && phase_clocks <= 0) begin
      phase = 2;
      // Now and then new events before all has settled.
      phase_clocks = random[7:5] == 3'd0 ? (random >> 8) % (2 * SETTLE) : 4 * SETTLE;
    end else if (phase == 2 && settled === 1'b1 && quiet > 0) begin
      phase = 3;
      // All, or some of them.
      phase_clocks = random[5] ? 4 * COUNTERS + 1 : 1 + (random >> 6) % (4 * COUNTERS);
      which = (random >> 16) % COUNTERS;
      stride = random[26] ? 1 : COUNTERS - 1;
    end else if (phase_clocks <= 0 && phase != 0) begin
      phase = 1;
      mode = random_modes ? (random >> 5) % 8 : 0;
      phase_clocks = !random_modes ? LONG : 1 + (random >> 9) % (random[31] ? 10 : LONG);
      random_modes = 1'b1;
    end

    next_events = {32*CHUNKS{1'b0}};
    if (phase == 1 && !ending) begin
      next_random;
      case (mode)
        0, 1: next_events = {32*CHUNKS{1'b1}};
        2, 3: begin
          for (index = 0; index < CHUNKS; index = index + 1) begin
            next_random;
            bits = random;
            if (mode == 3) begin
              next_random;
              bits = bits & random & (random << 7) & (random >> 9);
            end
            next_events[32*index +: 32] = bits;
          end
        end
        4: next_events[(random >> 3) % EVENTS] = 1'b1;
        5: begin
          for (core = 0; core < CORES; core = core + 1)
            next_events[core*COUNTERS+which] = 1'b1;
        end
        6: if (random[9:7] == 3'd0) next_events = {32*CHUNKS{1'b1}};
        default: if (random[12:7] == 6'd0) next_events[(random >> 13) % EVENTS] = 1'b1;
      endcase
    end
    // Takes come in phase 3, and now and then in the others, where they are to be ignored unless all has settled.
    next_random;
    next_take = phase == 3 ? random[8:6] != 3'd0 : random[10:6] == 5'd0;
    if (take)
      next_take = 1'b0;
    if (next_take)
      which = (which + stride) % COUNTERS;
    take <= next_take;
    address <= which[ADDRESS-1:0];
    // The first event may come in the clock of the last take.
    events <= rst || since_reset == 0 || phase == 0 ? {EVENTS{1'b0}} : next_events[EVENTS-1:0];
    clear <= settled === 1'b1 && quiet > 0 && random[13:11] == 3'd0;
    next_random;
    resets = clock == CLOCKS / 2
        || ((random >> 4) % (CLOCKS / 6) == 0 && clock > LONG + 2 * SETTLE && !ending);
    rst <= clock < 3 || resets;
    seen_reset = seen_reset + (resets ? 1 : 0);
    if (clock == CLOCKS) begin
      check(ready && settled, 10);
      check(seen_overflow > 0 || WIDTH > 10, 11);
      check(seen_taken > 5, 12);
      check(seen_reset > 0, 13);
      check(seen_all > 20, 14);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
