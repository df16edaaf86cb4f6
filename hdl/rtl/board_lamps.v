// Lights the LEDs of a board: the first one while jobs are not yet reported, the second one changes with each good
// frame from the host, the third one, with BLINKS = 1, blinks as long as there is a clock. Others stay dark.
//
// Shape   LAMPS >= 1. With LOW = 1 a LED lights when its pin is low. The third one is on for 2^HALF clocks, and off
//         for as many.
// Cost    iCE40: a LUT and an FF for the second LED, HALF + 1 for the third.
`default_nettype none

module board_lamps #(
    parameter LAMPS  = 3,
    parameter LOW    = 0,
    parameter BLINKS = 1,
    parameter HALF   = 23
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             busy_i,
    input  wire             heard_i,
    output wire [LAMPS-1:0] led_o
);
  reg  heard_q;
  wire blinks;
  always @(posedge clk_i)
    heard_q <= !rst_i && (heard_q ^ heard_i);

  generate
    if (BLINKS != 0) begin : g_blinks
      reg [HALF:0] clocks_q;
      always @(posedge clk_i)
        clocks_q <= rst_i ? {HALF + 1{1'b0}} : clocks_q + {{HALF{1'b0}}, 1'b1};
      assign blinks = clocks_q[HALF];
    end else begin : g_dark
      assign blinks = 1'b0;
    end
  endgenerate

  // As many LEDs as there may be on a board, and those that there are.
  wire [LAMPS+2:0] lit = {{LAMPS{1'b0}}, blinks, heard_q, busy_i};
  assign led_o = (LOW != 0) ? ~lit[LAMPS-1:0] : lit[LAMPS-1:0];
  wire unused_lit = &{1'b0, lit[LAMPS+2:LAMPS]};
endmodule

`default_nettype wire
