// A model of EHXPLLL for cycle simulators: the reference clock is the output clock, one tick of the model is one clock
// of the PLL's output. LOCK rises after 16 of them.
//
// It has the ports and parameters that emitted boards use, and no others. What the parameters say is left out.
`default_nettype none

module EHXPLLL #(
    parameter [7:0] CLKI_DIV        = 8'd1,
    parameter [7:0] CLKFB_DIV       = 8'd1,
    parameter [7:0] CLKOP_DIV       = 8'd8,
    parameter [7:0] CLKOP_CPHASE    = 8'd0,
    parameter [7:0] CLKOP_FPHASE    = 8'd0,
    parameter       CLKOP_ENABLE    = "ENABLED",
    parameter       OUTDIVIDER_MUXA = "DIVA",
    parameter [7:0] CLKOS_DIV       = 8'd8,
    parameter [7:0] CLKOS_CPHASE    = 8'd0,
    parameter [7:0] CLKOS_FPHASE    = 8'd0,
    parameter       CLKOS_ENABLE    = "DISABLED",
    parameter       OUTDIVIDER_MUXB = "DIVB",
    parameter       FEEDBK_PATH     = "CLKOP"
) (
    input  wire CLKI,
    input  wire CLKFB,
    input  wire PHASESEL0,
    input  wire PHASESEL1,
    input  wire PHASEDIR,
    input  wire PHASESTEP,
    input  wire PHASELOADREG,
    input  wire STDBY,
    input  wire PLLWAKESYNC,
    input  wire RST,
    input  wire ENCLKOP,
    input  wire ENCLKOS,
    output wire CLKOP,
    output wire CLKOS,
    output wire LOCK
);
  reg [4:0] clocks_q = 5'd0;
  assign CLKOP = CLKI;
  assign CLKOS = CLKI;
  assign LOCK = clocks_q[4];
  always @(posedge CLKI)
    clocks_q <= RST ? 5'd0 : LOCK ? clocks_q : clocks_q + 5'd1;

  wire unused = &{1'b0, CLKFB, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, STDBY, PLLWAKESYNC, ENCLKOP,
    ENCLKOS, CLKI_DIV, CLKFB_DIV, CLKOP_DIV, CLKOP_CPHASE, CLKOP_FPHASE, CLKOP_ENABLE == "ENABLED",
    OUTDIVIDER_MUXA == "DIVA", CLKOS_DIV, CLKOS_CPHASE, CLKOS_FPHASE, CLKOS_ENABLE == "ENABLED",
    OUTDIVIDER_MUXB == "DIVB", FEEDBK_PATH == "CLKOP"};
endmodule

`default_nettype wire
