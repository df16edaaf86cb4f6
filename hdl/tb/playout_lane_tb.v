// Lanes of random jobs of three games, played by one to eight cores with one to sixteen playouts in flight, compared
// clock by clock with a model of the games, of random play, and of who has its turn when.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_lane_tb;
  localparam UNITS = 18;
  // A clock takes Icarus far longer: fewer of them show that both simulators read the gateware alike.
`ifdef __ICARUS__
  localparam CLOCKS = 7000;
`else
  localparam CLOCKS = 12000;
`endif
  // Game, cores of the lane and its places, two digits each.
  localparam [32*UNITS-1:0] SIZES = {
      32'd000101, 32'd000102, 32'd000103, 32'd000104, 32'd000107, 32'd000116,
      32'd010101, 32'd010102, 32'd010103, 32'd010104, 32'd010107, 32'd010116,
      32'd010202, 32'd010206, 32'd020306, 32'd020404, 32'd020412, 32'd020816
  };

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  genvar i;
  generate
    for (i = 0; i < UNITS; i = i + 1) begin : units
      lane_unit #(.SIZE(SIZES[32*(UNITS-1-i) +: 32]), .CLOCKS(CLOCKS), .SEED(i + 1)) unit (
          clk, done[i], checks[32*i +: 32], errors[32*i +: 32]
      );
    end
  endgenerate

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// One lane with its cores, what hands lanes to it, and its model. Inputs change by nonblocking assignments, outputs are
// read before the edge.
//
// Every place has its turn in every STAGES-th clock, and in each cycle a place of each core, in the order of the cores.
// The steps of a place end in clocks that are equal modulo STAGES. So the model knows the places of a core by that
// number: where a step is made a clock late, a place waits for a playout a turn longer than it must, or bits are of
// another turn, it says so.
module lane_unit #(
    parameter SIZE = 101,  // as above
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

  localparam GAME     = SIZE / 10000;
  localparam TOGETHER = SIZE / 100 % 100;
  localparam PLACES   = SIZE % 100;
  localparam STAGES   = PLACES / TOGETHER;
`include "game_model.vh"

  // As in hdl/tests/benches/engines.rs.
  localparam LANE  = 8;
  localparam QUOTA = 6;
  localparam STEP  = 4;
