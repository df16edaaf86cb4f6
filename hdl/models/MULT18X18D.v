// A model of MULT18X18D for cycle simulators, as emitted boards use it: two numbers of 18 bits without sign, each with a
// register before it or without, and a register behind their product or none.
//
// It has the ports and parameters that emitted boards use, and no others.
`default_nettype none

module MULT18X18D #(
    parameter REG_INPUTA_CLK = "NONE",
    parameter REG_INPUTB_CLK = "NONE",
    parameter REG_OUTPUT_CLK = "NONE",
    parameter GSR            = "DISABLED"
) (
    input  wire CLK0, CLK1, CLK2, CLK3, CE0, CE1, CE2, CE3, RST0, RST1, RST2, RST3,
    input  wire SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
    input  wire A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17,
    input  wire B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, B13, B14, B15, B16, B17,
    output wire P0, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11, P12, P13, P14, P15, P16, P17, P18, P19, P20, P21,
    output wire P22, P23, P24, P25, P26, P27, P28, P29, P30, P31, P32, P33, P34, P35
);
  wire [17:0] a = {
      A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0
  };
  wire [17:0] b = {
      B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0
  };
  reg  [17:0] a_q;
  reg  [17:0] b_q;
  reg  [35:0] product_q;
  wire [35:0] product = {18'd0, REG_INPUTA_CLK == "NONE" ? a : a_q} * {18'd0, REG_INPUTB_CLK == "NONE" ? b : b_q};

  assign {
      P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15, P14,
      P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
  } = REG_OUTPUT_CLK == "NONE" ? product : product_q;
  initial begin
    a_q = 18'd0;
    b_q = 18'd0;
    product_q = 36'd0;
  end
  always @(posedge CLK0) begin
    a_q <= a;
    b_q <= b;
    product_q <= product;
  end

  wire unused = &{1'b0, GSR == "DISABLED", CLK1, CLK2, CLK3, CE0, CE1, CE2, CE3, RST0, RST1, RST2, RST3, SIGNEDA, SIGNEDB,
    SOURCEA, SOURCEB};
endmodule

`default_nettype wire
