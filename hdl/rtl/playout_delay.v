// Gives back what it got CLOCKS clocks ago.
//
// Shape:  WIDTH, CLOCKS  any; 0 clocks are a wire
//         MEMORY         1: words in a memory that is written and read in turn, from 3 clocks on; 0: flip-flops
// Timing: data_o comes out of a flip-flop.
// Reset   rst_i sets the place in the memory, not the words.
// Cost:   CLOCKS * WIDTH flip-flops. With MEMORY WIDTH flip-flops, a memory of CLOCKS - 1 words (in ECP5 6 LUT4 for each
//         4 bits up to 16 words), and about 2 * $clog2(CLOCKS) LUT4.

`default_nettype none

module playout_delay #(
    parameter WIDTH = 8,
    parameter CLOCKS = 1,
    parameter MEMORY = 0
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire [WIDTH-1:0] data_i,
    output wire [WIDTH-1:0] data_o
);
    genvar i;
    generate
        if (CLOCKS == 0) begin : g_wire
            wire unused = &{1'b0, clk_i, rst_i};
            assign data_o = data_i;
        end else if (MEMORY != 0 && CLOCKS >= 3) begin : g_memory
            localparam WORDS = CLOCKS - 1;
            localparam ADDRESS = $clog2(WORDS);
            localparam [31:0] LAST = WORDS - 1;

            (* ram_style = "distributed" *)
            reg [WIDTH-1:0]   words [0:(1<<ADDRESS)-1];
            reg [WIDTH-1:0]   data_q;
            reg [ADDRESS-1:0] place;

            // What is read is what was written one round ago: the output register makes the last clock.
            always @(posedge clk_i) begin
                place <= (rst_i | place == LAST[ADDRESS-1:0]) ? {ADDRESS{1'b0}} : place + 1'b1;
                data_q <= words[place];
                words[place] <= data_i;
            end
            assign data_o = data_q;
        end else begin : g_registers
            wire unused = rst_i;

            for (i = 0; i < CLOCKS; i = i + 1) begin : stage
                reg [WIDTH-1:0] data_q;

                if (i == 0) begin : first
                    always @(posedge clk_i) data_q <= data_i;
                end else begin : other
                    always @(posedge clk_i) data_q <= stage[i-1].data_q;
                end
            end
            assign data_o = stage[CLOCKS-1].data_q;
        end
    endgenerate
endmodule

`default_nettype wire
