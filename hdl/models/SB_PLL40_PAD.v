// A model of SB_PLL40_PAD for cycle simulators: the reference clock is the output clock, one tick of the model is one
// clock of the PLL's output. LOCK rises after 16 of them.
//
// It has the ports and parameters that emitted boards use, and no others. What the parameters say is left out.
`default_nettype none

module SB_PLL40_PAD #(
    parameter       FEEDBACK_PATH = "SIMPLE",
    parameter [3:0] DIVR          = 4'd0,
    parameter [6:0] DIVF          = 7'd0,
    parameter [2:0] DIVQ          = 3'd0,
    parameter [2:0] FILTER_RANGE  = 3'd0
) (
    input  wire PACKAGEPIN,
    input  wire RESETB,
    input  wire BYPASS,
    output wire PLLOUTGLOBAL,
    output wire LOCK
);
  reg [4:0] clocks_q = 5'd0;
  assign PLLOUTGLOBAL = PACKAGEPIN;
  assign LOCK = clocks_q[4];
  always @(posedge PACKAGEPIN)
    clocks_q <= !RESETB ? 5'd0 : LOCK ? clocks_q : clocks_q + 5'd1;

  wire unused = &{1'b0, BYPASS, FEEDBACK_PATH == "SIMPLE", DIVR, DIVF, DIVQ, FILTER_RANGE};
endmodule

`default_nettype wire
