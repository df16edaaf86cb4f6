// A UART for a playout engine: jobs come in, reports go out. docs/LINK.md describes what is said over the UART,
// hdl/INTERFACE.md the words of jobs and reports.
//
// Shape   CLOCK_HZ / BAUD at least 4. Jobs of JOB_WORDS words, at most WINDOW of them in the engine, which must have
//         room for as many. 2^INBOX bytes for frames that wait, INBOX 9 to 16. HELLO: who the device is, but for
//         its clock, which is CLOCK_HZ. TUNABLE: as in link_step. WORD: bits of jobs and reports that
//         pass at a time, 32; or 8 where a report has at most 256 bytes.
// Line    rx_i may be as it comes from the pin; tx_o comes from a flip-flop.
// Engine  engine_rst_o is its reset. A word passes where valid and ready are high.
// LEDs   busy_o: jobs are not yet reported. heard_o: a good frame came, for one cycle.
// Timing  Nothing that comes on the UART stops it: what is wrong or finds no room is dropped and counted.
// Reset   rst_i, at least two cycles; the session is 0.
// Cost    iCE40: 3 SB_RAM40, 565 LUTs, 392 FFs; alone in an HX8K 134 MHz. ECP5: 2 DP16KD,
//         2 TRELLIS_DPR16X4, 510 LUT4, 58 CCU2C, 400 FFs.
`default_nettype none

module link_port #(
    parameter         CLOCK_HZ  = 12000000,
    parameter         BAUD      = 115200,
    parameter         TUNABLE   = 0,
    parameter         JOB_WORDS = 7,
    parameter         WINDOW    = 4,
    parameter         INBOX     = 9,
    parameter         WORD      = 32,
    parameter [319:0] HELLO     = 320'd0
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        rx_i,
    output wire        tx_o,
    output wire        engine_rst_o,
    output wire        job_valid_o,
    input  wire        job_ready_i,
    output wire [WORD-1:0] job_data_o,
    input  wire        report_valid_i,
    output wire        report_ready_o,
    input  wire [WORD-1:0] report_data_i,
    input  wire        report_last_i,
    output wire        busy_o,
    output wire        heard_o
);
  // Block RAMs of an ECP5 give words late.
  localparam LATE = TUNABLE == 1 ? 1 : 0;

  wire [11:0] step;
  wire        hello_ask;
  wire [5:0]  hello_byte;
  wire [7:0]  hello;
  link_step #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .TUNABLE(TUNABLE), .HELLO(HELLO)) u_step (
      .clk_i(clk_i), .ask_i(hello_ask), .byte_i(hello_byte), .hello_o(hello), .step_o(step)
  );

  // From the line to the inbox.
  wire       rx_valid, rx_bad, body_valid, body_end, body_good, dropped, in_valid, in_ready;
  wire [7:0] rx_data, body_data, in_data;
  link_receiver #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_receiver (
      .clk_i(clk_i), .rst_i(rst_i), .step_i(step), .rx_i(rx_i), .valid_o(rx_valid), .data_o(rx_data), .bad_o(rx_bad)
  );
  link_unframer u_unframer (
      .clk_i(clk_i), .rst_i(rst_i), .valid_i(rx_valid), .data_i(rx_data), .bad_i(rx_bad),
      .valid_o(body_valid), .data_o(body_data), .end_o(body_end), .good_o(body_good)
  );
  link_inbox #(.LOG_DEPTH(INBOX), .LATE(LATE)) u_inbox (
      .clk_i(clk_i), .rst_i(rst_i), .valid_i(body_valid), .data_i(body_data), .end_i(body_end), .good_i(body_good),
      .kept_o(heard_o), .dropped_o(dropped), .valid_o(in_valid), .ready_i(in_ready), .data_o(in_data)
  );

  // What was counted, and the piece of a report that is sent.
  wire       count_start, count_clear, count_free, count_ready;
  wire [3:0] count_first, count_address;
  wire [7:0] count_byte;
  link_counts u_counts (
      .clk_i(clk_i), .rst_i(rst_i), .start_i(count_start), .first_i(count_first), .clear_i(count_clear),
      .dropped_i(dropped), .free_i(count_free), .ready_o(count_ready),
      .address_i(count_address), .byte_o(count_byte)
  );
  wire       piece, piece_last, piece_valid, piece_ready, piece_end;
  wire [7:0] piece_data;
  generate
    if (WORD == 8) begin : g_bytes
      link_byte_reporter u_reporter (
          .clk_i(clk_i), .rst_i(engine_rst_o), .report_valid_i(report_valid_i), .report_ready_o(report_ready_o),
          .report_data_i(report_data_i), .report_last_i(report_last_i), .piece_o(piece), .last_o(piece_last),
          .valid_o(piece_valid), .ready_i(piece_ready), .data_o(piece_data), .end_o(piece_end)
      );
    end else begin : g_words
      link_reporter #(.LATE(LATE)) u_reporter (
          .clk_i(clk_i), .rst_i(engine_rst_o), .report_valid_i(report_valid_i), .report_ready_o(report_ready_o),
          .report_data_i(report_data_i), .report_last_i(report_last_i), .piece_o(piece), .last_o(piece_last),
          .valid_o(piece_valid), .ready_i(piece_ready), .data_o(piece_data), .end_o(piece_end)
      );
    end
  endgenerate

  wire       out_valid, out_ready, out_close, out_closed, tx_valid, tx_ready;
  wire [7:0] out_data, tx_data;
  link_command #(.JOB_WORDS(JOB_WORDS), .WINDOW(WINDOW), .WORD(WORD)) u_command (
      .clk_i(clk_i), .rst_i(rst_i),
      .in_valid_i(in_valid), .in_ready_o(in_ready), .in_data_i(in_data),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_data_o(out_data),
      .out_close_o(out_close), .out_closed_i(out_closed),
      .count_start_o(count_start), .count_first_o(count_first), .count_clear_o(count_clear),
      .count_free_o(count_free), .count_ready_i(count_ready),
      .count_address_o(count_address), .count_byte_i(count_byte),
      .hello_ask_o(hello_ask), .hello_byte_o(hello_byte), .hello_i(hello),
      .piece_i(piece), .piece_last_i(piece_last), .piece_valid_i(piece_valid), .piece_ready_o(piece_ready),
      .piece_data_i(piece_data), .piece_end_i(piece_end),
      .engine_rst_o(engine_rst_o), .job_valid_o(job_valid_o), .job_ready_i(job_ready_i), .job_data_o(job_data_o),
      .busy_o(busy_o)
  );

  // From the answers and reports to the line.
  link_framer u_framer (
      .clk_i(clk_i), .rst_i(rst_i), .valid_i(out_valid), .ready_o(out_ready), .data_i(out_data),
      .close_i(out_close), .closed_o(out_closed), .valid_o(tx_valid), .ready_i(tx_ready), .data_o(tx_data)
  );
  link_transmitter #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_transmitter (
      .clk_i(clk_i), .rst_i(rst_i), .step_i(step), .valid_i(tx_valid), .ready_o(tx_ready), .data_i(tx_data),
      .tx_o(tx_o)
  );
endmodule

`default_nettype wire
