// A block RAM that playout_carry hands bits on through: in each clock a word is written, and another one read.
//
// Shape:  2^PLACE words of WIDTH bits
//         LATE  1: another register lies behind the memory's own
// Timing: a word comes out a clock after its address was in from_i, with LATE two clocks after it. It comes right out of the
//         block RAM, which is 1.6 ns later on an iCE40 HX, and with LATE out of flip-flops.
// Words   from_i and to_i are never the same.
// Reset   none.
// Cost:   a block RAM for what goes into one; with LATE a flip-flop for each bit. Boards with an ECP5 have another text in
//         place of this one, ecp5/playout_carry_block.v, in which that register is the block RAM's.

`default_nettype none

module playout_carry_block #(
    parameter WIDTH = 16,
    parameter PLACE = 1,
    parameter LATE = 0
) (
    input  wire             clk_i,
    input  wire [PLACE-1:0] to_i,
    input  wire [PLACE-1:0] from_i,
    input  wire [WIDTH-1:0] data_i,
    output wire [WIDTH-1:0] data_o
);
    (* ram_style = "block", no_rw_check *)
    reg [WIDTH-1:0] words [0:(1<<PLACE)-1];
    reg [WIDTH-1:0] word;

    always @(posedge clk_i) begin
        words[to_i] <= data_i;
        word <= words[from_i];
    end

    generate
        if (LATE != 0) begin : g_late
            reg [WIDTH-1:0] word_q;

            always @(posedge clk_i) word_q <= word;
            assign data_o = word_q;
        end else begin : g_right
            assign data_o = word;
        end
    endgenerate
endmodule

`default_nettype wire
