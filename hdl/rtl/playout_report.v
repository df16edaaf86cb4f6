// Reads the counters of a job and writes its report.
//
// Words  tag; for each counter its low and its high word; with FIRST for each first move that was made its code and a
// word for each counter, then 0xffffffff; flags (bit 0: a counter overflowed, bit 1: the job was refused); the clocks
// the job took, low and high word. Counters are cleared as they are read. hdl/INTERFACE.md describes the words.
//
// Shape   COUNTERS >= 1, of ADDRESS >= 1 bits of number. Rows of first moves whose first counter is 0 are left out: it
//         counts steps, and who made a first move made a step.
// Report  report_i stays high until done_o, the clock in which the last word is taken, and is low for at least one
//         clock then. tag_i and refused_i stay as long; overflow_i from two cycles after the last take on.
// Take    take_o: value_i is the counter two cycles later, and stays until the next take. first_take_o:
//         first_values_i is the row in the next cycle. Each counter and each row is taken once.
// Words   A word is taken where valid_o and ready_i are high. valid_o and data_o stay until then, but for the low word
//         of the clocks: it goes on while it waits, and says when it was taken. last_o means something with valid_o.
// Timing  4 cycles for a counter, 3 for a code of a first move and 1 for each word of its row, 1 for each other word;
//         more when nobody takes the words. All 2^CODE codes are looked at.
// Reset   rst_i, or report_i low, begins anew.
// Cost    One word of multiplexers; with FIRST a register of COUNTERS words, which is shifted.

`default_nettype none

module playout_report #(
    parameter COUNTERS = 10,
    parameter WIDTH    = 48,  // bits of a counter, 1 to 64
    parameter FIRST    = 0,   // 1: there are counters for each first move
    parameter CODE     = 1,   // bits of the code of a first move, below 32
    parameter ADDRESS  = 4    // bits of a counter's number
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   report_i,  // held until done_o
    output wire                   done_o,    // the last word is taken
    input  wire [31:0]            tag_i,
    input  wire                   overflow_i,
    input  wire                   refused_i,
    input  wire [47:0]            cycles_i,
    // Counters of all playouts.
    output wire                   take_o,
    output wire [ADDRESS-1:0]     address_o,
    input  wire [WIDTH-1:0]       value_i,
    // Counters of a first move.
    output wire                   first_take_o,
    output wire [CODE-1:0]        first_code_o,
    input  wire [COUNTERS*32-1:0] first_values_i,
    // Words of the report.
    output wire                   valid_o,
    input  wire                   ready_i,
    output reg  [31:0]            data_o,
    output wire                   last_o     // with the last word
);
  localparam [3:0] TAG = 4'd0, FLAGS = 4'd1, TAKE = 4'd2, WAIT = 4'd3, LOW = 4'd4, HIGH = 4'd5, ROW_TAKE = 4'd6,
    ROW_WAIT = 4'd7, ROW_LOOK = 4'd8, ROW_CODE = 4'd9, ROW_WORD = 4'd10, ROWS_END = 4'd11, CYCLES_LOW = 4'd12,
    CYCLES_HIGH = 4'd13;
  localparam [ADDRESS-1:0] LAST = COUNTERS[ADDRESS-1:0] - 1'b1;

  reg [3:0] phase_q;
  reg [ADDRESS-1:0] counter_q;
  reg [CODE-1:0] code_q;
  wire last = counter_q == LAST;
  wire last_code = &code_q;

  // The clocks go on while their words wait to be taken: the upper word belongs to the lower one.
  reg [15:0] cycles_high_q;

  // The next word of the present row, which is shifted out.
  wire [31:0] row;
  generate
    if (FIRST != 0) begin : g_first
      reg [COUNTERS*32-1:0] words_q;
      always @(posedge clk_i) begin
        if (phase_q == ROW_WAIT) words_q <= first_values_i;
        else if (phase_q == ROW_WORD & ready_i) words_q <= words_q >> 32;
      end
      assign row = words_q[31:0];
    end else begin : g_none
      wire unused_values = &{1'b0, first_values_i};
      assign row = 32'd0;
    end
  endgenerate

  wire [63:0] value = {{64 - WIDTH{1'b0}}, value_i};
  assign address_o = counter_q;
  assign take_o = report_i & (phase_q == TAKE);
  assign first_code_o = code_q;
  assign first_take_o = report_i & (phase_q == ROW_TAKE);

  wire silent = phase_q == TAKE | phase_q == WAIT | phase_q == ROW_TAKE | phase_q == ROW_WAIT | phase_q == ROW_LOOK;
  assign valid_o = report_i & ~silent;
  wire go = silent | ready_i;
  assign last_o = phase_q == CYCLES_HIGH;
  assign done_o = report_i & last_o & ready_i;

  always @* begin
    case (phase_q)
      TAG: data_o = tag_i;
      FLAGS: data_o = {30'd0, refused_i, overflow_i};
      LOW: data_o = value[31:0];
      HIGH: data_o = value[63:32];
      ROW_CODE: data_o = {{32 - CODE{1'b0}}, code_q};
      ROW_WORD: data_o = row;
      ROWS_END: data_o = 32'hffff_ffff;
      CYCLES_LOW: data_o = cycles_i[31:0];
      default: data_o = {16'd0, cycles_high_q};
    endcase
  end

  always @(posedge clk_i) begin
    if (rst_i | ~report_i) begin
      phase_q <= TAG;
      counter_q <= {ADDRESS{1'b0}};
      code_q <= {CODE{1'b0}};
    end else if (go) begin
      case (phase_q)
        TAG: phase_q <= TAKE;
        TAKE: phase_q <= WAIT;
        WAIT: phase_q <= LOW;
        LOW: phase_q <= HIGH;
        HIGH: begin
          counter_q <= last ? {ADDRESS{1'b0}} : counter_q + 1'b1;
          phase_q <= ~last ? TAKE : (FIRST != 0) ? ROW_TAKE : FLAGS;
        end
        ROW_TAKE: phase_q <= ROW_WAIT;
        ROW_WAIT: phase_q <= ROW_LOOK;
        ROW_LOOK:
        if (|row) phase_q <= ROW_CODE;
        else begin
          code_q <= code_q + 1'b1;
          phase_q <= last_code ? ROWS_END : ROW_TAKE;
        end
        ROW_CODE: phase_q <= ROW_WORD;
        ROW_WORD: begin
          counter_q <= last ? {ADDRESS{1'b0}} : counter_q + 1'b1;
          if (last) begin
            code_q <= code_q + 1'b1;
            phase_q <= last_code ? ROWS_END : ROW_TAKE;
          end
        end
        ROWS_END: phase_q <= FLAGS;
        FLAGS: phase_q <= CYCLES_LOW;
        CYCLES_LOW: phase_q <= CYCLES_HIGH;
        default: phase_q <= TAG;
      endcase
    end
  end

  always @(posedge clk_i) begin
    if (phase_q == CYCLES_LOW & ready_i) cycles_high_q <= cycles_i[47:32];
  end
endmodule

`default_nettype wire
