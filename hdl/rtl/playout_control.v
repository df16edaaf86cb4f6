// Takes jobs, one after another, and sees each through to its report.
//
// A job is 6 + ceil(STATE / 32) words: tag, lanes, playouts per lane, step limit, origin (low, high), start state (bit
// 0 first; the rest of its last word is ignored). hdl/INTERFACE.md describes them. The controller hands out lanes to
// the cores as long as there are any, waits for all of them, and asks for the report. Jobs nobody can play, without
// lanes or playouts, with numbers that do not fit the widths or with a step limit below LEAST, are reported as refused.
// Playouts from a terminal state, or with step limit 0, are played here, one a clock, with a clock between lanes.
//
// Words   One is taken at each edge where job_valid_i and job_ready_o are high. No word of the next job is taken before
//         the report is out. A job may stop in the middle of its words and go on any time later.
// Job     tag_o and start_o are right from the clock after the last word until reported_i, the others from one clock
//         later. ends_i is looked at in the clock behind that first one: what makes it of start_o may take a clock.
// Origin  origin_o is its low word while seeder_low_o is high, and its high word while seeder_load_o is: the clocks behind
//         those in which these words are taken, whatever the job. Nobody keeps it: the seeder does.
// Lanes   took_i only while open_o: lane_o is taken, the next clock has the next one. In the clock after it open_o means
//         nothing, and no lane is taken. busy_i must be high from the clock after took_i until the lane is over, without
//         a gap.
// Report  What a lane or closed_o gives to count must show as settled_i low within 5 cycles after the last clock of
//         busy_i or closed_o. report_o rises after that, when settled_i is high, and stays until reported_i.
// Reset   rst_i forgets the job, whatever is going on. ready_i may stay low after it, then no word is taken.
// Cost    Flip-flops for the numbers of a job, its tag and whole words of its start state, a clock counter of 48 bits,
//         counters of LANE and QUOTA bits, comparators for both, two adders that take 1 from numbers of QUOTA and STEP
//         bits. iCE40 cells: 324 and 385 for states of 18 and 85 bits.

