// Tasks of a host on a serial line: its end `rx` of the line is a register, bits last RATIO clocks of `clk`. Uses
// `session` and `turn`; the frames that come back are those of an instance `host` of link_line, and `seen` is the
// number of the next one to look at.

`include "link_crc32.vh"

    reg [31:0] sent_crc;

    task line_bit(input value);
        begin
            rx <= value;
            repeat (RATIO) @(posedge clk);
        end
    endtask

    task raw_byte(input [7:0] data, input stop);
        integer at;
        begin
            line_bit(1'b0);
            for (at = 0; at < 8; at = at + 1)
                line_bit(data[at]);
            line_bit(stop);
            // A line that stays low is no new byte.
            if (!stop)
                line_bit(1'b1);
        end
    endtask

    task body_byte(input [7:0] data);
        begin
            sent_crc = crc_after(sent_crc, data);
            if (data == 8'h7e || data == 8'h7d) begin
                raw_byte(8'h7d, 1'b1);
                raw_byte(data ^ 8'h20, 1'b1);
            end else
                raw_byte(data, 1'b1);
        end
    endtask

    task put_word(input [31:0] data);
        integer at;
        begin
            for (at = 0; at < 4; at = at + 1)
                body_byte(data[8*at +: 8]);
        end
    endtask

    task open_frame(input [7:0] kind);
        begin
            turn = turn + 8'd1;
            raw_byte(8'h7e, 1'b1);
            sent_crc = 32'hffff_ffff;
            put_word({session, turn, kind});
        end
    endtask

    // With a difference from the right check.
    task close_frame(input [31:0] difference);
        begin
            put_word(~sent_crc ^ difference);
            raw_byte(8'h7e, 1'b1);
        end
    endtask

    // Waits for the next frame; false when none comes.
    reg came;
    task await_frame;
        integer patience;
        begin
            patience = 4000 * RATIO;
            while (host_frames <= seen && patience > 0) begin
                @(posedge clk);
                patience = patience - 1;
            end
            came = host_frames > seen;
        end
    endtask

    // A word of the frame that is looked at.
    reg [31:0] got;
    task look(input [31:0] at);
        begin
            host_at = at;
            #1 got = host_word;
        end
    endtask
