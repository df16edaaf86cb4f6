// Random jobs for playout_control in several shapes, with a model of what plays and counts them.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_control_tb;
  localparam UNITS = 8;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  control_unit #(.STATE(1), .LANE(24), .QUOTA(16), .STEP(16), .CLOCKS(25000), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  control_unit #(.STATE(31), .LANE(32), .QUOTA(32), .STEP(32), .CLOCKS(25000), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  control_unit #(.STATE(32), .LANE(8), .QUOTA(8), .STEP(8), .CLOCKS(25000), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  control_unit #(.STATE(33), .LANE(4), .QUOTA(3), .STEP(5), .CLOCKS(25000), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  control_unit #(.STATE(86), .LANE(24), .QUOTA(16), .STEP(16), .CLOCKS(25000), .SEED(5)) unit_4 (
      clk, done[4], checks[128 +: 32], errors[128 +: 32]
  );
  control_unit #(.STATE(1), .LANE(1), .QUOTA(1), .STEP(1), .CLOCKS(25000), .SEED(6)) unit_5 (
      clk, done[5], checks[160 +: 32], errors[160 +: 32]
  );
  control_unit #(.STATE(64), .LANE(16), .QUOTA(32), .STEP(1), .CLOCKS(25000), .SEED(7)) unit_6 (
      clk, done[6], checks[192 +: 32], errors[192 +: 32]
  );
  control_unit #(.STATE(65), .LANE(3), .QUOTA(9), .STEP(32), .CLOCKS(25000), .SEED(8)) unit_7 (
      clk, done[7], checks[224 +: 32], errors[224 +: 32]
  );

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// One controller, a source of jobs, cores, counters and a reporter. Inputs change by nonblocking assignments, outputs
// are read before the edge.
module control_unit #(
    parameter STATE = 32,
    parameter LANE = 24,
    parameter QUOTA = 16,
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

  localparam WORDS = 6 + (STATE + 31) / 32;
  localparam BITS = 32 * WORDS;
  localparam PLACES = 5;
  // Numbers that fit, and bits that make them too wide.
  localparam [31:0] LANE_MASK = 32'hffff_ffff >> (32 - LANE);
  localparam [31:0] QUOTA_MASK = 32'hffff_ffff >> (32 - QUOTA);
  localparam [31:0] STEP_MASK = 32'hffff_ffff >> (32 - STEP);

  reg              rst;
  reg              valid;
  reg  [31:0]      data;
  reg              ready;
  reg              busy;
  reg              settled;
  reg              reported;
  reg              want;
  reg              taken;
  wire             job_ready;
  wire [STATE-1:0] start;
  wire [QUOTA-1:0] quota_last;
  wire [STEP-1:0]  step_last;
  wire             low, load, open, closed, report, refused;
  wire [31:0]      origin;
  wire [LANE-1:0]  lane;
  wire [31:0]      tag;
  wire [47:0]      cycles;
  // Half of the start states are terminal. A core takes a lane in the clock in which it sees it.
  reg              ends;
  always @(posedge clk) ends <= ^start;
  wire             took = want && open;

  // Jobs here are short: the lower part of the clocks is so short that it runs over.
  playout_control #(
      .STATE(STATE), .LANE(LANE), .QUOTA(QUOTA), .STEP(STEP), .HALF(STATE % 2 == 0 ? 2 : 5)
  ) u_dut (
      .clk_i(clk), .rst_i(rst), .job_valid_i(valid), .job_ready_o(job_ready), .job_data_i(data),
      .start_o(start), .quota_last_o(quota_last), .step_last_o(step_last), .ends_i(ends),
      .seeder_low_o(low), .seeder_load_o(load), .origin_o(origin), .open_o(open), .lane_o(lane), .took_i(took),
      .closed_o(closed), .ready_i(ready), .busy_i(busy), .settled_i(settled), .report_o(report),
      .reported_i(reported), .tag_o(tag), .refused_o(refused), .cycles_o(cycles)
  );

  reg  [31:0] checks;
  reg  [31:0] errors;
  assign checks_o = checks;
  assign errors_o = errors;

  // What the job is good for.
  localparam [1:0] PLAYED = 2'd0, STILL = 2'd1, REFUSED = 2'd2;
  // Where the controller is. A reset is aimed at one of these, or at none.
  localparam [2:0] NOWHERE = 3'd0, WORDS_COME = 3'd1, LOOKS = 3'd2, PLAYS = 3'd3, CLOSES = 3'd4, SETTLES = 3'd5,
    REPORTS = 3'd6;

  // The job whose words are sent, and the one that is played.
  reg  [BITS-1:0]  sent;
  integer          sent_words;
  integer          shown;  // number of the word that was taken a clock ago, or -1
  reg  [2:0]       sent_aim;
  integer          sent_fuse;
  integer          patience;
  reg  [BITS-1:0]  job;
  reg  [1:0]       kind;
  reg              playing;
  reg  [2:0]       aim;
  integer          fuse;
  integer          age;
  reg  [63:0]      lanes, per_lane, max_steps, events, due;
  reg  [47:0]      clocks;
  reg              over, was_over, was_report, between;
  integer          quiet;

  // The cores: clocks left in each place. The counters: when what happened makes them unsettled, and how long.
  integer          left [0:PLACES-1];
  integer          longest;
  reg  [4:0]       on_the_way;
  integer          unsettled;
  integer          not_ready;
  integer          place, free;
  reg              ended;
  reg              passed;
  reg  [2:0]       where;

  integer          clock, index;
  integer          seen_played, seen_still, seen_refused, seen_waits, seen_lanes, seen_biggest;
  integer          seen_aims [0:7];
  reg  [31:0]      random;
  reg  [31:0]      lanes_word, quota_word, step_word;
  reg  [2:0]       sort;