`default_nettype none

module playout_control #(
    parameter STATE = 32,  // bits of a state, at least 1
    parameter LANE  = 24,  // bits of the number of lanes, at most 32
    parameter QUOTA = 16,  // bits of the playouts per lane, at most 32
    parameter STEP  = 16,  // bits of the step limit, at most 32
    parameter LEAST = 0,   // least step limit, below 2^31
    parameter HALF  = 24   // bits of the lower part of the clocks, 2 to 47
) (
    input  wire             clk_i,
    input  wire             rst_i,
    // Words of jobs.
    input  wire             job_valid_i,
    output wire             job_ready_o,
    input  wire [31:0]      job_data_i,
    // The job, for the cores; still while it is played.
    output wire [STATE-1:0] start_o,
    output reg  [QUOTA-1:0] quota_last_o,  // playouts per lane - 1
    output reg  [STEP-1:0]  step_last_o,   // step limit - 1; means nothing for 0
    input  wire             ends_i,        // the start state is terminal
    // Seeds: one for each lane.
    output reg              seeder_low_o,
    output reg              seeder_load_o,
    output wire [31:0]      origin_o,
    output wire             open_o,        // there are lanes to hand out
    output wire [LANE-1:0]  lane_o,        // number of the next one
    input  wire             took_i,        // a core takes it
    // The end of the job.
    output wire             closed_o,      // one playout without steps, in each cycle but those behind a lane
    input  wire             ready_i,       // the counters can count
    input  wire             busy_i,        // a lane is played
    input  wire             settled_i,     // all events are counted
    output wire             report_o,      // the report is due
    input  wire             reported_i,    // it is out
    output wire [31:0]      tag_o,
    output reg              refused_o,     // nobody can play it
    output reg  [47:0]      cycles_o       // clocks since the first word of the job was taken
);
  localparam HEAD = 6;
  localparam STATE_WORDS = (STATE + 31) / 32;
  localparam WORDS = HEAD + STATE_WORDS;
  localparam BITS = 32 * STATE_WORDS;
  localparam COUNT = $clog2(WORDS);
  // Numbers of words; all from the first of the origin on go where the start state ends up.
  localparam [COUNT-1:0] TAG = 0, LANES = 1, PER_LANE = 2, MAX_STEPS = 3, ORIGIN_LOW = 4, ORIGIN_HIGH = 5;

  localparam [2:0] LOAD = 3'd0, CHECK = 3'd1, RUN = 3'd2, CLOSED = 3'd3, SETTLE = 3'd4, REPORT = 3'd5,
    LOOK = 3'd6;

  reg [31:0] tag_q;
  reg [LANE:0] left_q;     // lanes to be handed out
  reg [BITS-1:0] words_q;  // shifted in from above
  reg wide_q;              // a number has more bits than are kept of it, or is less than it must be
  reg [COUNT-1:0] count_q;
  reg [2:0] phase_q;
  assign tag_o = tag_q;
  assign start_o = words_q[STATE-1:0];

  wire load = (phase_q == LOAD) & job_valid_i & ready_i;
  assign job_ready_o = (phase_q == LOAD) & ready_i;
  // A clock late: the seeder is far away.
  assign origin_o = words_q[BITS-1-:32];
  always @(posedge clk_i) begin
    seeder_low_o <= ~rst_i & load & count_q == ORIGIN_LOW;
    seeder_load_o <= ~rst_i & load & count_q == ORIGIN_HIGH;
  end

  generate
    if (BITS > 32) begin : g_words
      always @(posedge clk_i) if (load) words_q <= {job_data_i, words_q[BITS-1:32]};
    end else begin : g_word
      always @(posedge clk_i) if (load) words_q <= job_data_i;
    end
  endgenerate

  // Bits above the widths, of the word before: what comes from a memory comes late.
  wire [31:0] word = words_q[BITS-1-:32];
  wire wide_lanes = |(word >> LANE);
  wire wide_per_lane = |(word >> QUOTA);
  wire wide_max_steps = |(word >> STEP);
  // What is less than LEAST has no more bits than the largest such number.
  localparam LOW = LEAST > 1 ? $clog2(LEAST) : 1;
  localparam [LOW:0] FROM = LEAST[LOW:0];
  wire short_max_steps;
  generate
    if (LEAST > 0) begin : g_least
      assign short_max_steps = ~|(word >> LOW) & {1'b0, word[LOW-1:0]} < FROM;
    end else begin : g_any
      assign short_max_steps = 1'b0;
    end
  endgenerate
  always @(posedge clk_i) begin
    if (load & count_q == TAG) begin
      tag_q <= job_data_i;
      wide_q <= 1'b0;
    end
    // All clocks in which the next word is waited for: the last of them decides, and they all find the same.
    if (count_q == LANES + 1'b1) begin
      wide_q <= wide_q | wide_lanes;
    end
    if (count_q == PER_LANE + 1'b1) begin
      quota_last_o <= word[QUOTA-1:0] - 1'b1;
      wide_q <= wide_q | wide_per_lane;
    end
    if (count_q == MAX_STEPS + 1'b1) begin
      step_last_o <= word[STEP-1:0] - 1'b1;
      wide_q <= wide_q | wide_max_steps | short_max_steps;
    end
  end

  // Lanes handed out so far, and playouts without steps in the present one.
  reg [LANE-1:0] lane_q;
  reg [QUOTA-1:0] played_q;
  wire hands_out = took_i | (closed_o & filled);
  // Lanes to be handed out, less one, are counted down: below zero there are none. So they are one less from the start. All
  // of it a clock late, as the sum takes long. How many have been handed out is there for those who look at it only.
  wire last = left_q[LANE];
  reg fewer_q;
  always @(posedge clk_i) begin
    fewer_q <= hands_out | (load & count_q == MAX_STEPS);
    if (count_q == LANES + 1'b1) left_q <= {1'b0, word[LANE-1:0]};
    else left_q <= left_q + {LANE + 1{fewer_q}};
  end
  wire filled = played_q == quota_last_o;
  assign lane_o = lane_q;
  // While a job is looked at no lane is out yet: of none there are none left. 0 less 1 is all ones.
  wire refuse = wide_q | last | &quota_last_o;
  wire still = ends_i | (LEAST == 0 & &step_last_o);
  assign open_o = (phase_q == RUN) & ~last;
  // Not in the clock behind a lane, as the next one may be none.
  assign closed_o = (phase_q == CLOSED) & ~last & ~fewer_q;
  assign report_o = phase_q == REPORT;

  // Events take some cycles until the counters know of them.
  reg [1:0] pause_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      phase_q <= LOAD;
      count_q <= {COUNT{1'b0}};
    end else begin
      case (phase_q)
        LOAD:
        if (load) begin
          count_q <= count_q + 1'b1;
          if (count_q == WORDS[COUNT-1:0] - 1'b1) begin
            count_q <= {COUNT{1'b0}};
            phase_q <= LOOK;
          end
        end
        LOOK: phase_q <= CHECK;
        CHECK: phase_q <= refuse ? REPORT : still ? CLOSED : RUN;
        RUN: if (last & ~busy_i) phase_q <= SETTLE;
        CLOSED: if (last) phase_q <= SETTLE;
        SETTLE: if (&pause_q & settled_i) phase_q <= REPORT;
        default:
        if (reported_i) phase_q <= LOAD;
      endcase
    end
  end

  // One condition, so that it is the flip-flops' own reset.
  wire idle = phase_q == LOAD & count_q == 0 & ~load;
  wire halt = rst_i | idle | (report_o & reported_i);
  // The lower part is all ones: that is known in its clock. So no carry goes through all bits.
  reg turns_q;
  always @(posedge clk_i) begin
    turns_q <= ~halt & &cycles_o[HALF-1:1] & ~cycles_o[0];
    if (halt) cycles_o <= 48'd0;
    else begin
      cycles_o[HALF-1:0] <= cycles_o[HALF-1:0] + 1'b1;
      cycles_o[47:HALF] <= cycles_o[47:HALF] + {{47 - HALF{1'b0}}, turns_q};
    end
  end

  always @(posedge clk_i) begin
    pause_q <= (phase_q == SETTLE) ? pause_q + {1'b0, ~&pause_q} : 2'd0;
    if (phase_q == CHECK) refused_o <= refuse;
    if (phase_q == LOAD) begin
      lane_q <= {LANE{1'b0}};
      played_q <= {QUOTA{1'b0}};
    end else begin
      if (hands_out) lane_q <= lane_q + 1'b1;
      if (closed_o) played_q <= filled ? {QUOTA{1'b0}} : played_q + 1'b1;
    end
  end
endmodule

`default_nettype wire
