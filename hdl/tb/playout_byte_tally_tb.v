// Random events on playout_byte_tally in several shapes, compared with a list of numbers.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_byte_tally_tb;
  localparam UNITS = 6;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  byte_tally_unit #(.COUNTERS(9), .CORES(1), .WIDTH(32), .ROUNDS(60), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  byte_tally_unit #(.COUNTERS(3), .CORES(1), .WIDTH(9), .ROUNDS(60), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  byte_tally_unit #(.COUNTERS(5), .CORES(3), .WIDTH(12), .ROUNDS(60), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  byte_tally_unit #(.COUNTERS(32), .CORES(1), .WIDTH(16), .ROUNDS(25), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  byte_tally_unit #(.COUNTERS(8), .CORES(16), .WIDTH(17), .ROUNDS(40), .SEED(5)) unit_4 (
      clk, done[4], checks[128 +: 32], errors[128 +: 32]
  );
  byte_tally_unit #(.COUNTERS(4), .CORES(5), .WIDTH(8), .ROUNDS(60), .SEED(6)) unit_5 (
      clk, done[5], checks[160 +: 32], errors[160 +: 32]
  );

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// A tally, its traffic and its model. Inputs change by nonblocking assignments, outputs are read before the edge.
module byte_tally_unit #(
    parameter COUNTERS = 9,
    parameter CORES = 1,
    parameter WIDTH = 32,
    parameter ROUNDS = 20,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  wire clk = clk_i && !done;

  localparam EVENTS = CORES * COUNTERS;
  localparam ADDRESS = $clog2(COUNTERS);
  localparam SETTLE = 12 * COUNTERS + 4;
  localparam [1:0] WAIT = 2'd0, COUNT = 2'd1, QUIET = 2'd2, TAKE = 2'd3;

  reg                rst, active, take, clear;
  reg  [EVENTS-1:0]  events;
  reg  [ADDRESS-1:0] address;
  reg  [1:0]         part;
  wire               ready, settled, overflow;
  wire [7:0]         value;

  playout_byte_tally #(.COUNTERS(COUNTERS), .CORES(CORES), .WIDTH(WIDTH)) u_dut (
      .clk_i(clk), .rst_i(rst), .ready_o(ready), .active_i(active), .events_i(events), .take_i(take), .address_i(address),
      .byte_i(part), .value_o(value), .settled_o(settled), .overflow_o(overflow), .clear_i(clear)
  );

  reg  [31:0] checks, errors, random;
  assign checks_o = checks;
  assign errors_o = errors;

  reg  [63:0] words [0:COUNTERS-1];
  reg         model_overflow, holds;
  reg  [7:0]  held;
  reg  [1:0]  phase;
  integer     clock, round, left, quiet, index, core, seen_overflow, seen_full;

`include "bench_unit.vh"

  initial begin
    {checks, errors, done, active, take, clear, model_overflow, holds} = 0;
    rst = 1'b1;
    events = {EVENTS{1'b0}};
    address = {ADDRESS{1'b0}};
    part = 2'd0;
    phase = WAIT;
    clock = 0;
    round = 0;
    left = 4;
    quiet = 0;
    seen_overflow = 0;
    seen_full = 0;
    held = 8'd0;
    random = SEED * 32'd2654435761 + 32'd12345;
    for (index = 0; index < COUNTERS; index = index + 1)
      words[index] = 64'd0;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    next_random;
    // What was, in the clock that ends here.
    if (rst) begin
      for (index = 0; index < COUNTERS; index = index + 1)
        words[index] = 64'd0;
      model_overflow = 1'b0;
      quiet = 0;
    end else begin
      quiet = active ? 0 : quiet + 1;
      if (active)
        for (core = 0; core < CORES; core = core + 1)
          for (index = 0; index < COUNTERS; index = index + 1)
            if (events[core*COUNTERS+index]) begin
              words[index] = words[index] + 64'd1;
              if (|words[index][63:WIDTH])
                model_overflow = 1'b1;
            end
      if (quiet > SETTLE)
        check(settled === 1'b1 && ready === 1'b1, 1);
      if (settled === 1'b1 && quiet > 1)
        check(overflow === model_overflow, 2);
      if (clear)
        model_overflow = 1'b0;
      // What ran over means nothing, but is taken all the same.
      if (holds && !model_overflow)
        check(value === held, 3);
      holds = take;
      held = words[address][{1'b0, part, 3'd0} +: 8];
      if (take)
        words[address] = words[address] & ~(64'd255 << {part, 3'd0});
    end

    // What comes next.
    left = left - 1;
    rst <= 1'b0;
    take <= 1'b0;
    clear <= 1'b0;
    case (phase)
      WAIT: begin
        rst <= left > 0;
        if (ready === 1'b1 && left <= 0) begin
          phase = COUNT;
          left = 1 + {22'd0, random[9:0]} % 700;
        end
      end
      COUNT: begin
        active <= left > 0;
        // All events at once, few, or one kind of them again and again.
        for (core = 0; core < EVENTS; core = core + 1) begin
          next_random;
          events[core] <= left > 0 && (round % 3 == 0 || (round % 3 == 1 ? &random[3:0] : core % COUNTERS == 1));
        end
        seen_full = seen_full + (round % 3 == 0 ? 1 : 0);
        if (left <= 0) begin
          phase = QUIET;
          left = random[4:0] == 5'd0 ? 3 + {27'd0, random[9:5]} : SETTLE + 20;
        end
      end
      QUIET: if (left <= 0) begin
        // Now and then more events before all is settled.
        phase = quiet > SETTLE ? TAKE : COUNT;
        left = phase == TAKE ? 8 * COUNTERS + 1 : 1 + {22'd0, random[9:0]} % 300;
      end
      default: begin
        // The bytes of all counters, the last one first; one in two cycles.
        take <= left > 0 && left % 2 == 0;
        address <= (left - 1) / 8;
        part <= 3 - (left - 1) / 2;
        if (left <= -2) begin
          clear <= 1'b1;
          seen_overflow = seen_overflow + (model_overflow ? 1 : 0);
          round = round + 1;
          phase = COUNT;
          left = 1 + {20'd0, random[11:0]} % 3000;
          if (random[15:12] == 4'd0) begin
            phase = WAIT;
            left = 3;
            rst <= 1'b1;
          end
        end
      end
    endcase
    if (round == ROUNDS) begin
      for (index = 0; index < COUNTERS; index = index + 1)
        check(words[index] == 64'd0, 4);
      check(seen_full > 100 && (seen_overflow > 0 || WIDTH > 12), 5);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
