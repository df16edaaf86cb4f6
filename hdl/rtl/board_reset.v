// Makes the reset of a board: from power-up until the clock has been good for 1024 cycles, and whenever it is not.
//
// In      locked_i: the clock is good, at any time; high when there is no PLL.
// Out     rst_o, from a flip-flop.
// Cost    iCE40: 16 LUTs, 13 FFs.
//
// Nobody else gives a reset on a board, so this module alone has initial values: flip-flops of iCE40 and ECP5 are 0
// after configuration. 1024 cycles are some time longer than memories of an iCE40 need after it.
`default_nettype none

module board_reset (
    input  wire clk_i,
    input  wire locked_i,
    output wire rst_o
);
  reg [1:0] locked_q = 2'd0;
  reg [9:0] clocks_q = 10'd0;
  reg       run_q = 1'b0;
  assign rst_o = !run_q;

  always @(posedge clk_i) begin
    locked_q <= {locked_q[0], locked_i};
    clocks_q <= locked_q[1] ? clocks_q + 10'd1 : 10'd0;
    run_q <= locked_q[1] && (run_q || &clocks_q);
  end
endmodule

`default_nettype wire
