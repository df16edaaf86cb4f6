// Random jobs for engines of one to twelve cores, up to four of which play a lane together, with one to eight playouts of
// a lane in flight, compared with a model of the games and of random play: each turn of each lane, and each word of each
// report, whichever core plays what and when.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_engine_tb;
  localparam UNITS = 12;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  // Each number of cores, and of places in one, twice, once with each of two games.
  engine_unit #(.GAME(1), .CORES(1), .PLACES(1), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  engine_unit #(.GAME(0), .CORES(1), .PLACES(4), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  engine_unit #(.GAME(1), .CORES(2), .PLACES(2), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  engine_unit #(.GAME(0), .CORES(2), .PLACES(3), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  engine_unit #(.GAME(0), .CORES(3), .PLACES(1), .SEED(5)) unit_4 (
      clk, done[4], checks[128 +: 32], errors[128 +: 32]
  );
  engine_unit #(.GAME(1), .CORES(3), .PLACES(4), .SEED(6)) unit_5 (
      clk, done[5], checks[160 +: 32], errors[160 +: 32]
  );
  engine_unit #(.GAME(0), .CORES(5), .PLACES(2), .SEED(7)) unit_6 (
      clk, done[6], checks[192 +: 32], errors[192 +: 32]
  );
  engine_unit #(.GAME(1), .CORES(5), .PLACES(3), .SEED(8)) unit_7 (
      clk, done[7], checks[224 +: 32], errors[224 +: 32]
  );

  // Several cores play a lane together, two or three lanes at a time.
  engine_unit #(.GAME(1), .CORES(4), .TOGETHER(2), .PLACES(6), .SEED(9)) unit_8 (
      clk, done[8], checks[256 +: 32], errors[256 +: 32]
  );
  engine_unit #(.GAME(1), .CORES(6), .TOGETHER(2), .PLACES(2), .SEED(10)) unit_9 (
      clk, done[9], checks[288 +: 32], errors[288 +: 32]
  );
  engine_unit #(.GAME(2), .CORES(6), .TOGETHER(3), .PLACES(3), .SEED(11)) unit_10 (
      clk, done[10], checks[320 +: 32], errors[320 +: 32]
  );
  engine_unit #(.GAME(2), .CORES(12), .TOGETHER(4), .PLACES(8), .SEED(12)) unit_11 (
      clk, done[11], checks[352 +: 32], errors[352 +: 32]
  );

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// One engine, its jobs, and their model. Inputs change by nonblocking assignments, outputs are read before the edge.
//
// A job of the model is over when all of its playouts are: then its report is known, and steps are of the next job.
module engine_unit #(
    parameter GAME = 0,
    parameter CORES = 1,
    parameter TOGETHER = 1,  // cores that play a lane
    parameter PLACES = 1,    // of a lane
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  // Who is done has no clock any more, which saves the time of simulating it.
  wire clk = clk_i && !done;

`include "game_model.vh"

  // As in hdl/tests/benches/engines.rs.
  localparam LANE  = 8;
  localparam QUOTA = 6;
  localparam STEP  = 4;
  localparam LANES  = CORES / TOGETHER;  // that are played at a time
  localparam STAGES = PLACES / TOGETHER;
  localparam FIRST  = LANES <= 2;
`include "times.vh"
  // From the picks to the end of a step.
  localparam AHEAD = ahead_of(GAME, STAGES);
  // Counters that follow from others.
  localparam [31:0] UNCOUNTED = FIRST ? 0 : uncounted_of(GAME, STAGES);
  localparam JOBS  = 6;
  // Jobs behind these that are refused: with them the queue of jobs runs full while nobody takes reports.
  localparam FILL  = 42;
  localparam WORDS = 7;
  localparam STALL = 400;
  localparam CODES = 1 << CODE;
  // Jobs on their way.
  localparam SLOTS = 64;

  reg                    rst, job_valid, report_ready;
  reg  [31:0]            job_data;
  wire                   job_ready, report_valid, busy, closed, closed_terminal;
  wire [31:0]            report_data;
  wire [CORES-1:0]       move, is_stuck, finish, terminal;
  wire [CORES*LANE-1:0]  move_lane, finish_lane;
  wire [CORES*QUOTA-1:0] move_playout, finish_playout;
  wire [CORES*STEP-1:0]  move_step, finish_step;
  wire [CORES*STATE-1:0] move_state, finish_state;
  wire [CORES*MOVES-1:0] legal, does;
  wire [CORES*GOALS-1:0] goal;
  wire [GOALS-1:0]       closed_goal;

