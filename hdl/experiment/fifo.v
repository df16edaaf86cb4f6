// First in, first out. A word is written when valid_i and ready_o, read when valid_o and ready_i.
// The memory has one write port and one clocked read port, as block RAMs have. A word can be read
// two clocks after it was written, and one in every clock from then on.
// Reset empties it; the memory keeps its contents.
module fifo #(
    parameter WIDTH = 32,
    parameter LOG2_DEPTH = 6
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             valid_i,
    output wire             ready_o,
    input  wire [WIDTH-1:0] data_i,
    output wire             valid_o,
    input  wire             ready_i,
    output wire [WIDTH-1:0] data_o
);
    // One bit more than an address: equal when empty, different in that bit only when full.
    reg [LOG2_DEPTH:0] write_q;
    reg [LOG2_DEPTH:0] read_q;
    reg [WIDTH-1:0] words [0:(1 << LOG2_DEPTH) - 1];
    reg [WIDTH-1:0] data_q;
    reg valid_q;

    wire write = valid_i && ready_o;
    wire read = write_q != read_q && (!valid_q || ready_i);

    assign ready_o = write_q != {~read_q[LOG2_DEPTH], read_q[LOG2_DEPTH-1:0]};
    assign valid_o = valid_q;
    assign data_o = data_q;

    always @(posedge clk_i) begin
        if (write) words[write_q[LOG2_DEPTH-1:0]] <= data_i;
        if (read) data_q <= words[read_q[LOG2_DEPTH-1:0]];
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            write_q <= 0;
            read_q <= 0;
            valid_q <= 1'b0;
        end else begin
            if (write) write_q <= write_q + 1'b1;
            if (read) read_q <= read_q + 1'b1;
            if (read || ready_i) valid_q <= read;
        end
    end
endmodule
