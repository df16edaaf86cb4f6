// Takes jobs of one lane each, whose seeds the host made, and writes their reports: what playout_control, playout_seeder,
// playout_feeder and playout_report do in larger engines.
//
// A job is bytes: four of its tag; some that mean nothing; the start state, its highest byte first; the step limit less one,
// where there is one; the playouts of the lane less one; and the seeds of its generators, the first one first. Low bytes come
// first but for the state. hdl/INTERFACE.md describes them. All of it but the tag goes through one shift register, of which
// the lane has the part that comes first: who comes to rest where follows from how much comes behind.
//
// Shape   BYTES of a job, a multiple of 4. STATE bits of a state, at least 1. LIMIT: bytes of the step limit, or 0. COUNTERS
//         of a report, each of four bytes.
// Job     byte_i: what leaves the lane's part of the shift register. take_o: it moves. offer_o: the lane begins in the next
//         clock, with all there.
// Lane    ended_i: it ended a clock ago, and nothing counts any more.
// Tally   counts COUNTERS + 2 numbers: clock_o is an event of the last one. The other one is not looked at.
// Report  its tag goes out as it comes in. Then for each counter its low and its high word, the flags, the clocks from the
//         fifth byte of the job to the end of its lane. Low bytes first; last_o with the last one.
// Timing  A byte of a job in a cycle; a byte of a counter in two.
// Reset   rst_i forgets the job.
// Cost    iCE40: 8 flip-flops for each byte of state and limit, and about 90 LUT4.
`default_nettype none

module playout_solo #(
    parameter BYTES    = 20,
    parameter STATE    = 19,
    parameter LIMIT    = 0,
    parameter COUNTERS = 7,
    parameter ADDRESS  = 4    // bits of a number of the tally
) (
    input  wire               clk_i,
    input  wire               rst_i,
    // Bytes of jobs.
    input  wire               job_valid_i,
    output wire               job_ready_o,
    input  wire [7:0]         job_data_i,
    // The lane.
    output wire               take_o,
    input  wire [7:0]         byte_i,
    output wire [STATE-1:0]   start_o,
    output wire [(LIMIT > 0 ? 8*LIMIT : 1)-1:0] step_last_o,
    output reg                offer_o,
    input  wire               ended_i,
    // The counters.
    output wire               active_o,
    output wire               clock_o,
    input  wire               ready_i,
    input  wire               settled_i,
    output wire               take_counter_o,
    output wire [ADDRESS-1:0] address_o,
    output wire [1:0]         byte_o,
    input  wire [7:0]         value_i,
    input  wire               overflow_i,
    output wire               clear_o,
    // Bytes of reports.
    output wire               report_valid_o,
    input  wire               report_ready_i,
    output wire [7:0]         report_data_o,
    output wire               report_last_o,
    output wire               busy_o
);
  localparam STATE_BYTES = (STATE + 7) / 8;
  localparam KEPT = STATE_BYTES + LIMIT;
  // Counts bytes of a job; then the counter above, and below 0 to 7 for its bytes, one in two cycles, 12 to 15 for the bytes
  // of its high word, or of flags.
  localparam PLACE = $clog2(BYTES) > ADDRESS + 4 ? $clog2(BYTES) : ADDRESS + 4;
  localparam [31:0] LAST_BYTE = BYTES - 1;
  localparam [31:0] FLAGS = COUNTERS, CLOCKS = COUNTERS + 1;
  localparam [1:0] LOAD = 2'd0, PLAY = 2'd1, SETTLE = 2'd2, REPORT = 2'd3;

  reg [1:0]       phase_q;
  reg [PLACE-1:0] place_q;
  reg             first_q;    // the next byte is one of the tag

  wire loads = phase_q == LOAD;
  wire reports = phase_q == REPORT;

  // Bytes of jobs, of which those of the tag go on at once.
  wire may = ready_i && (!first_q || report_ready_i);
  assign job_ready_o = loads && may;
  assign take_o = loads && may && job_valid_i;
  wire ends = place_q == LAST_BYTE[PLACE-1:0];

  // The part of the shift register behind the lane's. What is first ends at its low end.
  reg [8*KEPT-1:0] kept_q;
  generate
    if (KEPT > 1) begin : g_bytes
      always @(posedge clk_i) if (take_o) kept_q <= {byte_i, kept_q[8*KEPT-1:8]};
    end else begin : g_byte
      always @(posedge clk_i) if (take_o) kept_q <= byte_i;
    end
    if (LIMIT > 0) begin : g_limit
      assign step_last_o = kept_q[8*KEPT-1:8*STATE_BYTES];
    end else begin : g_unlimited
      assign step_last_o = 1'b0;
    end
  endgenerate
  // The highest byte of the state comes first.
  genvar i;
  generate
    for (i = 0; i < STATE_BYTES; i = i + 1) begin : g_state
      localparam BITS = STATE - 8 * i < 8 ? STATE - 8 * i : 8;
      assign start_o[8*i +: BITS] = kept_q[8*(STATE_BYTES-1-i) +: BITS];
      if (BITS < 8) begin : g_rest
        wire unused = &{1'b0, kept_q[8*(STATE_BYTES-1-i)+BITS +: 8-BITS]};
      end
    end
  endgenerate

  // Clocks count from the first byte behind the tag on, so that the memory of counters is not written any more when it is read.
  assign clock_o = (loads && !first_q) || phase_q == PLAY;
  assign active_o = clock_o;
  assign busy_o = !loads || !first_q;

  // A counter, or what stands in place of one.
  wire [ADDRESS-1:0] number = place_q[ADDRESS+3:4];
  wire               valid = place_q[3] || place_q[0];
  wire               goes = !valid || report_ready_i;
  wire               whole = &place_q[3:0];
  wire [ADDRESS-1:0] next = number + 1'b1;
  wire               ahead = next == FLAGS[ADDRESS-1:0];
  wire               flags = number == FLAGS[ADDRESS-1:0];
  wire               high = place_q[3:0] == 4'd7;
  assign take_counter_o = reports && !valid;
  assign byte_o = place_q[2:1];
  assign address_o = number;
  assign report_last_o = reports && number == CLOCKS[ADDRESS-1:0] && whole;
  assign clear_o = report_last_o && report_ready_i;
  assign report_valid_o = reports ? valid : loads && first_q && ready_i && job_valid_i;

  wire low = reports && !place_q[3];
  wire flag = reports && flags && overflow_i && place_q[1:0] == 2'd0;
  assign report_data_o = (value_i & {8{low}}) | (job_data_i & {8{loads}}) | {7'd0, flag};

  always @(posedge clk_i) begin
    offer_o <= take_o && ends;
    if (rst_i) begin
      phase_q <= LOAD;
      place_q <= {PLACE{1'b0}};
      first_q <= 1'b1;
    end else begin
      case (phase_q)
        LOAD: if (take_o) begin
          phase_q <= ends ? PLAY : LOAD;
          place_q <= ends ? {PLACE{1'b0}} : place_q + 1'b1;
          first_q <= first_q && place_q[1:0] != 2'd3;
        end
        PLAY: if (ended_i) phase_q <= SETTLE;
        SETTLE: if (settled_i) phase_q <= REPORT;
        default: if (goes) begin
          place_q[3:0] <= whole || high ? {{2{high || ahead}}, 2'd0} : place_q[3:0] + 1'b1;
          if (whole)
            place_q[ADDRESS+3:4] <= next;
          if (clear_o) begin
            phase_q <= LOAD;
            place_q <= {PLACE{1'b0}};
            first_q <= 1'b1;
          end
        end
      endcase
    end
  end
endmodule

`default_nettype wire
