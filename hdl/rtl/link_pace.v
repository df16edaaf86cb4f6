// Beats the time of a serial line: tick_o is high in one clock of each bit.
//
// Shape   CLOCK_HZ / BAUD at least 4, in any fraction. A phase is added up in every clock, a tick is its carry: the
//         mean distance of ticks is that of bits within 0.1 %, and each tick is late by less than a clock.
// Timing  HALF = 0: the first tick comes one bit after the clock of start_i, less one clock, so that a register that is
//         set with start_i and then with each tick holds each value for a bit. HALF = 1: the first tick comes half a
//         bit after the change that start_i saw first. That change was up to a clock before, and a tick is up to a
//         clock late: a clock is taken off, so that samples are a clock off the middle of a bit at most.
// Reset   none; ticks mean something between start_i and what its user counts them for.
// Cost    iCE40: log2 of CLOCK_HZ / BAUD and 10 LUTs and FFs.
`default_nettype none

module link_pace #(
    parameter CLOCK_HZ = 12000000,
    parameter BAUD     = 115200,
    parameter HALF     = 0
) (
    input  wire clk_i,
    input  wire start_i,
    output wire tick_o
);
    localparam WIDTH = $clog2((CLOCK_HZ + BAUD - 1) / BAUD) + 9;
    // Parameters have the width of what they are set to, which is not for this module to say.
    /* verilator lint_off WIDTH */
    localparam [63:0] CLOCK = CLOCK_HZ;
    localparam [63:0] BITS = BAUD;
    /* verilator lint_on WIDTH */
    localparam [63:0] STEP = ((BITS << WIDTH) + CLOCK / 64'd2) / CLOCK;
    localparam [63:0] FIRST = (HALF != 0) ? (64'd1 << (WIDTH - 1)) + 64'd2 * STEP : STEP;

    reg [WIDTH:0] phase_q;
    assign tick_o = phase_q[WIDTH];

    always @(posedge clk_i)
        phase_q <= start_i ? FIRST[WIDTH:0] : {1'b0, phase_q[WIDTH-1:0]} + STEP[WIDTH:0];
endmodule

`default_nettype wire
