// Does what the host's frames say and answers them; sends reports while there is none. docs/LINK.md describes both.
//
// Shape   Jobs of JOB_WORDS words, 1 to 250; at most WINDOW, 1 to 255, are accepted and not yet reported. WORD: bits of a job
//         that the engine takes at a time, 32 or 8.
// Inbox   in_*: frames as link_inbox gives them.
// Framer  out_*: bytes of frames as link_framer takes them, at most one in 10 cycles, the first of a frame not in its first
//         two cycles.
// Counts  count_*, byte_i: as link_counts has them. count_ready_i is high before anything is done.
// Hello   hello_*: as link_step has them.
// Reports piece_i, piece_last_i, piece_*: as link_reporter gives them.
// Engine  job_*: words of jobs; one passes where valid and ready are high. There must be room for WINDOW jobs, or the link
//         waits; ready, once high, stays so until a word passes. engine_rst_o, high for a cycle, drops jobs and reports.
// Timing  One frame at a time, in either direction: whatever changes the session or drops reports finds no report half
//         sent. A job's word passes every 12 cycles. All else waits for the line only.
// Reset   rst_i; engine_rst_o follows it a cycle later.
// Cost    iCE40: 218 LUTs and 117 FFs; with jobs in bytes 213 and 84.
`default_nettype none

module link_command #(
    parameter JOB_WORDS = 7,
    parameter WINDOW    = 4,
    parameter WORD      = 32
) (
    input  wire        clk_i,
    input  wire        rst_i,
    // Frames from the host.
    input  wire        in_valid_i,
    output reg         in_ready_o,
    input  wire [7:0]  in_data_i,
    // Frames to the host.
    output reg         out_valid_o,
    input  wire        out_ready_i,
    output reg  [7:0]  out_data_o,
    output wire        out_close_o,
    input  wire        out_closed_i,
    // What is counted.
    output wire        count_start_o,
    output wire [3:0]  count_first_o,
    output wire        count_clear_o,
    output wire        count_free_o,
    input  wire        count_ready_i,
    output wire [3:0]  count_address_o,
    input  wire [7:0]  count_byte_i,
    // Who the device is.
    output wire        hello_ask_o,
    output wire [5:0]  hello_byte_o,
    input  wire [7:0]  hello_i,
    // Pieces of reports.
    input  wire        piece_i,
    input  wire        piece_last_i,
    input  wire        piece_valid_i,
    output wire        piece_ready_o,
    input  wire [7:0]  piece_data_i,
    input  wire        piece_end_i,
    // The engine.
    output reg         engine_rst_o,
    output wire        job_valid_o,
    input  wire        job_ready_i,
    output wire [WORD-1:0] job_data_o,
    output reg         busy_o           // as of a cycle ago: jobs are not yet reported
);
  // What is done with a frame, in this order; a frame with a report begins at REPLY.
  localparam [3:0] IDLE = 4'd0, LENGTH = 4'd1, HEADER = 4'd2, JUDGE = 4'd3, ACT = 4'd4, REPLY = 4'd5, PAYLOAD = 4'd6,
    WORDS = 4'd7, PIECE = 4'd8, CLOSE = 4'd9;
  // Kinds of frames; what answers them has the same number, and the highest bit.
  localparam [3:0] HELLO_KIND = 4'h1, JOB = 4'h2, STATUS = 4'h3, CANCEL = 4'h4, ECHO = 4'h5;
  localparam [3:0] STRANGER = 4'hd, MALFORMED = 4'he, BUSY = 4'hf;
  // Bytes of link_counts.
  localparam [3:0] ACCEPTED = 4'd0, REPORTS = 4'd8, REPORT_NUMBER = 4'd12, PIECE_NUMBER = 4'd14;
  localparam [7:0] JOB_SIZE = JOB_WORDS[7:0] + 8'd2;
  localparam [7:0] MOST = WINDOW[7:0];

  reg [3:0]  phase_q;
  reg [9:0]  index_q;     // bytes passed, see below
  reg [7:0]  size_q;      // words of the frame, with header and check
  reg [3:0]  kind_q;      // of the frame; 0 when there is no such kind
  reg        fits_q;      // the frame is as long as its kind has to be
  reg [7:0]  sequence_q;
  reg        mine_q;      // the session of the frame is that of the device
  reg [3:0]  reply_q;     // kind of the answer
  reg        report_q;    // a report is sent, and nothing answered
  reg        check_q;     // as of a cycle ago: the word that index_q is in is the check,
  reg        echoes_q;    // or it is another one of an ECHO,
  reg        plays_q;     // or of a JOB
  reg [15:0] session_q;
  reg [7:0]  unreported_q;
  reg        last_q;      // the piece that is sent is the last one of its report
  reg        takes_q;     // as of a cycle ago: the engine takes a word
  reg        word_q;      // index_q is that of a word's last byte
  reg        whole_q;     // as of a cycle ago: index_q is that of the last byte of WORDS
  reg        hello_q;     // as of a cycle ago: HELLO is answered,
  reg        status_q;    // or STATUS
  reg        counts_q;    // as of a cycle ago: a job was accepted, or a report is out,
  reg        fewer_q;     // which makes one less that is unreported

  // What the frame asks for.
  reg fits;
  always @* begin
    case (kind_q)
      HELLO_KIND: fits = size_q == 8'd3;
      JOB: fits = size_q == JOB_SIZE;
      STATUS, CANCEL: fits = size_q == 8'd2;
      ECHO: fits = size_q <= 8'd66;
      default: fits = 1'b0;
    endcase
  end
  // Both are there for two cycles and more before anybody asks.
  always @(posedge clk_i) fits_q <= fits;
  wire stranger = !mine_q && (kind_q == JOB || kind_q == CANCEL);
  wire crowded = kind_q == JOB && unreported_q == MOST;
  wire [3:0] reply = !fits_q ? MALFORMED : stranger ? STRANGER : crowded ? BUSY : kind_q;
  wire act = phase_q == ACT;
  wire opens = kind_q == HELLO_KIND && fits_q;
  wire drops = act && (reply_q == HELLO_KIND || reply_q == CANCEL);
  wire accepts = act && reply_q == JOB;
  wire reported = phase_q == CLOSE && out_closed_i && report_q;

  assign count_free_o = phase_q == IDLE;
  assign count_start_o = drops || accepts || reported;
  assign count_clear_o = act && !accepts;
  assign count_first_o = reported ? (last_q ? REPORTS : PIECE_NUMBER)
                                  : reply_q == CANCEL ? REPORT_NUMBER : ACCEPTED;

  // The words behind the header: of HELLO ten, of STATUS four, before the words of a report one.
  // Between the header's first byte and these are clocks enough to know which they are.
  always @(posedge clk_i) begin
    hello_q <= reply_q == HELLO_KIND && !report_q;
    status_q <= reply_q == STATUS && !report_q;
  end
  assign count_address_o = status_q ? {index_q[3:2] == 2'd2, index_q[3:2] == 2'd3, index_q[1:0]}
                                     : {2'b11, ~index_q[1], index_q[0]};
  wire [5:0] words_end = report_q ? 6'd7 : status_q ? 6'd15 : 6'd39;
  wire words = report_q || status_q || hello_q;
  // The first byte is asked for before it is sent; between two of them are clocks enough for the next one.
  wire words_phase = phase_q == WORDS;
  assign hello_ask_o = (phase_q == PAYLOAD || words_phase) && hello_q;
  assign hello_byte_o = index_q[5:0] & {6{words_phase}};
  reg  [7:0] word_byte;
  always @* begin
    if (report_q)
      word_byte = {index_q[1:0] == 2'd3 ? piece_last_i : count_byte_i[7], count_byte_i[6:0]};
    else if (status_q)
      word_byte = index_q[3:2] != 2'd0 ? count_byte_i : {7'd0, index_q[1:0] == 2'd0 && busy_o};
    else
      word_byte = hello_i;
  end

  reg [7:0] header_byte;
  always @* begin
    case (index_q[1:0])
      2'd0: header_byte = {3'b100, report_q, report_q ? 4'd0 : reply_q};
      2'd1: header_byte = report_q ? 8'd0 : sequence_q;
      2'd2: header_byte = session_q[7:0];
      default: header_byte = session_q[15:8];
    endcase
  end

  // A clock late: the framer is far away. Where jobs go in bytes cells are rarer than clocks, and it is not.
  wire [7:0] told = words_phase ? word_byte : header_byte;
  wire [7:0] told_later;
  wire       told_words;
  playout_delay #(.WIDTH(9), .CLOCKS(WORD == 8 ? 0 : 1)) u_told (
      .clk_i(clk_i), .rst_i(1'b0), .data_i({words_phase, told}), .data_o({told_words, told_later})
  );

  // Bytes of an ECHO go out again, those of a JOB go to the engine, others nowhere. For the first byte of a word this is
  // known a clock late: the framer is not ready then, and nobody else looks.
  // `given`: something goes to the engine with this byte.
  wire given = word_q || WORD == 8;
  always @* begin
    case (phase_q)
      LENGTH, HEADER: in_ready_o = 1'b1;
      PAYLOAD: in_ready_o = echoes_q ? out_ready_i : !(plays_q && given) || takes_q;
      default: in_ready_o = 1'b0;
    endcase
  end
  always @* begin
    case (phase_q)
      REPLY: {out_valid_o, out_data_o} = {1'b1, told_later};
      PAYLOAD: {out_valid_o, out_data_o} = {echoes_q && in_valid_i, in_data_i};
      PIECE: {out_valid_o, out_data_o} = {piece_valid_i, piece_data_i};
      default: {out_valid_o, out_data_o} = {words_phase && told_words, told_later};
    endcase
  end
  assign out_close_o = phase_q == CLOSE;
  assign piece_ready_o = phase_q == PIECE && out_ready_i;
  assign job_valid_o = phase_q == PAYLOAD && plays_q && given && in_valid_i && takes_q;

  wire in = in_valid_i && in_ready_o;
  wire out = out_valid_o && out_ready_i;
  always @(posedge clk_i) begin
    if (rst_i) begin
      phase_q <= IDLE;
    end else begin
      case (phase_q)
        IDLE: if (count_ready_i) phase_q <= in_valid_i ? LENGTH : piece_i ? REPLY : IDLE;
        LENGTH: if (in) phase_q <= HEADER;
        HEADER: if (in && word_q) phase_q <= JUDGE;
        JUDGE: phase_q <= ACT;
        ACT: phase_q <= REPLY;
        REPLY: if (out && word_q) phase_q <= report_q ? WORDS : PAYLOAD;
        PAYLOAD: if (ends) phase_q <= words ? WORDS : CLOSE;
        WORDS: if (out && whole_q) phase_q <= report_q ? PIECE : CLOSE;
        PIECE: if (out && piece_end_i) phase_q <= CLOSE;
        default: if (out_closed_i) phase_q <= IDLE;
      endcase
    end
  end

  // Counts the bytes of the host's header, of that of the answer, and of the payload: so the check is the word whose
  // number is that of all words. Then it counts those of WORDS. For reports it counts their header and one word.
  wire check = index_q[9:2] == size_q;
  wire ends = phase_q == PAYLOAD && in && word_q && check_q;
  wire moves = in || out;
  always @(posedge clk_i) begin
    takes_q <= job_ready_i;
    check_q <= check;
    echoes_q <= reply_q == ECHO && !check;
    plays_q <= reply_q == JOB && !check;
    // A byte of WORDS is not out before this is known.
    whole_q <= words_phase && index_q[5:0] == words_end;
    if (phase_q == IDLE || phase_q == LENGTH || ends) begin
      index_q <= 10'd0;
      word_q <= 1'b0;
    end else if (moves) begin
      index_q <= index_q + 10'd1;
      word_q <= index_q[1:0] == 2'd2;
    end
  end

  // The header of the host's frame. Its session is compared with what would be sent in that place.
  wire header = phase_q == HEADER && in_valid_i;
  // Between two bytes that come in is a clock and more.
  wire same = in_data_i == told_later;
  always @(posedge clk_i) begin
    if (phase_q == LENGTH)
      size_q <= in_data_i;
    if (header && index_q[1:0] == 2'd0)
      kind_q <= in_data_i[7:4] == 4'd0 ? in_data_i[3:0] : 4'd0;
    if (header && index_q[1:0] == 2'd1)
      sequence_q <= in_data_i;
    if (header && index_q[1])
      mine_q <= same && (mine_q || !index_q[0]);
    if (phase_q == JUDGE)
      reply_q <= reply;
    if (phase_q == IDLE)
      report_q <= !in_valid_i;
  end

  always @(posedge clk_i) begin
    if (rst_i)
      session_q <= 16'd0;
    else begin
      if (header && opens && index_q[1:0] == 2'd2)
        session_q[7:0] <= in_data_i;
      if (header && opens && index_q[1:0] == 2'd3)
        session_q[15:8] <= in_data_i;
    end
  end

  // The piece is gone before its frame is closed.
  always @(posedge clk_i) begin
    if (phase_q == WORDS)
      last_q <= piece_last_i;
  end

  always @(posedge clk_i) begin
    engine_rst_o <= rst_i || drops;
    busy_o <= unreported_q != 8'd0;
    counts_q <= accepts || (reported && last_q);
    fewer_q <= reported;
    if (rst_i || engine_rst_o)
      unreported_q <= 8'd0;
    else if (counts_q)
      unreported_q <= unreported_q + {{7{fewer_q}}, 1'b1};
  end

  generate
    if (WORD == 8) begin : g_byte
      assign job_data_o = in_data_i;
    end else begin : g_word
      // The bytes of a word before its last.
      reg [23:0] job_q;
      always @(posedge clk_i) begin
        if (phase_q == PAYLOAD && in)
          job_q <= {in_data_i, job_q[23:8]};
      end
      assign job_data_o = {in_data_i, job_q};
    end
  endgenerate
endmodule

`default_nettype wire
