// A model of DP16KD for cycle simulators, as emitted boards use it: 1024 words of 18 bits, port A writes, port B reads in
// every clock through its output register, both at one clock. What is read in the clock it is written in is its complement,
// as nobody may look at it.
//
// It has the ports and parameters that emitted boards use, and no others.
`default_nettype none

module DP16KD #(
    parameter [5:0]   DATA_WIDTH_A = 6'd18,
    parameter [5:0]   DATA_WIDTH_B = 6'd18,
    parameter         REGMODE_A    = "NOREG",
    parameter         REGMODE_B    = "OUTREG",
    parameter         GSR          = "DISABLED",
    parameter [319:0] INITVAL_00   = 320'd0
) (
    input  wire CLKA, CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2,
    input  wire ADA0, ADA1, ADA2, ADA3, ADA4, ADA5, ADA6, ADA7, ADA8, ADA9, ADA10, ADA11, ADA12, ADA13,
    input  wire DIA0, DIA1, DIA2, DIA3, DIA4, DIA5, DIA6, DIA7, DIA8, DIA9, DIA10, DIA11, DIA12, DIA13, DIA14, DIA15,
    input  wire DIA16, DIA17,
    input  wire CLKB, CEB, OCEB, WEB, RSTB, CSB0, CSB1, CSB2,
    input  wire ADB0, ADB1, ADB2, ADB3, ADB4, ADB5, ADB6, ADB7, ADB8, ADB9, ADB10, ADB11, ADB12, ADB13,
    output wire DOB0, DOB1, DOB2, DOB3, DOB4, DOB5, DOB6, DOB7, DOB8, DOB9, DOB10, DOB11, DOB12, DOB13, DOB14, DOB15,
    output wire DOB16, DOB17
);
  wire [9:0]  to = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4};
  wire [9:0]  from = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4};
  wire [17:0] in = {
      DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0
  };
  reg  [17:0] memory [0:1023];
  reg  [17:0] read_q;
  reg  [17:0] word_q;
  integer     word;

  assign {
      DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
  } = word_q;
  // Sixteen words in a value, one every 20 bits.
  initial begin
    read_q = 18'd0;
    word_q = 18'd0;
    for (word = 0; word < 1024; word = word + 1)
      memory[word] = word < 16 ? INITVAL_00[20*(word%16)+:18] : 18'd0;
  end
  always @(posedge CLKA)
    if (WEA)
      memory[to] <= in;
  always @(posedge CLKB) begin
    read_q <= WEA && to == from ? ~memory[from] : memory[from];
    if (OCEB)
      word_q <= read_q;
  end

  wire unused = &{1'b0, DATA_WIDTH_A, DATA_WIDTH_B, REGMODE_A == "NOREG", REGMODE_B == "OUTREG", GSR == "DISABLED",
    INITVAL_00, CEA, OCEA, RSTA, CSA0, CSA1, CSA2, ADA0, ADA1, ADA2, ADA3, CEB, WEB, RSTB, CSB0, CSB1, CSB2, ADB0,
    ADB1, ADB2, ADB3};
endmodule

`default_nettype wire