`include "times.vh"
  // From the picks to the end of a step, and from its beginning to the picks.
  localparam AHEAD = ahead_of(GAME, STAGES);
  localparam MADE = STAGES - 1 - AHEAD;
  // Bits that each generator gives in a cycle, those of a turn for each core.
  localparam GIVEN = TOGETHER * GIVES;
  localparam OTHER = GAME == ADDERS ? TOGETHER * DRAWN : 0;
  // Generators take pieces of seeds when they draw.
  localparam LATER = draw_of(GAME, STAGES);
  // Pieces of a lane's seeds, and bits of each: as many as are drawn in a cycle.
  localparam LEAST = GAME == ADDERS ? OTHER : GIVEN;
  localparam CHUNKS = (64 + LEAST - 1) / LEAST;
  localparam CHUNK = GIVEN + OTHER;

  reg                      rst;
  reg  [STATE-1:0]         start;
  reg  [QUOTA-1:0]         quota_last;
  reg  [STEP-1:0]          step_last;
  reg                      offer, last;
  reg  [LANE-1:0]          lane;
  reg  [CHUNK-1:0]         chunk;
  wire                     room, ended;
  // Of all cores, the first one lowest.
  wire [TOGETHER-1:0]          first, move, is_stuck, finish, terminal;
  wire [TOGETHER*COUNTERS-1:0] events;
  wire [TOGETHER*CODE-1:0]     first_code;
  wire [TOGETHER*STEP-1:0]     first_steps, move_step, finish_step;
  wire [TOGETHER*LANE-1:0]     move_lane, finish_lane;
  wire [TOGETHER*QUOTA-1:0]    move_playout, finish_playout;
  wire [TOGETHER*STATE-1:0]    move_state, finish_state;
  wire [TOGETHER*MOVES-1:0]    legal, does;
  wire [TOGETHER*GOALS-1:0]    goal;

  wire [CHUNK-1:0] chunk_later;
  playout_delay #(.WIDTH(CHUNK), .CLOCKS(LATER)) u_later (
      .clk_i(clk), .rst_i(1'b0), .data_i(chunk), .data_o(chunk_later)
  );

`define LANE_PORTS ( \
    .clk_i(clk), .rst_i(rst), .start_i(start), .quota_last_i(quota_last), .step_last_i(step_last), \
    .offer_i(offer), .last_i(last), .lane_i(lane), .chunk_i(chunk_later), .room_o(room), .ended_o(ended), \
    .events_o(events), .first_o(first), .first_code_o(first_code), .first_steps_o(first_steps), \
    .debug_move_o(move), .debug_move_lane_o(move_lane), .debug_move_playout_o(move_playout), \
    .debug_move_step_o(move_step), .debug_state_o(move_state), .debug_legal_o(legal), .debug_does_o(does), \
    .debug_stuck_o(is_stuck), .debug_end_o(finish), .debug_end_lane_o(finish_lane), \
    .debug_end_playout_o(finish_playout), .debug_end_step_o(finish_step), .debug_end_state_o(finish_state), \
    .debug_end_terminal_o(terminal), .debug_end_goal_o(goal))
  generate
    case (SIZE)
      101: begin : g_adders_1_1 adders_1x1x1_lane dut `LANE_PORTS; end
      102: begin : g_adders_1_2 adders_1x1x2_lane dut `LANE_PORTS; end
      103: begin : g_adders_1_3 adders_1x1x3_lane dut `LANE_PORTS; end
      104: begin : g_adders_1_4 adders_1x1x4_lane dut `LANE_PORTS; end
      107: begin : g_adders_1_7 adders_1x1x7_lane dut `LANE_PORTS; end
      116: begin : g_adders_1_16 adders_1x1x16_lane dut `LANE_PORTS; end
      10101: begin : g_turns_1_1 turns_1x1x1_lane dut `LANE_PORTS; end
      10102: begin : g_turns_1_2 turns_1x1x2_lane dut `LANE_PORTS; end
      10103: begin : g_turns_1_3 turns_1x1x3_lane dut `LANE_PORTS; end
      10104: begin : g_turns_1_4 turns_1x1x4_lane dut `LANE_PORTS; end
      10107: begin : g_turns_1_7 turns_1x1x7_lane dut `LANE_PORTS; end
      10116: begin : g_turns_1_16 turns_1x1x16_lane dut `LANE_PORTS; end
      10202: begin : g_turns_2_2 turns_2x2x2_lane dut `LANE_PORTS; end
      10206: begin : g_turns_2_6 turns_2x2x6_lane dut `LANE_PORTS; end
      20306: begin : g_twos_3_6 twos_3x3x6_lane dut `LANE_PORTS; end
      20404: begin : g_twos_4_4 twos_4x4x4_lane dut `LANE_PORTS; end
      20412: begin : g_twos_4_12 twos_4x4x12_lane dut `LANE_PORTS; end
      20816: begin : g_twos_8_16 twos_8x8x16_lane dut `LANE_PORTS; end
    endcase
  endgenerate
