// What linters need to know of SB_HFOSC: the ports and parameters that emitted boards use.
//
// An oscillator has no input that a cycle simulator could make a clock of: here it stands still. A board that is to be
// simulated gets its clock at a pin instead (`hdl::board::Config::simulated`).
`default_nettype none

module SB_HFOSC #(
    parameter CLKHF_DIV = "0b00"
) (
    input  wire CLKHFPU,
    input  wire CLKHFEN,
    output wire CLKHF
);
  assign CLKHF = CLKHFPU & CLKHFEN & (CLKHF_DIV == "0b00");
endmodule

`default_nettype wire