`define ENGINE_PORTS ( \
    .clk_i(clk), .rst_i(rst), .job_valid_i(job_valid), .job_ready_o(job_ready), .job_data_i(job_data), \
    .report_valid_o(report_valid), .report_ready_i(report_ready), .report_data_o(report_data), .busy_o(busy), \
    .debug_move_o(move), .debug_move_lane_o(move_lane), .debug_move_playout_o(move_playout), \
    .debug_move_step_o(move_step), .debug_state_o(move_state), .debug_legal_o(legal), .debug_does_o(does), \
    .debug_stuck_o(is_stuck), .debug_end_o(finish), .debug_end_lane_o(finish_lane), \
    .debug_end_playout_o(finish_playout), .debug_end_step_o(finish_step), .debug_end_state_o(finish_state), \
    .debug_end_terminal_o(terminal), .debug_end_goal_o(goal), .debug_closed_o(closed), \
    .debug_closed_terminal_o(closed_terminal), .debug_closed_goal_o(closed_goal))
  generate
    case (100 * CORES + 10 * TOGETHER + PLACES)
      111: begin : g_1x1x1 turns_1x1x1_engine dut `ENGINE_PORTS; end
      114: begin : g_1x1x4 adders_1x1x4_engine dut `ENGINE_PORTS; end
      212: begin : g_2x1x2 turns_2x1x2_engine dut `ENGINE_PORTS; end
      213: begin : g_2x1x3 adders_2x1x3_engine dut `ENGINE_PORTS; end
      311: begin : g_3x1x1 adders_3x1x1_engine dut `ENGINE_PORTS; end
      314: begin : g_3x1x4 turns_3x1x4_engine dut `ENGINE_PORTS; end
      512: begin : g_5x1x2 adders_5x1x2_engine dut `ENGINE_PORTS; end
      513: begin : g_5x1x3 turns_5x1x3_engine dut `ENGINE_PORTS; end
      426: begin : g_4x2x6 turns_4x2x6_engine dut `ENGINE_PORTS; end
      622: begin : g_6x2x2 turns_6x2x2_engine dut `ENGINE_PORTS; end
      633: begin : g_6x3x3 twos_6x3x3_engine dut `ENGINE_PORTS; end
      1248: begin : g_12x4x8 twos_12x4x8_engine dut `ENGINE_PORTS; end
    endcase
  endgenerate
`undef ENGINE_PORTS

  reg  [31:0] checks;
  reg  [31:0] errors;
  assign checks_o = checks;
  assign errors_o = errors;

  // Jobs by number modulo SLOTS: made, begun, reported.
  integer         made, begun, reported;
  reg [31:0]      tag_of [0:SLOTS-1];
  integer         lanes_of [0:SLOTS-1];
  integer         quota_of [0:SLOTS-1];
  integer         limit_of [0:SLOTS-1];
  integer         start_of [0:SLOTS-1];
  reg [63:0]      origin_of [0:SLOTS-1];
  reg             refused_of [0:SLOTS-1];
  reg             still_of [0:SLOTS-1];
  integer         begun_of [0:SLOTS-1];     // clock of its first word
  // What their reports say, in all and for each first move.
  integer         sum_of [0:SLOTS*16-1];
  integer         row_of [0:SLOTS*CODES*16-1];
  // The lanes that are played, -1 for none: their playouts that have begun, those that go on, their turns, and their
  // generators before the next one.
  integer         lane_in [0:LANES-1];
  integer         begun_in [0:LANES-1];
  integer         open_in [0:LANES-1];
  integer         turns_in [0:LANES-1];
  reg [127:0]     bits_in [0:LANES-1];
  // Their places: the number of the playout, -1 for none, its state, steps and first move.
  integer         playout_at [0:LANES*PLACES-1];
  integer         state_at [0:LANES*PLACES-1];
  integer         steps_at [0:LANES*PLACES-1];
  integer         code_at [0:LANES*PLACES-1];
  // Of steps of cores with which playouts end, by clocks modulo STAGES: when they do, which these are, how long, in
  // which state.
  integer         end_clock_at [0:CORES*STAGES-1];
  integer         end_lane_at [0:CORES*STAGES-1];
  integer         end_playout_at [0:CORES*STAGES-1];
  integer         end_steps_at [0:CORES*STAGES-1];
  integer         end_state_at [0:CORES*STAGES-1];
  // Lanes of the job that were begun.
  integer         lanes_begun;
  integer         left, closed_due, closed_seen;

  integer    clock, sent, word, slot, room, core, place, lane, code, next, row, column, index, pace, resets, reset_clock, stalled;
  integer    seen_lanes, seen_still, seen_refused, seen_finished, seen_truncated, seen_stuck, seen_waits, seen_full, seen_all, seen_few;
  reg        model_stuck, ends, is_over, taken, waits, at_row;
  reg [31:0] waiting;
  reg [MOVES-1:0] model_does;
  reg [127:0]     bits;
  reg [15:0]      counted;
  reg [31:0] random;

