// A model of PDPW16KD for cycle simulators, as emitted boards use it: 512 words of 36 bits that are written and read in every
// clock, through an output register. What is read in the clock it is written in is its complement, as nobody may look at it.
//
// It has the ports and parameters that emitted boards use, and no others.
`default_nettype none

module PDPW16KD #(
    parameter DATA_WIDTH_W = 36,
    parameter DATA_WIDTH_R = 36,
    parameter REGMODE      = "OUTREG",
    parameter GSR          = "DISABLED"
) (
    input  wire CLKW, CEW, CSW0, CSW1, CSW2, BE0, BE1, BE2, BE3,
    input  wire ADW0, ADW1, ADW2, ADW3, ADW4, ADW5, ADW6, ADW7, ADW8,
    input  wire DI0, DI1, DI2, DI3, DI4, DI5, DI6, DI7, DI8, DI9, DI10, DI11, DI12, DI13, DI14, DI15, DI16, DI17,
    input  wire DI18, DI19, DI20, DI21, DI22, DI23, DI24, DI25, DI26, DI27, DI28, DI29, DI30, DI31, DI32, DI33, DI34,
    input  wire DI35,
    input  wire CLKR, CER, OCER, RST, CSR0, CSR1, CSR2,
    input  wire ADR0, ADR1, ADR2, ADR3, ADR4, ADR5, ADR6, ADR7, ADR8, ADR9, ADR10, ADR11, ADR12, ADR13,
    output wire DO0, DO1, DO2, DO3, DO4, DO5, DO6, DO7, DO8, DO9, DO10, DO11, DO12, DO13, DO14, DO15, DO16, DO17,
    output wire DO18, DO19, DO20, DO21, DO22, DO23, DO24, DO25, DO26, DO27, DO28, DO29, DO30, DO31, DO32, DO33, DO34,
    output wire DO35
);
  wire [8:0]  to = {ADW8, ADW7, ADW6, ADW5, ADW4, ADW3, ADW2, ADW1, ADW0};
  wire [8:0]  from = {ADR13, ADR12, ADR11, ADR10, ADR9, ADR8, ADR7, ADR6, ADR5};
  wire [35:0] in = {
      DI35, DI34, DI33, DI32, DI31, DI30, DI29, DI28, DI27, DI26, DI25, DI24, DI23, DI22, DI21, DI20, DI19, DI18,
      DI17, DI16, DI15, DI14, DI13, DI12, DI11, DI10, DI9, DI8, DI7, DI6, DI5, DI4, DI3, DI2, DI1, DI0
  };
  reg  [35:0] memory [0:511];
  reg  [35:0] read_q;
  reg  [35:0] word_q;
  integer     word;

  assign {
      DO35, DO34, DO33, DO32, DO31, DO30, DO29, DO28, DO27, DO26, DO25, DO24, DO23, DO22, DO21, DO20, DO19, DO18,
      DO17, DO16, DO15, DO14, DO13, DO12, DO11, DO10, DO9, DO8, DO7, DO6, DO5, DO4, DO3, DO2, DO1, DO0
  } = word_q;
  initial begin
    read_q = 36'd0;
    word_q = 36'd0;
    for (word = 0; word < 512; word = word + 1)
      memory[word] = 36'd0;
  end
  always @(posedge CLKW) memory[to] <= in;
  always @(posedge CLKR) begin
    read_q <= to == from ? ~memory[from] : memory[from];
    word_q <= read_q;
  end

  wire unused = &{1'b0, DATA_WIDTH_W == 36, DATA_WIDTH_R == 36, REGMODE == "OUTREG", GSR == "DISABLED", CEW, CSW0, CSW1,
    CSW2, BE0, BE1, BE2, BE3, CER, OCER, RST, CSR0, CSR1, CSR2, ADR0, ADR1, ADR2, ADR3, ADR4};
endmodule

`default_nettype wire
