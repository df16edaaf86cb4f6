// Beats the time of a UART: tick_o is high in one clock of each bit.
//
// Shape   CLOCK_HZ / BAUD at least 4, in any fraction. step_i, of link_step, is added to a phase in every cycle, a tick
//         is its carry: the mean distance of ticks is that of bits within 0.1 %, and each tick is late by less than a
//         clock.
// Timing  HALF = 0: the first tick comes one bit after the clock of start_i, less one clock, so that a register that is
//         set with start_i and then with each tick holds each value for a bit. HALF = 1: the first tick comes half a
//         bit after the change that start_i saw first. That change was up to a cycle before, and a tick is up to a
//         clock late: a clock is taken off, so that samples are a clock off the middle of a bit at most.
// Reset   none; ticks mean something between start_i and what its user counts them for.
// Cost    iCE40: log2 of CLOCK_HZ / BAUD and 10 LUTs and FFs.
`default_nettype none

module link_pace #(
    parameter CLOCK_HZ = 12000000,
    parameter BAUD     = 115200,
    parameter HALF     = 0
) (
    input  wire        clk_i,
    input  wire [11:0] step_i,
    input  wire        start_i,
    output wire        tick_o
);
  localparam WIDTH = $clog2((CLOCK_HZ + BAUD - 1) / BAUD) + 9;
  // What no step has is cut off, where a phase has less than twelve bits.
  wire [WIDTH+12:0] wide = {{(WIDTH + 1){1'b0}}, step_i};
  wire [WIDTH:0]    step = wide[WIDTH:0];
  wire              unused = &{1'b0, wide[WIDTH+12:WIDTH+1]};
  wire [WIDTH:0]    first = (HALF != 0) ? {2'b01, {(WIDTH - 1){1'b0}}} + {step[WIDTH-1:0], 1'b0} : step;

  reg [WIDTH:0] phase_q;
  assign tick_o = phase_q[WIDTH];

  always @(posedge clk_i)
    phase_q <= start_i ? first : {1'b0, phase_q[WIDTH-1:0]} + step;
endmodule

`default_nettype wire
