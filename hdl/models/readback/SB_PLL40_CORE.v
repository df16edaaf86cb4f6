// A model of SB_PLL40_CORE for cycle simulators: the reference clock is the output clock, one tick of the model is one
// clock of the PLL's output. LOCK rises after 16 of them.
//
// It has the ports and parameters of the cell but those of its test mode, which a bitstream that is read back names all.
// What the parameters say is left out.
`default_nettype none

module SB_PLL40_CORE #(
    parameter       FEEDBACK_PATH                  = "SIMPLE",
    parameter       DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED",
    parameter       DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED",
    parameter       PLLOUT_SELECT                  = "GENCLK",
    parameter       SHIFTREG_DIV_MODE              = 1'b0,
    parameter [3:0] FDA_FEEDBACK                   = 4'd0,
    parameter [3:0] FDA_RELATIVE                   = 4'd0,
    parameter [3:0] DIVR                           = 4'd0,
    parameter [6:0] DIVF                           = 7'd0,
    parameter [2:0] DIVQ                           = 3'd0,
    parameter [2:0] FILTER_RANGE                   = 3'd0,
    parameter       ENABLE_ICEGATE                 = 1'b0,
    parameter       TEST_MODE                      = 1'b0
) (
    input  wire       REFERENCECLK,
    input  wire       EXTFEEDBACK,
    input  wire [7:0] DYNAMICDELAY,
    input  wire       RESETB,
    input  wire       BYPASS,
    input  wire       LATCHINPUTVALUE,
    input  wire       SDI,
    input  wire       SCLK,
    output wire       SDO,
    output wire       PLLOUTCORE,
    output wire       PLLOUTGLOBAL,
    output wire       LOCK
);
  reg [4:0] clocks_q = 5'd0;
  assign PLLOUTCORE = REFERENCECLK;
  assign PLLOUTGLOBAL = REFERENCECLK;
  assign LOCK = clocks_q[4];
  assign SDO = 1'b0;
  always @(posedge REFERENCECLK)
    clocks_q <= !RESETB ? 5'd0 : LOCK ? clocks_q : clocks_q + 5'd1;

  wire unused = &{1'b0, EXTFEEDBACK, DYNAMICDELAY, BYPASS, LATCHINPUTVALUE, SDI, SCLK, FEEDBACK_PATH == "SIMPLE",
    DELAY_ADJUSTMENT_MODE_FEEDBACK == "FIXED", DELAY_ADJUSTMENT_MODE_RELATIVE == "FIXED", PLLOUT_SELECT == "GENCLK",
    SHIFTREG_DIV_MODE, FDA_FEEDBACK, FDA_RELATIVE, DIVR, DIVF, DIVQ, FILTER_RANGE, ENABLE_ICEGATE, TEST_MODE};
endmodule

`default_nettype wire
