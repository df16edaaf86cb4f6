// The multiplier of an ECP5, as far as Yosys and this project's gateware use it: P = A * B, each signed or not, with
// registers before the factors and behind the product, or without. These are at CLK0, and move with CE0; RST0 clears them.
//
// Yosys has no simulation model of this cell. Ports and parameters are those of its black box (ecp5/cells_bb.v), but
// for the outputs that lead to other multipliers. Other registers and clocks that a parameter asks for do not compile, and
// no more does anything else that this model does not do. Inputs A or B taken from another multiplier end the simulation.
module MULT18X18D (
    input  A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17,
    input  B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, B13, B14, B15, B16, B17,
    input  C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17,
    input  SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
    input  CLK0, CLK1, CLK2, CLK3, CE0, CE1, CE2, CE3, RST0, RST1, RST2, RST3,
    input  SRIA0, SRIA1, SRIA2, SRIA3, SRIA4, SRIA5, SRIA6, SRIA7, SRIA8, SRIA9, SRIA10, SRIA11, SRIA12, SRIA13,
      SRIA14, SRIA15, SRIA16, SRIA17,
    input  SRIB0, SRIB1, SRIB2, SRIB3, SRIB4, SRIB5, SRIB6, SRIB7, SRIB8, SRIB9, SRIB10, SRIB11, SRIB12, SRIB13,
      SRIB14, SRIB15, SRIB16, SRIB17,
    output P0, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11, P12, P13, P14, P15, P16, P17, P18, P19, P20, P21, P22,
      P23, P24, P25, P26, P27, P28, P29, P30, P31, P32, P33, P34, P35,
    output SIGNEDP
);
  parameter REG_INPUTA_CLK = "NONE";
  parameter REG_INPUTA_CE = "CE0";
  parameter REG_INPUTA_RST = "RST0";
  parameter REG_INPUTB_CLK = "NONE";
  parameter REG_INPUTB_CE = "CE0";
  parameter REG_INPUTB_RST = "RST0";
  parameter REG_INPUTC_CLK = "NONE";
  parameter REG_INPUTC_CE = "CE0";
  parameter REG_INPUTC_RST = "RST0";
  parameter REG_PIPELINE_CLK = "NONE";
  parameter REG_PIPELINE_CE = "CE0";
  parameter REG_PIPELINE_RST = "RST0";
  parameter REG_OUTPUT_CLK = "NONE";
  parameter REG_OUTPUT_CE = "CE0";
  parameter REG_OUTPUT_RST = "RST0";
  parameter CLK0_DIV = "ENABLED";
  parameter CLK1_DIV = "ENABLED";
  parameter CLK2_DIV = "ENABLED";
  parameter CLK3_DIV = "ENABLED";
  parameter HIGHSPEED_CLK = "NONE";
  parameter GSR = "ENABLED";
  parameter CAS_MATCH_REG = "FALSE";
  parameter SOURCEB_MODE = "B_SHIFT";
  parameter MULT_BYPASS = "DISABLED";
  parameter RESETMODE = "SYNC";

  localparam HAS_A = REG_INPUTA_CLK == "CLK0";
  localparam HAS_B = REG_INPUTB_CLK == "CLK0";
  localparam HAS_P = REG_OUTPUT_CLK == "CLK0";
  // Registers that are somewhere else, or move otherwise.
  localparam PLACES = (!HAS_A && REG_INPUTA_CLK != "NONE") || (!HAS_B && REG_INPUTB_CLK != "NONE")
      || (!HAS_P && REG_OUTPUT_CLK != "NONE") || REG_INPUTC_CLK != "NONE" || REG_PIPELINE_CLK != "NONE"
      || HIGHSPEED_CLK != "NONE";
  localparam MOVES_A = HAS_A && (REG_INPUTA_CE != "CE0" || REG_INPUTA_RST != "RST0");
  localparam MOVES_B = HAS_B && (REG_INPUTB_CE != "CE0" || REG_INPUTB_RST != "RST0");
  localparam MOVES_P = HAS_P && (REG_OUTPUT_CE != "CE0" || REG_OUTPUT_RST != "RST0");
  localparam CLOCKED = (HAS_A || HAS_B || HAS_P) && (CLK0_DIV != "ENABLED" || RESETMODE != "SYNC");

  generate
    if (PLACES || MOVES_A || MOVES_B || MOVES_P || CLOCKED || CAS_MATCH_REG != "FALSE" || SOURCEB_MODE != "B_SHIFT"
            || MULT_BYPASS != "DISABLED") begin : no
      MULT18X18D_mode_without_a_model mode();     // There is no such module: this is the error.
    end
  endgenerate

  always @* if (SOURCEA || SOURCEB) $fatal(1, "MULT18X18D: no model of operands from another multiplier");

  wire [17:0] a = {A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0};
  wire [17:0] b = {B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0};

  // With a bit more, whose weight is negative, both kinds of numbers are signed.
  reg signed [18:0] a_q, b_q;
  reg        [36:0] p_q;
  initial {a_q, b_q, p_q} = 75'd0;
  wire signed [18:0] wide_a = HAS_A ? a_q : {SIGNEDA & a[17], a};
  wire signed [18:0] wide_b = HAS_B ? b_q : {SIGNEDB & b[17], b};
  wire signed [37:0] whole = wide_a * wide_b;
  wire        [36:0] product = HAS_P ? p_q : {SIGNEDA | SIGNEDB, whole[35:0]};

  always @(posedge CLK0)
    if (RST0)
      {a_q, b_q, p_q} <= 75'd0;
    else if (CE0) begin
      a_q <= {SIGNEDA & a[17], a};
      b_q <= {SIGNEDB & b[17], b};
      p_q <= {SIGNEDA | SIGNEDB, whole[35:0]};
    end

  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15,
    P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = product[35:0];
  assign SIGNEDP = product[36];
endmodule
