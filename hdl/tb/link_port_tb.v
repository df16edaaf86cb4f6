// A host at the pins of link_port, and something that answers jobs behind it. Runs in Icarus and Verilator. The last
// line is PASS and the number of checks, or FAIL.
`default_nettype none

module link_port_tb;
  localparam RATIO = 4, JOB_WORDS = 3, WINDOW = 3, PLACES = JOB_WORDS * WINDOW, FLOOD = 110;
  localparam [319:0] HELLO = {
      32'h0000_0007, 32'h2010_1009, 32'd18, 32'h000a_0003, 32'h0302_0001, 32'd4000000, 32'h7d7e_5d5e, 32'h89ab_cdef,
      32'd1, 32'h4c44_3247
  };

  wire        clk, done;
  wire [31:0] checks, errors, lost;
  bench_verdict #(.UNITS(1)) verdict (.clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors + wrong));

  reg         rst, go;
  wire        rx, tx, engine_rst, job_valid, job_ready, report_valid, report_ready, report_last, busy, heard, plays;
  wire [31:0] job_data, report_data;
  link_port #(
      .CLOCK_HZ(4000000), .BAUD(1000000), .JOB_WORDS(JOB_WORDS), .WINDOW(WINDOW), .INBOX(9), .HELLO(HELLO)
  ) u_dut (
      .clk_i(clk), .rst_i(rst), .rx_i(rx), .tx_o(tx), .engine_rst_o(engine_rst),
      .job_valid_o(job_valid), .job_ready_i(job_ready), .job_data_o(job_data),
      .report_valid_i(report_valid), .report_ready_o(report_ready), .report_data_i(report_data),
      .report_last_i(report_last), .busy_o(busy), .heard_o(heard)
  );
  link_host #(.RATIO(RATIO), .MODEL(1)) u_host (
      .clk_i(clk), .go_i(go), .tx_o(rx), .rx_i(tx), .busy_i(busy), .plays_o(plays), .done_o(done),
      .checks_o(checks), .errors_o(errors), .lost_o(lost)
  );

  // An engine: the first word of a job is its tag, the second one the number of words of its report. It plays while
  // `plays` is high. Places go round: of the job that is played, and of the word that comes next.
`include "link_answers.vh"
  reg  [31:0] jobs [0:PLACES-1];
  integer     job_words, word, first, place, wrong, heards;
  wire [31:0] tag = jobs[first];
  wire        over = report_valid && report_ready && report_last;
  assign job_ready = job_words < PLACES;
  assign report_valid = plays && job_words >= JOB_WORDS;
  assign report_last = word + 1 == jobs[first+1];
  assign report_data = report_word(tag, word);
  always @(posedge clk) begin
    heards = heards + (heard === 1'b1 ? 1 : 0);
    if (engine_rst) begin
      job_words <= 0;
      word <= 0;
      first <= 0;
      place <= 0;
    end else begin
      if (job_valid && job_ready) begin
        jobs[place] <= job_data;
        place <= (place + 1) % PLACES;
      end
      if (report_valid && report_ready)
        word <= report_last ? 0 : word + 1;
      if (over) begin
        if (jobs[first+2] != {tag[15:0], tag[31:16]}) begin
          wrong = wrong + 1;
          $display("the job with tag %h came as another one", tag);
        end
        first <= (first + JOB_WORDS) % PLACES;
      end
      job_words <= job_words + (job_valid && job_ready ? 1 : 0) - (over ? JOB_WORDS : 0);
    end
  end

  // The script is written before time begins.
`include "link_crc32.vh"
`include "link_orders.vh"
  integer    entries, accepted, reports, dropped, i, k;
  reg [15:0] session, session_there;
  reg [7:0]  turn;
  reg [31:0] crc, random, start;

  task put(input [7:0] order, input [31:0] number);
    begin
      u_host.script[entries] = {order, number};
      entries = entries + 1;
    end
  endtask
  task put_byte(input [7:0] data);
    begin
      crc = crc_after(crc, data);
      if (data == 8'h7e || data == 8'h7d) begin
        put(BYTE, 32'h7d);
        put(BYTE, {24'd0, data ^ 8'h20});
      end else
        put(BYTE, {24'd0, data});
    end
  endtask
  task put_word(input [31:0] data);
    for (k = 0; k < 32; k = k + 8)
      put_byte(data[k +: 8]);
  endtask
  task open_frame(input [7:0] kind);
    begin
      turn = turn + 8'd1;
      put(BYTE, 32'h7e);
      crc = 32'hffff_ffff;
      put_word({session, turn, kind});
    end
  endtask
  // With a difference from the right check.
  task close_frame(input [31:0] difference);
    begin
      put_word(~crc ^ difference);
      put(BYTE, 32'h7e);
    end
  endtask
  task answer(input [7:0] kind, input integer length);
    begin
      put(ANSWER, {session_there, turn, kind});
      put(SIZE, length + 1);
    end
  endtask
  task simple(input [7:0] kind, input [7:0] reply);
    begin
      open_frame(kind);
      close_frame(0);
      answer(reply, 0);
    end
  endtask
  task hello(input [15:0] of);
    begin
      session = of;
      session_there = of;
      open_frame(8'h01);
      put_word(1);
      close_frame(0);
      answer(8'h81, 10);
      for (i = 0; i < 320; i = i + 32)
        put(WORD, HELLO[i +: 32]);
      put(SESSION, {16'd0, of});
      accepted = 0;
      reports = 0;
      dropped = 0;
    end
  endtask
  task put_job(input [31:0] tag_there, input integer length);
    begin
      open_frame(8'h02);
      put_word(tag_there);
      put_word(length);
      put_word({tag_there[15:0], tag_there[31:16]});
      close_frame(0);
    end
  endtask
  task job(input [31:0] tag_there, input integer length);
    begin
      put(ROOM, WINDOW);
      put(TAG, tag_there);
      put(LENGTH, length);
      put_job(tag_there, length);
      answer(8'h82, 0);
      accepted = accepted + 1;
      reports = reports + 1;
    end
  endtask
  // While so many reports are to come.
  task status(input integer active);
    begin
      open_frame(8'h03);
      close_frame(0);
      answer(8'h83, 4);
      put(WORD, active > 0 ? 1 : 0);
      put(WORD, accepted);
      put(WORD, reports - active);
      put(DROPS, dropped);
    end
  endtask
  task all_reports;
    begin
      put(ROOM, 1);
      status(0);
      put(BUSY, 0);
    end
  endtask
  task echo(input integer length);
    begin
      open_frame(8'h05);
      start = 32'h7d7e_0000 + length;
      for (i = 0; i < length; i = i + 1)
        put_word(start + 32'h7d5d_7e5e * i);
      close_frame(0);
      answer(length > 64 ? 8'h8e : 8'h85, length > 64 ? 0 : length);
      for (i = 0; i < length && length <= 64; i = i + 1)
        put(WORD, start + 32'h7d5d_7e5e * i);
    end
  endtask
  task next_random;
    begin
      random = random ^ (random << 13);
      random = random ^ (random >> 17);
      random = random ^ (random << 5);
    end
  endtask

  // Frames that are none.
  task bad_frames;
    begin
      for (i = 0; i < 32; i = i + 7) begin
        open_frame(8'h03);
        close_frame(1 << i);
      end
      // Broken off, behind a right check too; and flags alone are nothing.
      open_frame(8'h03);
      put_word(~crc);
      put(BYTE, 32'h7d);
      put(BYTE, 32'h7e);
      open_frame(8'h02);
      put_word(77);
      put(BYTE, 32'h7d);
      put(BYTE, 32'h7e);
      put(BYTE, 32'h7e);
      // A byte without stop bit in an otherwise good frame; the flag itself without one ends nothing.
      open_frame(8'h03);
      put(BYTE, 32'h100);
      close_frame(0);
      open_frame(8'h03);
      put_word(~crc);
      put(BYTE, 32'h17e);
      put(BYTE, 32'h7e);
      // Not whole words; one word alone, with the right check of nothing.
      open_frame(8'h03);
      put_byte(8'h55);
      close_frame(0);
      put(BYTE, 32'h7e);
      for (i = 0; i < 4; i = i + 1)
        put(BYTE, 32'h00);
      put(BYTE, 32'h7e);
      // Longer than anything can be, with a right check.
      open_frame(8'h05);
      for (i = 0; i < 160; i = i + 1)
        put_word(i);
      close_frame(0);
      dropped = dropped + 5 + 2 + 2 + 2 + 1;
      put(QUIET, 400);
      status(0);
    end
  endtask
  task malformed;
    begin
      for (i = 0; i < 256; i = i + 1)
        if (i == 0 || i == 6 || i == 7 || i == 15 || i == 18 || i == 129 || i == 144 || i == 255)
          simple(i, 8'h8e);
      for (i = 1; i <= 4; i = i + 1) begin
        open_frame(i);
        put_word(1);
        put_word(2);
        close_frame(0);
        answer(8'h8e, 0);
      end
      simple(8'h01, 8'h8e);
      simple(8'h02, 8'h8e);
      open_frame(8'h02);
      for (i = 0; i <= JOB_WORDS; i = i + 1)
        put_word(1);
      close_frame(0);
      answer(8'h8e, 0);
      status(0);
    end
  endtask
  task strangers;
    begin
      session = session_there ^ 16'h0100;
      simple(8'h04, 8'h8d);
      put_job(1, 2);
      answer(8'h8d, 0);
      session = session_there ^ 16'h0001;
      simple(8'h04, 8'h8d);
      status(0);
      echo(3);
      session = session_there;
    end
  endtask
  // A window of jobs waits, one more is not taken; then all are played.
  task full_window;
    begin
      put(PLAYS, 0);
      for (i = 0; i < WINDOW; i = i + 1)
        job(32'h7e7d_0000 + i, 60 + 3 * i);
      put_job(99, 9);
      answer(8'h8f, 0);
      status(WINDOW);
      put(BUSY, 1);
      put(PLAYS, 1);
      all_reports;
      job(5, 1);
      all_reports;
    end
  endtask
  // Stops in the middle of a long report, with CANCEL or in another session.
  task stop_reports(input as_hello);
    begin
      job(32'h1234_5678, 1000);
      job(32'h1234_5679, 2);
      put(BYTES, 300);
      if (as_hello)
        hello(session + 16'd257);
      else begin
        simple(8'h04, 8'h84);
        put(SESSION, {16'd0, session});
        reports = reports - 2;
      end
      status(0);
      put(QUIET, 400);
      job(32'hffff_0001, 70);
      job(32'hffff_0002, 1);
      all_reports;
    end
  endtask
  // More frames than there is room for while a report is sent: each is answered or counted.
  task flood;
    begin
      job(32'h0000_7e7e, 400);
      for (i = 0; i < FLOOD; i = i + 1) begin
        open_frame(8'h03);
        close_frame(0);
      end
      for (i = 0; i < 10000; i = i + 1)
        put(LINE, 1);
      open_frame(8'h05);
      close_frame(0);
      turn = turn - FLOOD - 8'd1;
      for (i = 0; i < FLOOD; i = i + 1) begin
        turn = turn + 8'd1;
        put(LOST, {session_there, turn, 8'h83});
      end
      turn = turn + 8'd1;
      answer(8'h85, 0);
      all_reports;
    end
  endtask
  // Anything on the UART, then a line that is low for long.
  task noise;
    begin
      for (i = 0; i < 600; i = i + 1) begin
        next_random;
        if (random[31:28] == 0)
          put(BYTE, 32'h7e);
        else if (random[27:24] == 0)
          put(LINE, {31'd0, random[0]});
        else
          put(BYTE, {23'd0, random[23:20] == 0, random[7:0]});
      end
      for (i = 0; i < 300; i = i + 1)
        put(LINE, 0);
      put(LINE, 1);
      put(LINE, 1);
      put(QUIET, 10);
    end
  endtask

  initial begin
    rst = 1'b1;
    go = 1'b0;
    heards = 0;
    wrong = 0;
    entries = 0;
    accepted = 0;
    reports = 0;
    dropped = 0;
    turn = 8'd0;
    session = 16'h0bad;
    session_there = 16'd0;
    random = 32'd2463534242;
    // What comes before the first flag is nothing; the session is nobody's.
    put(BYTE, 32'h55);
    put(BYTE, 32'h7e);
    status(0);
    simple(8'h04, 8'h8d);
    hello(16'h7e7d);
    status(0);
    echo(0);
    echo(1);
    echo(64);
    echo(65);
    job(32'h7d7e_7f80, 1);
    all_reports;
    for (i = 0; i < 6; i = i + 1)
      job(i, i == 0 ? 63 : i == 1 ? 64 : i == 2 ? 65 : i == 3 ? 128 : i == 4 ? 300 : 7);
    all_reports;
    bad_frames;
    malformed;
    strangers;
    full_window;
    stop_reports(1'b0);
    stop_reports(1'b1);
    flood;
    noise;
    hello(16'h0001);
    for (i = 0; i < 25; i = i + 1) begin
      next_random;
      job(random, 1 + {24'd0, random[15:8]} % 100);
    end
    all_reports;
    put(END, 0);
  end
  integer clocks;
  initial clocks = 0;
  always @(posedge clk) begin
    clocks = clocks + 1;
    rst <= clocks < 5;
    go <= clocks > 10;
  end
endmodule

`default_nettype wire