`undef LANE_PORTS

  reg  [31:0] checks;
  reg  [31:0] errors;
  assign checks_o = checks;
  assign errors_o = errors;

  // The playout at each place, which are in the order of turns: its number in its lane, its steps and state.
  reg               at_work [0:PLACES-1];
  integer           playout_at [0:PLACES-1];
  integer           steps_at [0:PLACES-1];
  integer           state_at [0:PLACES-1];
  // The step it is making, and the first one.
  reg               stuck_at [0:PLACES-1];
  integer           next_at [0:PLACES-1];
  integer           code_at [0:PLACES-1];

  // The job.
  integer    start_state, quota, limit, lanes;
  // What the cores have counted, to see at the next edge.
  reg [TOGETHER*COUNTERS-1:0] model_events;
  reg [TOGETHER-1:0]          model_first;
  reg                         model_ended;
  integer                     model_code [0:TOGETHER-1];
  integer                     model_steps [0:TOGETHER-1];

  // Whether there is room; whether a lane is taken, and its number is told; the clocks of its window; whether it is
  // played, and whether it is over.
  reg        free, claim, named, filling, plays, over_now;
  // The lane: its number, the playouts that have begun, the generators before the turn whose moves are picked next.
  // Turns count from 0; until the first one is there they are negative.
  reg [LANE-1:0] lane_now;
  integer        lane_begun, turn;
  reg [127:0]    bits;

  // The next clock of an offer's window, and clocks until the next offer may come.
  integer    tick, pause, reset_left;
  reg [63:0] pieces;

  integer    clock, core, place, busy_places, code, rarity, ended_now, replaced_now;
  integer    seen_finished, seen_truncated, seen_stuck, seen_undefined, seen_free, seen_passed, seen_resets;
  integer    seen_jobs, seen_few, seen_soon, seen_cut, seen_less, seen_both, seen_part;
  reg        known, resets, freed, model_stuck, ends, is_over;
  reg [MOVES-1:0] model_does;
  reg [COUNTERS-1:0] own_events;
  reg [31:0] random;

`include "bench_unit.vh"

  // A job from any state that can be reached, but those in which it is over.
  task make_job;
    begin
      start_state = 0;
      if (GAME != ADDERS)
        start_state = 14;
      next_random;
      if (random[4])
        start_state = 2 + {20'd0, random[31:20]} % (GAME == ADDERS ? 14 : 10);
      next_random;
      quota = {24'd0, random[13:6]} % (random[5] ? 4 : 26) + 1;
      if (quota == 26)
        quota = 63;
      limit = {24'd0, random[21:14]} % 15 + 1;
      lanes = {24'd0, random[29:22]} % 6 + 1;
      next_random;
      rarity = {30'd0, random[11:10]};
      start <= state_of(start_state);
      quota_last <= quota - 1;
      step_last <= limit - 1;
      seen_jobs = seen_jobs + 1;
    end
  endtask

  // The states in which moves are picked in this clock: a turn of each core.
  task check_moves;
    for (core = 0; core < TOGETHER; core = core + 1)
      check_move;
  endtask

  task check_move;
    begin
      place = (clock + AHEAD) % STAGES * TOGETHER + core;
      check(move[core] === at_work[place], 1);
      if (at_work[place]) begin
        check(move_lane[LANE*core +: LANE] === lane_now, 2);
        check({26'd0, move_playout[QUOTA*core +: QUOTA]} == playout_at[place], 3);
        check({28'd0, move_step[STEP*core +: STEP]} == steps_at[place], 4);
        check(move_state[STATE*core +: STATE] === state_of(state_at[place]), 5);
        check(legal[MOVES*core +: MOVES] === legal_of(state_at[place]), 6);
        model_step(state_at[place], bits, model_does, model_stuck, code, next_at[place]);
        stuck_at[place] = model_stuck;
        check(is_stuck[core] === model_stuck, 7);
        check(model_stuck || does[MOVES*core +: MOVES] === model_does, 8);
        if (steps_at[place] == 0)
          code_at[place] = code;
      end
      // The bits of a turn are gone, whether or not a playout had it.
      if (turn >= 0)
        bits = after_turn(bits);
      turn = turn + 1;
    end
  endtask

  // A playout that comes to its end in this clock, if one does.
  task check_end;
    begin
      is_over = over(next_at[place]);
      ends = stuck_at[place] || is_over || steps_at[place] + 1 == limit;
      check(finish[core] === (ends && !stuck_at[place]), 9);
      own_events[0] = !stuck_at[place];
      own_events[3] = stuck_at[place];
      model_first[core] = ends && !(stuck_at[place] && steps_at[place] == 0);
      model_code[core] = code_at[place];
      model_steps[core] = steps_at[place] + (stuck_at[place] ? 0 : 1);
      seen_stuck = seen_stuck + (stuck_at[place] ? 1 : 0);
      if (ends && !stuck_at[place]) begin
        check(finish_lane[LANE*core +: LANE] === lane_now, 10);
        check({26'd0, finish_playout[QUOTA*core +: QUOTA]} == playout_at[place], 11);
        check({28'd0, finish_step[STEP*core +: STEP]} == steps_at[place] + 1, 12);
        check(finish_state[STATE*core +: STATE] === state_of(next_at[place]), 13);
        check(terminal[core] === is_over, 14);
        check(goal[GOALS*core +: GOALS] === goals_of(next_at[place]), 15);
        own_events[1] = is_over;
        own_events[2] = !is_over;
        if (is_over)
          own_events[COUNTERS-1:4] = values_of(next_at[place]);
        seen_finished = seen_finished + (is_over ? 1 : 0);
        seen_truncated = seen_truncated + (is_over ? 0 : 1);
        seen_undefined = seen_undefined + (is_over && own_events[COUNTERS-1 -: 2] == 2'd0 ? 1 : 0);
      end
      steps_at[place] = steps_at[place] + 1;
      state_at[place] = next_at[place];
      at_work[place] = !ends;
      ended_now = ended_now + (ends ? 1 : 0);
      replaced_now = replaced_now + (ends && lane_begun < quota ? 1 : 0);
    end
  endtask

  // What a generator begins with, of the last 64 bits of the pieces that it took. Up to 32 bits a clock its newest bits
  // are made of the first others, all others being zero as long as pieces come.
  function [63:0] seed_of(input [63:0] word, input integer given);
    reg [95:0] all;
    integer    made;
    begin
      all = {32'd0, word};
      for (made = 0; made < given; made = made + 1)
        all[64+made] = word[made] ^ (made + 10 < 64 - given & word[(made+10)&63])
            ^ (made + 18 < 64 - given & word[(made+18)&63]) ^ (made + 29 < 64 - given & word[(made+29)&63]);
      all = all >> given;
      seed_of = given <= 32 ? all[63:0] : word;
    end
  endfunction

  // An offer, and the window of a lane that was taken.
  task check_take;
    begin
      seen_passed = seen_passed + (offer && !free ? 1 : 0);
      seen_soon = seen_soon + (offer && free && freed ? 1 : 0);
      claim = offer && free;
      if (named)
        lane_now = lane;
      named = claim;
      if (filling) begin
        bits[63:0] = {chunk[GIVEN-1:0], bits[63:GIVEN]};
        if (GAME == ADDERS)
          bits[127:64] = {chunk[CHUNK-1 -: LEAST], bits[127:64+LEAST]};
        // The first turns begin in the clock behind the last piece.
        turn = -(1 + MADE) * TOGETHER;
        if (last) begin
          bits[63:0] = seed_of(bits[63:0], GIVEN);
          if (GAME == ADDERS)
            bits[127:64] = seed_of(bits[127:64], OTHER);
          filling = 1'b0;
          plays = 1'b1;
          lane_begun = 0;
          seen_few = seen_few + (quota < PLACES ? 1 : 0);
          seen_less = seen_less + (quota < TOGETHER ? 1 : 0);
        end
      end
      filling = claim || filling;
    end
  endtask

  // The ends of steps, and the playouts that begin behind them, in the order of the cores.
  task check_turns;
    begin
      ended_now = 0;
      replaced_now = 0;
      for (core = 0; core < TOGETHER; core = core + 1)
        check_turn;
      seen_both = seen_both + (ended_now > 1 && replaced_now == ended_now ? 1 : 0);
      seen_part = seen_part + (replaced_now > 0 && replaced_now < ended_now ? 1 : 0);
    end
  endtask

  task check_turn;
    begin
      place = clock % STAGES * TOGETHER + core;
      own_events = {COUNTERS{1'b0}};
      model_first[core] = 1'b0;
      seen_free = seen_free + (plays && !at_work[place] && lane_begun == quota ? 1 : 0);
      if (at_work[place])
        check_end;
      else
        check(finish[core] === 1'b0, 17);
      model_events[COUNTERS*core +: COUNTERS] = own_events;
      if (plays && !at_work[place] && lane_begun < quota) begin
        at_work[place] = 1'b1;
        playout_at[place] = lane_begun;
        lane_begun = lane_begun + 1;
        steps_at[place] = 0;
        state_at[place] = start_state;
      end
    end
  endtask

  // A lane is over in the clock behind that of its last step; then that is said, and there is room.
  task check_over;
    begin
      model_ended = over_now;
      freed = over_now;
      free = over_now || (free && !claim);
      count_busy;
      over_now = plays && lane_begun == quota && busy_places == 0;
      plays = plays && !over_now;
    end
  endtask

  task count_busy;
    begin
      busy_places = 0;
      for (place = 0; place < PLACES; place = place + 1)
        busy_places = busy_places + (at_work[place] ? 1 : 0);
    end
  endtask

  // The next clock's offer, window, and piece of seeds. Outside of windows all of it means nothing.
  task drive;
    begin
      offer <= 1'b0;
      tick = offer ? 0 : tick + 1;
      if (offer)
        pause = CHUNKS;
      else if (pause > 0)
        pause = pause - 1;
      next_random;
      pieces[63:32] = random;
      next_random;
      pieces[31:0] = random;
      chunk <= pieces[CHUNK-1:0];
      next_random;
      lane <= random[12:5];
      last <= tick < CHUNKS ? tick == CHUNKS - 1 : random[13];
      // Now and then a lane is offered for which there is no room: somebody else takes it.
      if (pause == 0 && !offer && !rst && (lanes > 0 || random[31:28] == 4'd0)
          && (random[24:20] & ((5'd1 << (2 * rarity)) - 5'd1)) == 5'd0) begin
        if (free || random[19:18] == 2'd0) begin
          offer <= 1'b1;
          lanes = lanes - (free && lanes > 0 ? 1 : 0);
        end
      end
    end
  endtask

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    offer = 1'b0;
    last = 1'b0;
    lane = {LANE{1'b0}};
    chunk = {CHUNK{1'b0}};
    tick = CHUNKS;
    pause = 0;
    reset_left = STAGES + 2;
    known = 1'b0;
    clock = 0;
    seen_finished = 0;
    seen_truncated = 0;
    seen_stuck = 0;
    seen_undefined = 0;
    seen_free = 0;
    seen_passed = 0;
    seen_resets = 0;
    seen_jobs = 0;
    seen_few = 0;
    seen_soon = 0;
    seen_cut = 0;
    seen_less = 0;
    seen_both = 0;
    seen_part = 0;
    random = SEED * 32'd2654435761 + 32'd12345;
    make_job;
  end

  always @(posedge clk) begin
    if (known) begin
      check(ended === model_ended, 23);
      check(room === free, 18);
      check(events === model_events, 19);
      check(first === model_first, 20);
      for (core = 0; core < TOGETHER; core = core + 1)
        if (model_first[core]) begin
          check({{32-CODE{1'b0}}, first_code[CODE*core +: CODE]} == model_code[core], 21);
          check({28'd0, first_steps[STEP*core +: STEP]} == model_steps[core], 22);
        end
    end
    if (rst) begin
      known = 1'b1;
      model_events = {TOGETHER*COUNTERS{1'b0}};
      model_first = {TOGETHER{1'b0}};
      model_ended = 1'b0;
      for (place = 0; place < PLACES; place = place + 1)
        at_work[place] = 1'b0;
      free = 1'b1;
      freed = 1'b0;
      named = 1'b0;
      filling = 1'b0;
      plays = 1'b0;
      over_now = 1'b0;
      busy_places = 0;
      turn = -(1 + STAGES) * TOGETHER;
      lanes = 0;
      // The window of before may go on: it means nothing any more.
      pause = 0;
    end else begin
      check_take;
      check_moves;
      check_turns;
      check_over;
    end

    // The next job when nothing of this one is left.
    if (free && lanes == 0 && !offer && pause == 0 && !rst)
      make_job;
    drive;

    clock = clock + 1;
    next_random;
    // A reset takes as many cycles as a core has stages. Windows are few cycles: they see more of them.
    resets = reset_left == 0 && (filling ? random[18:12] == 7'd0 : random[18:11] == 8'd0);
    seen_resets = seen_resets + (resets && busy_places > 0 ? 1 : 0);
    seen_cut = seen_cut + (resets && (filling || plays && lane_begun < PLACES) ? 1 : 0);
    reset_left = resets ? STAGES : reset_left - (reset_left > 0 ? 1 : 0);
    rst <= reset_left > 0;
    if (clock == CLOCKS) begin
      check(seen_finished > 40, 30);
      check(seen_truncated > 20, 31);
      check(seen_stuck > 20, 32);
      check(GAME != ADDERS || seen_undefined > 10, 33);
      check(PLACES == 1 || seen_free > 50, 34);
      check(seen_passed > 20, 35);
      check(seen_resets > 3, 36);
      check(seen_jobs > 10, 37);
      check(PLACES == 1 || seen_few > 10, 38);
      check(seen_soon > 5, 39);
      check(seen_cut > 3, 40);
      // Several playouts ended in the same cycle: all were replaced, or only the first of them.
      check(TOGETHER == 1 || seen_both > 10, 41);
      check(TOGETHER == 1 || seen_part > 10, 42);
      check(TOGETHER == 1 || seen_less > 10, 43);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
