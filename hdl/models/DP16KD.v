// A model of DP16KD for cycle simulators, as emitted boards use it: a memory of which the first word of 18 bits alone is
// read, through its output register, and nothing is written.
//
// It has the ports and parameters that emitted boards use, and no others.
`default_nettype none

module DP16KD #(
    parameter [4:0]   DATA_WIDTH_A = 5'd18,
    parameter         REGMODE_A    = "OUTREG",
    parameter [319:0] INITVAL_00   = 320'd0
) (
    input  wire CLKA,
    input  wire CEA,
    input  wire OCEA,
    input  wire WEA,
    input  wire RSTA,
    input  wire CSA0,
    input  wire CSA1,
    input  wire CSA2,
    input  wire ADA0,
    input  wire ADA1,
    input  wire ADA2,
    input  wire ADA3,
    input  wire ADA4,
    input  wire ADA5,
    input  wire ADA6,
    input  wire ADA7,
    input  wire ADA8,
    input  wire ADA9,
    input  wire ADA10,
    input  wire ADA11,
    input  wire ADA12,
    input  wire ADA13,
    output wire DOA0,
    output wire DOA1,
    output wire DOA2,
    output wire DOA3,
    output wire DOA4,
    output wire DOA5,
    output wire DOA6,
    output wire DOA7,
    output wire DOA8,
    output wire DOA9,
    output wire DOA10,
    output wire DOA11,
    output wire DOA12,
    output wire DOA13,
    output wire DOA14,
    output wire DOA15,
    output wire DOA16,
    output wire DOA17
);
    reg [17:0] word_q = 18'd0;
    reg [17:0] read_q = 18'd0;
    assign {
        DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0
    } = word_q;
    always @(posedge CLKA) begin
        read_q <= INITVAL_00[17:0];
        word_q <= read_q;
    end

    wire unused = &{1'b0, DATA_WIDTH_A, REGMODE_A == "OUTREG", INITVAL_00[319:18], CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2,
        ADA0, ADA1, ADA2, ADA3, ADA4, ADA5, ADA6, ADA7, ADA8, ADA9, ADA10, ADA11, ADA12, ADA13};
endmodule

`default_nettype wire
