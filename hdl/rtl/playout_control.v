// Takes jobs, one after another, and sees each through to its report.
//
// A job is 6 + ceil(STATE / 32) words: tag, lanes, playouts per lane, step limit, origin (low, high), start state (bit
// 0 first; the rest of its last word is ignored). hdl/INTERFACE.md describes them. The controller hands out lanes to
// the cores as long as there are any, waits for all of them, and asks for the report. Jobs nobody can play, without
// lanes or playouts or with numbers that do not fit the widths, are reported as refused. Playouts from a terminal
// state, or with step limit 0, are played here, one a clock.
//
// Words   One is taken at each edge where job_valid_i and job_ready_o are high. No word of the next job is taken before
//         the report is out. A job may stop in the middle of its words and go on any time later.
// Job     tag_o, origin_o and start_o are right from the clock after the last word until reported_i, the others from
//         one clock later. ends_i is looked at in that first clock, in which seeder_load_o is high, whatever the job.
// Lanes   took_i only while open_o: lane_o is taken, the next clock has the next one. In the clock after it open_o means
//         nothing, and no lane is taken. busy_i must be high from the clock after took_i until the lane is over, without
//         a gap.
// Report  What a lane or closed_o gives to count must show as settled_i low within 5 clocks after the last clock of
//         busy_i or closed_o. report_o rises after that, when settled_i is high, and stays until reported_i.
// Reset   rst_i forgets the job, whatever is going on. ready_i may stay low after it, then no word is taken.
// Cost    Flip-flops for all words of a job, a clock counter of 48 bits, counters of LANE and QUOTA bits, comparators
//         for both, two adders that take 1 from numbers of QUOTA and STEP bits.

`default_nettype none

module playout_control #(
    parameter STATE = 32,  // bits of a state, at least 1
    parameter LANE  = 24,  // bits of the number of lanes, at most 32
    parameter QUOTA = 16,  // bits of the playouts per lane, at most 32
    parameter STEP  = 16   // bits of the step limit, at most 32
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
    output wire             seeder_load_o,
    output wire [63:0]      origin_o,
    output wire             open_o,        // there are lanes to hand out
    output wire [LANE-1:0]  lane_o,        // number of the next one
    input  wire             took_i,        // a core takes it
    // The end of the job.
    output wire             closed_o,      // one playout without steps, in each clock
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
  localparam WORDS = HEAD + (STATE + 31) / 32;
  localparam BITS = 32 * WORDS;
  localparam COUNT = $clog2(WORDS);

  localparam [2:0] LOAD = 3'd0, CHECK = 3'd1, RUN = 3'd2, CLOSED = 3'd3, SETTLE = 3'd4, REPORT = 3'd5;

  // The words of the job, shifted in from above.
  reg [BITS-1:0] job;
  reg [COUNT-1:0] count;
  reg [2:0] phase;

  wire [31:0] lanes = job[63:32];
  wire [31:0] per_lane = job[95:64];
  wire [31:0] max_steps = job[127:96];
  assign tag_o = job[31:0];
  assign origin_o = job[191:128];
  assign start_o = job[192+:STATE];

  wire load = (phase == LOAD) & job_valid_i & ready_i;
  assign job_ready_o = (phase == LOAD) & ready_i;
  always @(posedge clk_i) begin
    if (load) job <= {job_data_i, job[BITS-1:32]};
  end

  // A number fits when the bits above its width are 0.
  wire wide = |(lanes >> LANE) | |(per_lane >> QUOTA) | |(max_steps >> STEP);
  wire none = lanes == 0 | per_lane == 0;
  wire still = ends_i | max_steps == 0;

  // Lanes handed out so far, and playouts without steps in the present one.
  reg [LANE-1:0] lane;
  reg [QUOTA-1:0] played;
  wire last = lane == lanes[LANE-1:0];
  wire filled = played == quota_last_o;
  assign lane_o = lane;
  // One clock old, as the comparison takes long.
  reg all_out;
  assign open_o = (phase == RUN) & ~all_out;
  assign closed_o = (phase == CLOSED) & ~last;
  assign seeder_load_o = phase == CHECK;
  assign report_o = phase == REPORT;

  // Events take some clocks until the counters know of them.
  reg [1:0] pause;

  always @(posedge clk_i) begin
    if (rst_i) begin
      phase <= LOAD;
      count <= {COUNT{1'b0}};
      cycles_o <= 48'd0;
    end else begin
      cycles_o <= (phase == LOAD & count == 0 & ~load) ? 48'd0 : cycles_o + 48'd1;
      case (phase)
        LOAD:
        if (load) begin
          count <= count + 1'b1;
          if (count == WORDS[COUNT-1:0] - 1'b1) begin
            count <= {COUNT{1'b0}};
            phase <= CHECK;
          end
        end
        CHECK: phase <= (wide | none) ? REPORT : still ? CLOSED : RUN;
        RUN: if (last & ~busy_i) phase <= SETTLE;
        CLOSED: if (last) phase <= SETTLE;
        SETTLE: if (&pause & settled_i) phase <= REPORT;
        default:
        if (reported_i) begin
          phase <= LOAD;
          cycles_o <= 48'd0;
        end
      endcase
    end
  end

  always @(posedge clk_i) begin
    all_out <= (phase == RUN) & last;
    pause <= (phase == SETTLE) ? pause + {1'b0, ~&pause} : 2'd0;
    if (phase == CHECK) begin
      refused_o <= wide | none;
      quota_last_o <= per_lane[QUOTA-1:0] - 1'b1;
      step_last_o <= max_steps[STEP-1:0] - 1'b1;
      lane <= {LANE{1'b0}};
      played <= {QUOTA{1'b0}};
    end else begin
      if (took_i | (closed_o & filled)) lane <= lane + 1'b1;
      if (closed_o) played <= filled ? {QUOTA{1'b0}} : played + 1'b1;
    end
  end
endmodule

`default_nettype wire