`include "bench_unit.vh"
`include "engine_jobs.vh"
`include "engine_reports.vh"

  // The next job that has playouts; those without steps are counted at once.
  task begin_jobs;
    begin
      while (left == 0 && begun < made) begin
        slot = begun % SLOTS;
        begin_job;
        begun = begun + 1;
      end
    end
  endtask

  task begin_job;
    begin
      if (refused_of[slot])
        seen_refused = seen_refused + 1;
      else if (still_of[slot]) begin
        seen_still = seen_still + 1;
        for (lane = 0; lane < lanes_of[slot] * quota_of[slot]; lane = lane + 1)
          count_end(over(start_of[slot]) ? 1 : 2, start_of[slot], -1);
        closed_due = closed_due + lanes_of[slot] * quota_of[slot];
      end else begin
        left = lanes_of[slot] * quota_of[slot];
        seen_lanes = seen_lanes + lanes_of[slot];
        seen_few = seen_few + (quota_of[slot] < PLACES ? 1 : 0);
        lanes_begun = 0;
      end
    end
  endtask

  // Where there is none, and moves are picked, the next lane has begun.
  task begin_lane;
    begin
      slot = (begun + SLOTS - 1) % SLOTS;
      check(left > 0 && lanes_begun < lanes_of[slot], 1);
      if (left > 0 && lanes_begun < lanes_of[slot]) begin
        lane_in[room] = lanes_begun;
        begun_in[room] = 0;
        open_in[room] = 0;
        turns_in[room] = 0;
        bits_in[room][63:0] = first_bits(origin_of[slot], lanes_begun, 0);
        bits_in[room][127:64] = first_bits(origin_of[slot], lanes_begun, GENERATORS - 1);
        for (place = 0; place < PLACES; place = place + 1)
          playout_at[PLACES*room+place] = -1;
        lanes_begun = lanes_begun + 1;
      end
    end
  endtask

  // The turns of a lane in a cycle, one of each core.
  task check_turns;
    begin
      for (core = TOGETHER * room; core < TOGETHER * (room + 1); core = core + 1)
        check_turn;
      if (begun_in[room] == quota_of[slot] && open_in[room] == 0)
        lane_in[room] = -1;
    end
  endtask

  // A turn: its place has a playout, or begins one, or has none any more.
  task check_turn;
    begin
      slot = (begun + SLOTS - 1) % SLOTS;
      place = PLACES * room + turns_in[room] % PLACES;
      if (playout_at[place] < 0 && begun_in[room] < quota_of[slot]) begin
        playout_at[place] = begun_in[room];
        begun_in[room] = begun_in[room] + 1;
        open_in[room] = open_in[room] + 1;
        state_at[place] = start_of[slot];
        steps_at[place] = 0;
      end
      // No clock is lost from step to step, nor from playout to playout.
      check(move[core] === (playout_at[place] >= 0), 2);
      if (playout_at[place] >= 0)
        check_move;
      bits_in[room] = after_turn(bits_in[room]);
      turns_in[room] = turns_in[room] + 1;
    end
  endtask

  // The state in which a core picks moves.
  task check_move;
    begin
      check({24'd0, move_lane[LANE*core +: LANE]} == lane_in[room], 3);
      check({26'd0, move_playout[QUOTA*core +: QUOTA]} == playout_at[place], 4);
      check({28'd0, move_step[STEP*core +: STEP]} == steps_at[place], 5);
      check(move_state[STATE*core +: STATE] === state_of(state_at[place]), 6);
      check(legal[MOVES*core +: MOVES] === legal_of(state_at[place]), 7);
      bits = bits_in[room];
      model_step(state_at[place], bits, model_does, model_stuck, code, next);
      check(is_stuck[core] === model_stuck, 8);
      check(model_stuck || does[MOVES*core +: MOVES] === model_does, 9);
      make_step;
    end
  endtask

  task make_step;
    begin
      if (steps_at[place] == 0)
        code_at[place] = code;
      is_over = over(next);
      ends = model_stuck || is_over || steps_at[place] + 1 == limit_of[slot];
      if (!model_stuck) begin
        steps_at[place] = steps_at[place] + 1;
        count(0, -1);
      end
      if (ends) begin
        code = steps_at[place] == 0 ? -1 : code_at[place];
        count_end(model_stuck ? 3 : is_over ? 1 : 2, next, code);
        if (code >= 0)
          row_of[16*(CODES*slot+code)] = row_of[16*(CODES*slot+code)] + steps_at[place];
        if (!model_stuck) begin
          index = STAGES * core + (clock + AHEAD) % STAGES;
          end_clock_at[index] = clock + AHEAD;
          end_lane_at[index] = lane_in[room];
          end_playout_at[index] = playout_at[place];
          end_steps_at[index] = steps_at[place];
          end_state_at[index] = next;
        end
        playout_at[place] = -1;
        open_in[room] = open_in[room] - 1;
        left = left - 1;
      end
      state_at[place] = next;
    end
  endtask

  // The end of a playout, some cycles after its last move where registers are between.
  task check_end;
    begin
      index = STAGES * core + clock % STAGES;
      check(finish[core] === (end_clock_at[index] == clock), 10);
      if (end_clock_at[index] == clock) begin
        check({24'd0, finish_lane[LANE*core +: LANE]} == end_lane_at[index], 15);
        check({26'd0, finish_playout[QUOTA*core +: QUOTA]} == end_playout_at[index], 16);
        check({28'd0, finish_step[STEP*core +: STEP]} == end_steps_at[index], 11);
        check(finish_state[STATE*core +: STATE] === state_of(end_state_at[index]), 12);
        check(terminal[core] === over(end_state_at[index]), 13);
        check(goal[GOALS*core +: GOALS] === goals_of(end_state_at[index]), 14);
      end
    end
  endtask

  task forget;
    begin
      made = 0;
      begun = 0;
      reported = 0;
      left = 0;
      sent = 0;
      word = 0;
      row = 0;
      at_row = 1'b0;
      waits = 1'b0;
      closed_due = 0;
      closed_seen = 0;
      for (room = 0; room < LANES; room = room + 1)
        lane_in[room] = -1;
      for (index = 0; index < CORES * STAGES; index = index + 1)
        end_clock_at[index] = -1;
    end
  endtask

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    job_valid = 1'b0;
    report_ready = 1'b0;
    clock = 0;
    resets = 0;
    reset_clock = 0;
    pace = 0;
    stalled = 0;
    seen_lanes = 0;
    seen_still = 0;
    seen_refused = 0;
    seen_finished = 0;
    seen_truncated = 0;
    seen_stuck = 0;
    seen_waits = 0;
    seen_full = 0;
    seen_all = 0;
    seen_few = 0;
    random = SEED * 32'd2654435761 + 32'd12345;
    forget;
  end

  always @(posedge clk) begin
    taken = job_valid && job_ready === 1'b1;
    if (rst)
      forget;
    else begin
      // The reset goes from cluster to cluster: of two lanes here.
      if (clock - reset_clock > LANES / 2 + STAGES + 6) begin
        for (room = 0; room < LANES; room = room + 1) begin
          if (lane_in[room] < 0 && move[TOGETHER*room +: TOGETHER] !== {TOGETHER{1'b0}})
            begin_lane;
          if (lane_in[room] >= 0)
            check_turns;
        end
        for (core = 0; core < CORES; core = core + 1)
          check_end;
      end
      seen_all = seen_all + (&move === 1'b1 ? 1 : 0);
      closed_seen = closed_seen + (closed === 1'b0 ? 0 : 1);
      begin_jobs;
      // A word of a report stays until it is taken, but for the clocks.
      check(!waits || (report_valid === 1'b1 && report_data === waiting), 29);
      waits = report_valid === 1'b1 && !report_ready;
      waiting = report_data;
      seen_waits = seen_waits + (waits ? 1 : 0);
      seen_full = seen_full + (job_valid && !job_ready && clock - reset_clock > 60 ? 1 : 0);
      if (report_valid === 1'b1 && report_ready)
        check_word;
      if (taken) begin
        if (sent % WORDS == 0)
          begun_of[(sent / WORDS) % SLOTS] = clock;
        sent = sent + 1;
      end
    end

    // Words of jobs, and whether one of a report is taken: always, often, seldom, or not at all for some time.
    clock = clock + 1;
    next_random;
    if (random[9:0] < 10'd8)
      pace = {30'd0, random[13:12]};
    if (made - reported < (resets < 2 ? 10 : JOBS + FILL) && (made < JOBS + FILL || resets < 2) && !rst)
      make_job;
    next_random;
    // After the last reset nobody takes reports until their queue is full and nothing moves any more.
    if (stalled < STALL)
      stalled = resets < 2 || move != {CORES{1'b0}} || taken ? 0 : stalled + 1;
    report_ready <= !rst && (resets < 2 || stalled == STALL) && (pace == 0 || (pace == 1 && random[5]) || (pace == 2 && random[9:6] == 4'd0));
    if (!job_valid || taken || rst) begin
      job_valid <= !rst && sent < WORDS * made && (pace != 1 || random[11:10] == 2'd0);
      job_data <= sent < WORDS * made ? job_word(sent) : random;
    end

    // Two resets, each in the middle of a job.
    rst <= clock < 3;
    if (clock > 3 && !rst && resets < 2 && left > 0 && reported + resets > 0 && random[19:14] == 6'd0) begin
      rst <= 1'b1;
      job_valid <= 1'b0;
      report_ready <= 1'b0;
      resets = resets + 1;
      reset_clock = clock;
    end
    if (reported == made && made == JOBS + FILL && resets == 2 && !rst) begin
      check(busy === 1'b0, 30);
      check(closed_seen == closed_due, 31);
      check(seen_lanes > 10, 34);
      check(seen_still > 0, 35);
      check(seen_refused > 0, 36);
      check(seen_finished > 10 && seen_truncated > 3, 37);
      check(seen_stuck > 0, 38);
      check(seen_waits > 20, 39);
      check(seen_full > 0, 40);
      check(seen_all > 20, 41);
      check(PLACES == 1 || seen_few > 0, 32);
      done <= 1'b1;
    end
    // A word of a report that never comes.
    if (clock - reset_clock > 100000) begin
      check(1'b0, 42);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
