// The other end of a serial line: decodes what a device sends into frames, checks each, and keeps them for a bench.
// Bits last RATIO clocks.
//
// errors_o counts what a device must never send: bytes without stop bit, frames that are not whole words, are too short
// or have a wrong check, bytes between frames. Frames are numbered from 0; word `at_i` of frame `frame_i` is word_o,
// without its check; size_o counts the words. Header first.
`default_nettype none

module link_line #(
    parameter RATIO = 4
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        line_i,
    input  wire [31:0] frame_i,
    input  wire [31:0] at_i,
    output wire [31:0] size_o,
    output wire [31:0] word_o,
    output reg  [31:0] frames_o,
    output reg  [31:0] errors_o,
    output reg  [31:0] bytes_o
);
`include "link_crc32.vh"
    reg [31:0] words [0:131071];
    reg [31:0] first [0:4095];
    reg [31:0] sizes [0:4095];
    assign size_o = sizes[frame_i[11:0]];
    wire [31:0] place = first[frame_i[11:0]] + at_i;
    assign word_o = words[place[16:0]];

    integer    clock, filled, count;
    reg        open, escaped;
    reg [7:0]  shift;
    reg [31:0] crc, check, word;

    task wrong;
        begin
            errors_o = errors_o + 1;
            if (errors_o < 5)
                $display("%m: frame %0d is wrong", frames_o);
        end
    endtask

    // The last word of a body is its check, which is no part of the frame that is kept.
    task take(input [7:0] data);
        begin
            if (data == 8'h7e) begin
                if (escaped || count % 4 != 0 || (open && count == 4) || (count != 0 && crc != 32'hdebb20e3))
                    wrong;
                if (count >= 8) begin
                    sizes[frames_o[11:0]] = count / 4 - 1;
                    frames_o = frames_o + 1;
                    filled = filled + count / 4 - 1;
                    first[frames_o[11:0]] = filled;
                end
                open = count == 0;
                count = 0;
                crc = 32'hffff_ffff;
                escaped = 1'b0;
            end else if (!open) begin
                wrong;
            end else if (data == 8'h7d) begin
                if (escaped)
                    wrong;
                escaped = 1'b1;
            end else begin
                word = {escaped ? data ^ 8'h20 : data, word[31:8]};
                crc = crc_after(crc, word[31:24]);
                escaped = 1'b0;
                count = count + 1;
                if (count % 4 == 0)
                    words[filled + count / 4 - 1] = word;
            end
        end
    endtask

    always @(posedge clk_i) begin
        if (rst_i) begin
            clock = -1;
            filled = 0;
            count = 0;
            open = 1'b0;
            escaped = 1'b0;
            crc = 32'hffff_ffff;
            frames_o = 0;
            errors_o = 0;
            bytes_o = 0;
            first[0] = 0;
        end else if (clock < 0) begin
            if (line_i !== 1'b1)
                clock = 1;
        end else begin
            // Samples in the middle of bits.
            if (clock % RATIO == RATIO / 2) begin
                if (clock / RATIO == 0 && line_i !== 1'b0)
                    wrong;
                if (clock / RATIO == 9) begin
                    if (line_i !== 1'b1)
                        wrong;
                    bytes_o = bytes_o + 1;
                    take(shift);
                    clock = -2;
                end
                shift = {line_i, shift[7:1]};
            end
            clock = clock + 1;
        end
    end
endmodule

`default_nettype wire
