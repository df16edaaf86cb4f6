// The block RAM of an ECP5 as one that writes and reads 36 bits, as far as this project's gateware uses it. Yosys uses
// DP16KD in its place.
//
// Ports and parameters are those of Yosys's black box (ecp5/cells_bb.v), without contents at the start. Narrower words,
// address decoders and asynchronous resets do not compile. What is read in the clock it is written in is not defined: this
// model gives the complement of it, as the one of DP16KD. It takes both ports to be at one clock.
module PDPW16KD (
    input  DI0, DI1, DI2, DI3, DI4, DI5, DI6, DI7, DI8, DI9, DI10, DI11, DI12, DI13, DI14, DI15, DI16, DI17, DI18,
           DI19, DI20, DI21, DI22, DI23, DI24, DI25, DI26, DI27, DI28, DI29, DI30, DI31, DI32, DI33, DI34, DI35,
    input  ADW0, ADW1, ADW2, ADW3, ADW4, ADW5, ADW6, ADW7, ADW8,
    input  BE3, BE2, BE1, BE0, CEW, CLKW, CSW2, CSW1, CSW0,
    input  ADR0, ADR1, ADR2, ADR3, ADR4, ADR5, ADR6, ADR7, ADR8, ADR9, ADR10, ADR11, ADR12, ADR13,
    input  CER, OCER, CLKR, CSR2, CSR1, CSR0, RST,
    output DO0, DO1, DO2, DO3, DO4, DO5, DO6, DO7, DO8, DO9, DO10, DO11, DO12, DO13, DO14, DO15, DO16, DO17, DO18,
           DO19, DO20, DO21, DO22, DO23, DO24, DO25, DO26, DO27, DO28, DO29, DO30, DO31, DO32, DO33, DO34, DO35
);
  parameter DATA_WIDTH_W = 36;
  parameter DATA_WIDTH_R = 36;
  parameter GSR = "ENABLED";
  parameter REGMODE = "NOREG";
  parameter RESETMODE = "SYNC";
  parameter ASYNC_RESET_RELEASE = "SYNC";
  parameter CSDECODE_W = "0b000";
  parameter CSDECODE_R = "0b000";

  generate
    if (DATA_WIDTH_W != 36 || DATA_WIDTH_R != 36 || RESETMODE != "SYNC" || CSDECODE_W != "0b000"
            || CSDECODE_R != "0b000" || (REGMODE != "NOREG" && REGMODE != "OUTREG")) begin : no
      PDPW16KD_mode_without_a_model mode();     // There is no such module: this is the error.
    end
  endgenerate

  wire [8:0]  to = {ADW8, ADW7, ADW6, ADW5, ADW4, ADW3, ADW2, ADW1, ADW0};
  wire [8:0]  from = {ADR13, ADR12, ADR11, ADR10, ADR9, ADR8, ADR7, ADR6, ADR5};
  wire [35:0] in = {DI35, DI34, DI33, DI32, DI31, DI30, DI29, DI28, DI27, DI26, DI25, DI24, DI23, DI22, DI21, DI20, DI19,
      DI18, DI17, DI16, DI15, DI14, DI13, DI12, DI11, DI10, DI9, DI8, DI7, DI6, DI5, DI4, DI3, DI2, DI1, DI0};
  wire [35:0] mask = {{9{BE3}}, {9{BE2}}, {9{BE1}}, {9{BE0}}};
  wire        writes = CEW && {CSW2, CSW1, CSW0} == 3'd0;
  wire        reads = CER && {CSR2, CSR1, CSR0} == 3'd0;

  reg [35:0] memory [0:511];
  reg [35:0] read_q, word_q;
  integer at;
  initial begin
    {read_q, word_q} = 72'd0;
    for (at = 0; at < 512; at = at + 1)
      memory[at] = 36'd0;
  end

  always @(posedge CLKW)
    if (writes) memory[to] <= (memory[to] & ~mask) | (in & mask);
  always @(posedge CLKR) begin
    if (RST) read_q <= 36'd0;
    else if (reads) read_q <= memory[from] ^ (writes && to == from ? mask : 36'd0);
    if (RST) word_q <= 36'd0;
    else if (OCER) word_q <= read_q;
  end

  assign {DO35, DO34, DO33, DO32, DO31, DO30, DO29, DO28, DO27, DO26, DO25, DO24, DO23, DO22, DO21, DO20, DO19, DO18,
    DO17, DO16, DO15, DO14, DO13, DO12, DO11, DO10, DO9, DO8, DO7, DO6, DO5, DO4, DO3, DO2, DO1, DO0} =
    REGMODE == "OUTREG" ? word_q : read_q;
endmodule