`include "bench_unit.vh"

  // A number with a bit above its width, often the first, with others or alone; 0 where there is no such bit.
  task too_wide(input integer width, output reg [31:0] number);
    integer above;
    begin
      next_random;
      above = width == 32 || random[9] ? 0 : {27'd0, random[8:4]} % (32 - width);
      number = 32'd0;
      if (width < 32) begin
        if (random[3])
          number = random;
        number[width + above] = 1'b1;
      end
    end
  endtask

  // The next job for the controller, and whether a reset will hit it.
  task make_job;
    begin
      for (index = 0; index < WORDS; index = index + 1) begin
        next_random;
        sent[32*index +: 32] = random;
      end
      sent_words = 0;
      next_random;
      patience = random[8:6] == 3'd0 ? 10 : random[8] ? 256 : 128;
      sent_aim = NOWHERE;
      if (random[10])
        sent_aim = random[13:11] % 3'd7;
      sent_fuse = sent_aim == LOOKS || random[18] ? 0 : {28'd0, random[17:14]} % 5;
      // Few lanes, mostly; numbers that just fit, now and then.
      next_random;
      lanes_word = ({28'd0, random[10:7]} & LANE_MASK) % 12 + 1;
      if (random[13:11] == 3'd0 && LANE <= 8)
        lanes_word = LANE_MASK;
      sort = random[16:14];
      next_random;
      quota_word = random & QUOTA_MASK;
      next_random;
      step_word = random & STEP_MASK;
      next_random;
      if (random[6:4] == 3'd0)
        quota_word = 32'd1;
      if (random[9:7] == 3'd0)
        quota_word = QUOTA_MASK;
      if (random[12:10] == 3'd0)
        step_word = 32'd1;
      if (random[15:13] == 3'd0)
        step_word = STEP_MASK;
      if (quota_word == 32'd0)
        quota_word = 32'd1;
      if (step_word == 32'd0)
        step_word = 32'd1;
      // Nobody waits for the last of very many lanes: a reset ends them.
      if (random[19:16] == 4'd0 && LANE > 8) begin
        next_random;
        lanes_word = random & LANE_MASK | 32'd1 << (LANE - 1);
        sent_aim = PLAYS;
        sent_fuse = {26'd0, random[5:0]};
        sort = 3'd0;
      end
      if (sort < 3'd4 && sent_aim == CLOSES)
        sent_aim = PLAYS;
      if (sort >= 3'd4 && sent_aim == PLAYS)
        sent_aim = CLOSES;
      case (sort)
        // Played.
        0, 1, 2, 3: sent[192] = sent[192] ^ (^sent[192 +: STATE]);
        // Without steps: the start state is terminal, or the limit is 0.
        4, 5: begin
          if (lanes_word > 15)
            quota_word = 32'd1;
          else if (quota_word > 255 || lanes_word > 2)
            quota_word = (quota_word - 1) % (QUOTA < 5 ? QUOTA_MASK : 32'd20) + 1;
          next_random;
          if (random[5])
            step_word = 32'd0;
          else
            sent[192] = sent[192] ^ ~(^sent[192 +: STATE]);
          // Very many again.
          if (random[10:6] == 5'd0 && LANE > 8 && QUOTA > 8) begin
            lanes_word = LANE_MASK;
            quota_word = QUOTA_MASK;
            sent_aim = CLOSES;
          end
        end
        // Refused.
        default: begin
          next_random;
          case ({24'd0, random[14:7]} % 5)
            0: lanes_word = 32'd0;
            1: quota_word = 32'd0;
            2: too_wide(LANE, lanes_word);
            3: too_wide(QUOTA, quota_word);
            default: begin
              too_wide(STEP, step_word);
              if (STEP == 32)
                lanes_word = 32'd0;
            end
          endcase
        end
      endcase
      sent[32 +: 32] = lanes_word;
      sent[64 +: 32] = quota_word;
      sent[96 +: 32] = step_word;
    end
  endtask

  // The words are there: what must become of them.
  task begin_job;
    begin
      job = sent;
      between = 1'b0;
      aim = sent_aim;
      fuse = sent_fuse;
      lanes = {32'd0, job[32 +: 32]};
      per_lane = {32'd0, job[64 +: 32]};
      max_steps = {32'd0, job[96 +: 32]};
      if (lanes == 0 || per_lane == 0 || lanes >= 64'd1 << LANE || per_lane >= 64'd1 << QUOTA
              || max_steps >= 64'd1 << STEP) begin
        kind = REFUSED;
        due = 64'd0;
        seen_refused = seen_refused + 1;
      end else if (max_steps == 0 || ^job[192 +: STATE]) begin
        kind = STILL;
        due = lanes * per_lane;
        seen_still = seen_still + 1;
      end else begin
        kind = PLAYED;
        due = lanes;
        seen_played = seen_played + 1;
      end
      if (kind != REFUSED && (lanes == {32'd0, LANE_MASK} || per_lane == {32'd0, QUOTA_MASK}))
        seen_biggest = seen_biggest + 1;
      events = 64'd0;
      age = 0;
      quiet = 0;
      playing = 1'b1;
      was_over = 1'b0;
      was_report = 1'b0;
      next_random;
      longest = random[5:4] == 2'd0 ? 1 : random[5:4] == 2'd1 ? 4 : 40;
    end
  endtask

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    valid = 1'b0;
    data = 32'd0;
    ready = 1'b0;
    busy = 1'b0;
    settled = 1'b0;
    reported = 1'b0;
    want = 1'b0;
    taken = 1'b0;
    sent_words = 0;
    playing = 1'b0;
    clocks = 48'd0;
    where = NOWHERE;
    aim = NOWHERE;
    fuse = 0;
    age = 0;
    quiet = 0;
    longest = 1;
    on_the_way = 5'd0;
    unsettled = 0;
    not_ready = 10;
    patience = 256;
    ended = 1'b0;
    over = 1'b0;
    was_over = 1'b0;
    was_report = 1'b0;
    passed = 1'b0;
    clock = 0;
    seen_played = 0;
    seen_still = 0;
    seen_refused = 0;
    seen_waits = 0;
    seen_lanes = 0;
    seen_biggest = 0;
    shown = -1;
    for (index = 0; index < 8; index = index + 1)
      seen_aims[index] = 0;
    for (index = 0; index < PLACES; index = index + 1)
      left[index] = 0;
    random = SEED * 32'd2654435761 + 32'd12345;
    make_job;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    ended = 1'b0;
    passed = 1'b0;
    if (rst) begin
      shown = -1;
      playing = 1'b0;
      clocks = 48'd0;
      was_report = 1'b0;
      make_job;
      next_random;
      not_ready = random[20] ? {28'd0, random[24:21]} : 0;
      on_the_way = 5'd0;
      unsettled = 0;
      for (index = 0; index < PLACES; index = index + 1)
        left[index] = 0;
    end else begin
      check(cycles === clocks, 1);
      check(job_ready === (ready && !playing), 2);
      passed = valid && job_ready === 1'b1;
      if (!playing) begin
        check(open === 1'b0 && closed === 1'b0 && report === 1'b0, 3);
        // The words of the origin are shown in the clocks behind those in which they are taken.
        check(low === (shown == 4), 7);
        check(load === (shown == 5), 7);
        if (low === 1'b1)
          check(origin === sent[128 +: 32], 5);
        if (load === 1'b1)
          check(origin === sent[160 +: 32], 5);
      end else begin
        seen_waits = seen_waits + (valid ? 1 : 0);
        // The fields stay all the time, the limits from the clock after the look on.
        check(tag === job[0 +: 32], 4);
        check(start === job[192 +: STATE], 6);
        check(low === 1'b0 && load === 1'b0, 19);
        over = events == due;
        if (age < 2) begin
          check(open === 1'b0 && closed === 1'b0 && report === 1'b0, 8);
        end else begin
          check(refused === (kind == REFUSED), 9);
          if (kind != REFUSED) begin
            check({{(64-QUOTA){1'b0}}, quota_last} + 64'd1 == per_lane, 10);
            if (kind == PLAYED)
              check({{(64-STEP){1'b0}}, step_last} + 64'd1 == max_steps, 11);
          end
          // It means nothing in the clock after a lane was taken.
          if (!taken)
            check(open === (kind == PLAYED && !over), 12);
          if (kind == PLAYED && !over)
            check({{(64-LANE){1'b0}}, lane} == events, 13);
          // Playouts without steps: one in each cycle, but for that behind a lane.
          check(closed === (kind == STILL && !over && !between), 14);
          if (was_report) begin
            check(report === 1'b1, 15);
          end else if (kind == REFUSED) begin
            check(report === 1'b1, 16);
          end else begin
            // Not before all is over and counted, and then soon.
            check(report === 1'b0 || was_over, 17);
            check(report === 1'b1 || quiet <= 5, 18);
          end
          was_report = report === 1'b1;
        end
        was_over = age > 1 && over && !busy && settled && on_the_way == 5'd0 && unsettled == 0;
        quiet = was_over ? quiet + 1 : 0;
        age = age + 1;
        // Cores and counters.
        if (took === 1'b1 || closed === 1'b1) begin
          events = events + 64'd1;
          seen_lanes = seen_lanes + 1;
        end
        ended = closed === 1'b1;
        between = ended && events % per_lane == 64'd0;
      end

      if (!playing && sent_words == 0 && !passed)
        clocks = 48'd0;
      else
        clocks = clocks + 48'd1;
      if (reported) begin
        playing = 1'b0;
        clocks = 48'd0;
      end
      shown = passed ? sent_words : -1;
      if (passed) begin
        sent_words = sent_words + 1;
        if (sent_words == WORDS) begin
          begin_job;
          make_job;
        end
      end
      if (not_ready > 0)
        not_ready = not_ready - 1;
    end

    taken = took === 1'b1 && !rst;

    // The cores play on; a new lane goes to a free place.
    free = 0;
    next_random;
    if (rst)
      want <= 1'b0;
    else begin
      for (place = 0; place < PLACES; place = place + 1)
        if (left[place] > 0) begin
          left[place] = left[place] - 1;
          ended = ended || left[place] == 0;
        end
      index = took === 1'b1 ? 1 : 0;
      for (place = 0; place < PLACES; place = place + 1)
        if (left[place] == 0) begin
          if (index == 1)
            left[place] = {20'd0, random[31:20]} % longest + 1;
          else
            free = free + 1;
          index = 0;
        end
      want <= took !== 1'b1 && free > 0 && (longest == 1 || random[5:4] == 2'd0);
    end
    busy <= 1'b0;
    for (place = 0; place < PLACES; place = place + 1)
      if (left[place] > 0)
        busy <= 1'b1;

    // The counters: not settled within five cycles after the last clock of a lane or of a playout without steps.
    next_random;
    if (ended && !rst)
      on_the_way[{29'd0, random[10:8]} % 5] = 1'b1;
    if (unsettled > 0)
      unsettled = unsettled - 1;
    if (on_the_way[0])
      unsettled = {28'd0, random[14:11]} + 1;
    on_the_way = on_the_way >> 1;
    ready <= not_ready == 0 && !rst;
    settled <= not_ready == 0 && !rst && unsettled == 0;

    // The reporter.
    next_random;
    reported <= playing && was_report && !rst && random[17:16] == 2'd0;

    // A word waits until it is taken.
    next_random;
    if (rst || passed || !valid) begin
      valid <= !rst && {24'd0, random[14:7]} < patience;
      data <= random;
      if (!rst && {24'd0, random[14:7]} < patience)
        data <= sent[32*sent_words +: 32];
    end

    // A reset now and then, in the middle of something.
    where = NOWHERE;
    if (!playing)
      where = sent_words > 0 ? WORDS_COME : NOWHERE;
    else if (age < 2)
      where = LOOKS;
    else if (was_report)
      where = REPORTS;
    else if (kind == STILL && events < due)
      where = CLOSES;
    else if (kind == PLAYED && (events < due || busy))
      where = PLAYS;
    else
      where = SETTLES;
    next_random;
    rst <= clock < 3 || (rst && random[5]);
    if (!rst && where != NOWHERE && where == (playing ? aim : sent_aim)) begin
      if (playing && fuse > 0)
        fuse = fuse - 1;
      else if (!playing && sent_fuse > 0)
        sent_fuse = sent_fuse - 1;
      else begin
        rst <= 1'b1;
        reported <= 1'b0;
        seen_aims[where] = seen_aims[where] + 1;
      end
    end

    if (clock == CLOCKS) begin
      check(seen_played > 30, 30);
      check(seen_still > 20, 31);
      check(seen_refused > 20, 32);
      check(seen_waits > 100, 33);
      check(seen_lanes > 100, 34);
      check(seen_biggest > 3, 35);
      for (index = {29'd0, WORDS_COME}; index <= {29'd0, REPORTS}; index = index + 1)
        check(seen_aims[index] > 0, 40 + index);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
