// A model of SB_RAM40_4K for cycle simulators, as emitted boards use it: a memory of which some words of 16 bits alone
// are read, and nothing is written.
//
// It has the ports and parameters that emitted boards use, and no others.
`default_nettype none

module SB_RAM40_4K #(
    parameter [31:0]  READ_MODE  = 32'd0,
    parameter [31:0]  WRITE_MODE = 32'd0,
    parameter [255:0] INIT_0     = 256'd0,
    parameter [255:0] INIT_4     = 256'd0,
    parameter [255:0] INIT_5     = 256'd0,
    parameter [255:0] INIT_6     = 256'd0
) (
    output wire [15:0] RDATA,
    input  wire [10:0] RADDR,
    input  wire        RCLK,
    input  wire        RCLKE,
    input  wire        RE,
    input  wire [10:0] WADDR,
    input  wire        WCLK,
    input  wire        WCLKE,
    input  wire        WE,
    input  wire [15:0] WDATA,
    input  wire [15:0] MASK
);
  localparam [2047:0] WORDS = {256'd0, INIT_6, INIT_5, INIT_4, 768'd0, INIT_0};
  reg [15:0] word_q = 16'd0;
  assign RDATA = word_q;
  always @(posedge RCLK)
    word_q <= WORDS[{4'd0, RADDR[6:0]} * 16 +: 16];

  wire unused = &{1'b0, READ_MODE, WRITE_MODE, RADDR[10:7], RCLKE, RE, WADDR, WCLK, WCLKE, WE, WDATA, MASK};
endmodule

`default_nettype wire
