// A model of SB_MAC16 for cycle simulators, as emitted boards use it: two numbers of 16 bits without sign, each with a register
// before it, and a register behind their product.
//
// It has the ports and parameters that emitted boards use, and no others.
`default_nettype none

module SB_MAC16 #(
    parameter [0:0] NEG_TRIGGER              = 1'b0,
    parameter [0:0] A_REG                    = 1'b1,
    parameter [0:0] B_REG                    = 1'b1,
    parameter [0:0] C_REG                    = 1'b0,
    parameter [0:0] D_REG                    = 1'b0,
    parameter [0:0] TOP_8x8_MULT_REG         = 1'b0,
    parameter [0:0] BOT_8x8_MULT_REG         = 1'b0,
    parameter [0:0] PIPELINE_16x16_MULT_REG1 = 1'b0,
    parameter [0:0] PIPELINE_16x16_MULT_REG2 = 1'b1,
    parameter [1:0] TOPOUTPUT_SELECT         = 2'd3,
    parameter [1:0] TOPADDSUB_LOWERINPUT     = 2'd0,
    parameter [0:0] TOPADDSUB_UPPERINPUT     = 1'b0,
    parameter [1:0] TOPADDSUB_CARRYSELECT    = 2'd0,
    parameter [1:0] BOTOUTPUT_SELECT         = 2'd3,
    parameter [1:0] BOTADDSUB_LOWERINPUT     = 2'd0,
    parameter [0:0] BOTADDSUB_UPPERINPUT     = 1'b0,
    parameter [1:0] BOTADDSUB_CARRYSELECT    = 2'd0,
    parameter [0:0] MODE_8x8                 = 1'b0,
    parameter [0:0] A_SIGNED                 = 1'b0,
    parameter [0:0] B_SIGNED                 = 1'b0
) (
    input  wire        CLK,
    input  wire        CE,
    input  wire [15:0] A,
    input  wire [15:0] B,
    input  wire [15:0] C,
    input  wire [15:0] D,
    input  wire        AHOLD, BHOLD, CHOLD, DHOLD, IRSTTOP, IRSTBOT, ORSTTOP, ORSTBOT, OLOADTOP, OLOADBOT,
    input  wire        ADDSUBTOP, ADDSUBBOT, OHOLDTOP, OHOLDBOT, CI, ACCUMCI, SIGNEXTIN,
    output wire [31:0] O,
    output wire        CO, ACCUMCO, SIGNEXTOUT
);
  reg [15:0] a_q = 16'd0;
  reg [15:0] b_q = 16'd0;
  reg [31:0] product_q = 32'd0;

  assign O = product_q;
  assign {CO, ACCUMCO, SIGNEXTOUT} = 3'd0;
  always @(posedge CLK) begin
    a_q <= A;
    b_q <= B;
    product_q <= {16'd0, a_q} * {16'd0, b_q};
  end

  wire unused = &{1'b0, NEG_TRIGGER, A_REG, B_REG, C_REG, D_REG, TOP_8x8_MULT_REG, BOT_8x8_MULT_REG,
    PIPELINE_16x16_MULT_REG1, PIPELINE_16x16_MULT_REG2, TOPOUTPUT_SELECT, TOPADDSUB_LOWERINPUT, TOPADDSUB_UPPERINPUT,
    TOPADDSUB_CARRYSELECT, BOTOUTPUT_SELECT, BOTADDSUB_LOWERINPUT, BOTADDSUB_UPPERINPUT, BOTADDSUB_CARRYSELECT,
    MODE_8x8, A_SIGNED, B_SIGNED, CE, C, D, AHOLD, BHOLD, CHOLD, DHOLD, IRSTTOP, IRSTBOT, ORSTTOP, ORSTBOT, OLOADTOP,
    OLOADBOT, ADDSUBTOP, ADDSUBBOT, OHOLDTOP, OHOLDBOT, CI, ACCUMCI, SIGNEXTIN};
endmodule

`default_nettype wire
