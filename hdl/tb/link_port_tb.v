// A host at the pins of link_port, and something that answers jobs behind it. Every frame that comes back is checked,
// its check too, by what the bench itself makes of docs/LINK.md. Runs in Icarus and Verilator. The last line is PASS and
// the number of checks, or FAIL.
`default_nettype none

module link_port_tb;
    localparam RATIO = 4, JOB_WORDS = 3, WINDOW = 3;
    localparam [319:0] HELLO = {
        32'h0000_0007, 32'h2010_1009, 32'd18, 32'h000a_0003, 32'h0302_0001, 32'd12000000, 32'h7d7e_5d5e, 32'h89ab_cdef,
        32'd1, 32'h4c44_3247
    };

    reg clk, stop;
    initial begin
        clk = 1'b0;
        stop = 1'b0;
        while (!stop)
            #5 clk = !clk;
    end

    reg         rst, rx;
    wire        tx, engine_rst, job_valid, job_ready, report_valid, report_ready, report_last, busy, heard;
    wire [31:0] job_data, report_data;
    link_port #(
        .CLOCK_HZ(4000000), .BAUD(1000000), .JOB_WORDS(JOB_WORDS), .WINDOW(WINDOW), .INBOX(9), .HELLO(HELLO)
    ) dut (
        .clk_i(clk), .rst_i(rst), .rx_i(rx), .tx_o(tx), .engine_rst_o(engine_rst),
        .job_valid_o(job_valid), .job_ready_i(job_ready), .job_data_o(job_data),
        .report_valid_i(report_valid), .report_ready_o(report_ready), .report_data_i(report_data),
        .report_last_i(report_last), .busy_o(busy), .heard_o(heard)
    );

    // An engine: the first word of a job is its tag, the second one the number of words of its report. It plays while
    // `plays` is high.
    reg         plays;
    reg  [31:0] jobs [0:JOB_WORDS*WINDOW-1];
    integer     job_words, word;
    assign job_ready = job_words < JOB_WORDS * WINDOW;
    assign report_valid = plays && job_words >= JOB_WORDS;
    wire [31:0] tag = jobs[first];
    assign report_last = word + 1 == jobs[first+1];
    assign report_data = word == 0 ? tag : report_word(tag, word);
    // Once round: places of the job that is played, and of the word that comes next.
    integer     first, next;
    wire        over = report_valid && report_ready && report_last;
    always @(posedge clk) begin
        if (engine_rst) begin
            job_words <= 0;
            word <= 0;
            first <= 0;
            next <= 0;
        end else begin
            if (job_valid && job_ready) begin
                jobs[next] <= job_data;
                next <= (next + 1) % (JOB_WORDS * WINDOW);
            end
            if (report_valid && report_ready)
                word <= report_last ? 0 : word + 1;
            if (over) begin
                check(jobs[first+2] == {tag[15:0], tag[31:16]}, 1);
                first <= (first + JOB_WORDS) % (JOB_WORDS * WINDOW);
            end
            job_words <= job_words + (job_valid && job_ready ? 1 : 0) - (over ? JOB_WORDS : 0);
        end
    end
    function [31:0] report_word(input [31:0] tag, input integer at);
        report_word = (tag ^ 32'h7e00_7d00) + at * 32'h0107_7d7e;
    endfunction

    reg  [31:0] host_at, seen;
    wire [31:0] host_frames, host_size, host_word, host_errors, host_bytes;
    link_line #(.RATIO(RATIO)) host (
        .clk_i(clk), .rst_i(rst), .line_i(tx), .frame_i(seen), .at_i(host_at), .size_o(host_size), .word_o(host_word),
        .frames_o(host_frames), .errors_o(host_errors), .bytes_o(host_bytes)
    );

    reg [15:0] session;
    reg [7:0]  turn;
    integer    checks, errors, clock, heards;
    reg [31:0] random;
`include "bench_unit.vh"
`include "link_host.vh"
    always @(posedge clk) begin
        clock = clock + 1;
        heards = heards + (heard === 1'b1 ? 1 : 0);
    end

    // Pieces of reports, whenever they come: those of the jobs that wait in `tags`, in order.
    reg [31:0] tags [0:63];
    integer    sizes [0:63];
    integer    given, reported, pieces, number, at, size;
    task see_piece;
        begin
            look(0);
            check(got == {session_there, 16'h0090}, 10);
            check(reported < given, 11);
            size = sizes[reported % 64] - 64 * pieces;
            look(1);
            check(got == {size <= 64, number[14:0], pieces[15:0]}, 12);
            check(host_size == 2 + (size > 64 ? 64 : size), 13);
            for (at = 0; at < 64 && at < size; at = at + 1) begin
                look(at + 2);
                check(got == (at + pieces == 0 ? tags[reported % 64]
                                               : report_word(tags[reported % 64], at + 64 * pieces)), 14);
            end
            pieces = pieces + 1;
            if (size <= 64) begin
                pieces = 0;
                number = number + 1;
                reported = reported + 1;
                of_session = of_session + 1;
            end
            seen = seen + 1;
        end
    endtask

    // The next frame that is an answer has this kind and number of payload words.
    reg [15:0] session_there;
    integer    accepted, of_session, dropped;
    reg        answered;
    task answer_to(input [7:0] kind, input [7:0] to, input integer length);
        begin
            answered = 1'b0;
            came = 1'b1;
            while (came && !answered) begin
                await_frame;
                if (came) begin
                    look(0);
                    answered = got[7:0] != 8'h90;
                    if (!answered)
                        see_piece;
                end
            end
            check(answered, 20);
            check(got == {session_there, to, kind}, 21);
            if (got != {session_there, to, kind})
                $display("answer %h, not %h", got, {session_there, to, kind});
            check(host_size == length + 1, 22);
        end
    endtask
    task answer(input [7:0] kind, input integer length);
        answer_to(kind, turn, length);
    endtask
    task simple(input [7:0] kind, input [7:0] reply);
        begin
            open_frame(kind);
            close_frame(0);
            answer(reply, 0);
            seen = seen + 1;
        end
    endtask
    task all_reports;
        begin
            came = 1'b1;
            while (came && reported < given) begin
                await_frame;
                if (came)
                    see_piece;
            end
            check(reported == given, 23);
        end
    endtask
    task nothing_comes;
        begin
            await_frame;
            check(!came, 24);
        end
    endtask

    task hello(input [15:0] of);
        integer i;
        begin
            session = of;
            open_frame(8'h01);
            put_word(1);
            close_frame(0);
            // A piece that was begun comes first, in the session before.
            await_frame;
            while (came && host_word_zero_is_piece(0)) begin
                see_piece;
                await_frame;
            end
            session_there = of;
            answer(8'h81, 10);
            for (i = 0; i < 10; i = i + 1) begin
                look(i + 1);
                check(got == HELLO[32*i +: 32], 25);
            end
            seen = seen + 1;
            forget;
            accepted = 0;
            of_session = 0;
            dropped = 0;
        end
    endtask
    function host_word_zero_is_piece(input dummy);
        host_word_zero_is_piece = host.words[host.first[seen[11:0]]] == {session_there, 16'h0090} || dummy;
    endfunction
    task forget;
        begin
            given = 0;
            reported = 0;
            pieces = 0;
            number = 0;
        end
    endtask

    task put_job(input [31:0] tag, input integer length);
        begin
            open_frame(8'h02);
            put_word(tag);
            put_word(length);
            put_word({tag[15:0], tag[31:16]});
            close_frame(0);
        end
    endtask
    task job(input [31:0] tag, input integer length);
        begin
            put_job(tag, length);
            tags[given % 64] = tag;
            sizes[given % 64] = length;
            given = given + 1;
            accepted = accepted + 1;
            answer(8'h82, 0);
            seen = seen + 1;
        end
    endtask
    task status(input active);
        begin
            open_frame(8'h03);
            close_frame(0);
            answer(8'h83, 4);
            look(1);
            check(got == {31'd0, active}, 30);
            look(2);
            check(got == accepted, 31);
            look(3);
            check(got == of_session, 32);
            look(4);
            check(got == dropped, 33);
            if (got != dropped)
                $display("dropped %0d, not %0d", got, dropped);
            seen = seen + 1;
        end
    endtask
    task echo(input integer length);
        integer i;
        reg [31:0] start;
        begin
            open_frame(8'h05);
            start = random;
            for (i = 0; i < length; i = i + 1)
                put_word(start + 32'h7d5d_7e5e * i);
            close_frame(0);
            answer(length > 64 ? 8'h8e : 8'h85, length > 64 ? 0 : length);
            for (i = 0; i < length && length <= 64; i = i + 1) begin
                look(i + 1);
                check(got == start + 32'h7d5d_7e5e * i, 34);
            end
            seen = seen + 1;
        end
    endtask

    // Frames that are none.
    task bad_frames;
        integer i;
        begin
            for (i = 0; i < 32; i = i + 7) begin
                open_frame(8'h03);
                close_frame(1 << i);
            end
            // Broken off; and a flag alone between frames is nothing.
            open_frame(8'h02);
            put_word(77);
            raw_byte(8'h7d, 1'b1);
            raw_byte(8'h7e, 1'b1);
            raw_byte(8'h7e, 1'b1);
            // A byte without stop bit in an otherwise good frame.
            open_frame(8'h03);
            raw_byte(8'h00, 1'b0);
            close_frame(0);
            // Not whole words; one word alone, with the right check of nothing.
            open_frame(8'h03);
            body_byte(8'h55);
            close_frame(0);
            raw_byte(8'h7e, 1'b1);
            for (i = 0; i < 4; i = i + 1)
                raw_byte(8'h00, 1'b1);
            raw_byte(8'h7e, 1'b1);
            // Longer than anything can be, with a right check.
            open_frame(8'h05);
            for (i = 0; i < 160; i = i + 1)
                put_word(i);
            close_frame(0);
            dropped = dropped + 5 + 1 + 1 + 2 + 1;
            nothing_comes;
            status(busy);
        end
    endtask

    task malformed;
        integer i;
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
                seen = seen + 1;
            end
            simple(8'h01, 8'h8e);
            simple(8'h02, 8'h8e);
            open_frame(8'h02);
            for (i = 0; i <= JOB_WORDS; i = i + 1)
                put_word(1);
            close_frame(0);
            answer(8'h8e, 0);
            seen = seen + 1;
            status(1'b0);
        end
    endtask

    task strangers;
        begin
            session = session_there ^ 16'h0100;
            simple(8'h04, 8'h8d);
            put_job(1, 2);
            answer(8'h8d, 0);
            seen = seen + 1;
            session = session_there ^ 16'h0001;
            simple(8'h04, 8'h8d);
            status(1'b0);
            echo(3);
            session = session_there;
        end
    endtask

    // A window of jobs waits, one more is not taken; then all are played.
    task full_window;
        integer i;
        begin
            plays = 1'b0;
            for (i = 0; i < WINDOW; i = i + 1)
                job(32'h7e7d_0000 + i, 60 + 3 * i);
            put_job(99, 9);
            answer(8'h8f, 0);
            seen = seen + 1;
            status(1'b1);
            check(busy, 40);
            plays = 1'b1;
            all_reports;
            status(1'b0);
            check(!busy, 41);
            job(5, 1);
            all_reports;
        end
    endtask

    // Stops in the middle of a long report.
    task stop_reports(input as_hello);
        integer bytes;
        begin
            job(32'h1234_5678, 1000);
            job(32'h1234_5679, 2);
            bytes = host_bytes;
            while (host_bytes < bytes + 300)
                @(posedge clk);
            if (as_hello)
                hello(session + 16'd257);
            else begin
                simple(8'h04, 8'h84);
                forget;
            end
            status(1'b0);
            nothing_comes;
            job(32'hffff_0001, 70);
            job(32'hffff_0002, 1);
            all_reports;
            status(1'b0);
        end
    endtask

    // More frames than there is room for while a report is sent: each is answered or counted, the others in order.
    task flood;
        integer i, lost, begun;
        reg [31:0] counted;
        begin
            job(32'h0000_7e7e, 400);
            begun = {24'd0, turn};
            for (i = 0; i < 120; i = i + 1) begin
                open_frame(8'h03);
                close_frame(0);
            end
            lost = 0;
            for (i = 0; i < 120; i = i + 1) begin
                await_frame;
                look(0);
                while (came && got[7:0] == 8'h90) begin
                    see_piece;
                    await_frame;
                    look(0);
                end
                if (came && got[15:8] == ((begun + 1 + i) & 255)) begin
                    check(got == {session_there, got[15:8], 8'h83}, 50);
                    seen = seen + 1;
                end else
                    lost = lost + 1;
            end
            check(lost > 5 && lost < 100, 51);
            dropped = dropped + lost;
            all_reports;
            status(1'b0);
        end
    endtask

    // Jobs one behind the other, answers and reports whenever they come.
    task stream(input integer jobs_there);
        integer i, length;
        begin
            for (i = 0; i < jobs_there; i = i + 1) begin
                next_random;
                length = 1 + {24'd0, random[15:8]} % 100;
                while (given - reported >= WINDOW) begin
                    await_frame;
                    check(came, 52);
                    see_piece;
                end
                job(random, length);
            end
            all_reports;
            status(1'b0);
        end
    endtask

    // Anything on the line, then a line that is low for long.
    task noise;
        integer i;
        begin
            for (i = 0; i < 600; i = i + 1) begin
                next_random;
                if (random[31:28] == 0)
                    raw_byte(8'h7e, 1'b1);
                else if (random[27:24] == 0)
                    line_bit(random[0]);
                else
                    raw_byte(random[7:0], random[23:20] != 0);
            end
            for (i = 0; i < 300; i = i + 1)
                line_bit(1'b0);
            line_bit(1'b1);
            line_bit(1'b1);
            seen = host_frames;
        end
    endtask

    initial begin
        checks = 0;
        errors = 0;
        clock = 0;
        heards = 0;
        random = 32'd2463534242;
        rst = 1'b1;
        rx = 1'b1;
        plays = 1'b1;
        session = 16'd0;
        session_there = 16'd0;
        turn = 8'd0;
        seen = 0;
        host_at = 0;
        accepted = 0;
        of_session = 0;
        dropped = 0;
        forget;
        repeat (5) @(posedge clk);
        check(tx === 1'b1, 60);
        rst <= 1'b0;
        repeat (5) @(posedge clk);
        // What comes before the first flag is dropped.
        raw_byte(8'h55, 1'b1);
        raw_byte(8'h7e, 1'b1);
        dropped = 1;
        session = 16'h0bad;
        status(1'b0);
        simple(8'h04, 8'h8d);
        hello(16'h7e7d);
        status(1'b0);
        for (at = 0; at < 4; at = at + 1)
            echo(at == 2 ? 64 : at == 3 ? 65 : at);
        job(32'h7d7e_7f80, 1);
        all_reports;
        job(1, 63);
        job(2, 64);
        job(3, 65);
        all_reports;
        job(4, 128);
        job(5, 300);
        all_reports;
        status(1'b0);
        bad_frames;
        malformed;
        strangers;
        full_window;
        stop_reports(1'b0);
        stop_reports(1'b1);
flood;
        noise;
        hello(16'h0001);
        stream(25);
        check(heards > 150, 61);
        check(host_errors == 0, 62);
        check(host_frames == seen, 63);
        if (errors == 0)
            $display("PASS %0d", checks);
        else
            $display("FAIL %0d of %0d checks", errors, checks);
        stop = 1'b1;
    end
endmodule

`default_nettype wire
