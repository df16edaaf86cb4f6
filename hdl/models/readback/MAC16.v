// The multiplier of an iCE40 UltraPlus with its accumulators, as a bitstream that is read back says it: Lattice's
// SB_MAC16 without the ports that lead to its neighbours.
//
//   A * B in four products of 8 bits each       registers: F high*high, J low*high, K high*low, G low*low
//   product = their sum                         register H
//   upper half of O: C or its register Q, plus or minus A, F or the upper half of the product
//   lower half of O: D or its register S, plus or minus B, G or the lower half of the product
//
// Letters are those of Lattice's block diagram. Resets do not wait for the clock; CE and the holds do not stop them.
// What has no model here does not compile: factors of which one has a sign and the other none, of which nobody knows
// whether the device can do it, and what is taken from a neighbour.
//
// Source: Lattice, TN1295 "DSP Function Usage Guide for iCE40 Devices", and the iCE Technology Library.
`default_nettype none

module MAC16 #(
    parameter       NEG_TRIGGER              = 1'b0,
    parameter       A_REG                    = 1'b0,
    parameter       B_REG                    = 1'b0,
    parameter       C_REG                    = 1'b0,
    parameter       D_REG                    = 1'b0,
    parameter       TOP_8x8_MULT_REG         = 1'b0,
    parameter       BOT_8x8_MULT_REG         = 1'b0,
    parameter       PIPELINE_16x16_MULT_REG1 = 1'b0,
    parameter       PIPELINE_16x16_MULT_REG2 = 1'b0,
    parameter [1:0] TOPOUTPUT_SELECT         = 2'd0,
    parameter [1:0] TOPADDSUB_LOWERINPUT     = 2'd0,
    parameter       TOPADDSUB_UPPERINPUT     = 1'b0,
    parameter [1:0] TOPADDSUB_CARRYSELECT    = 2'd0,
    parameter [1:0] BOTOUTPUT_SELECT         = 2'd0,
    parameter [1:0] BOTADDSUB_LOWERINPUT     = 2'd0,
    parameter       BOTADDSUB_UPPERINPUT     = 1'b0,
    parameter [1:0] BOTADDSUB_CARRYSELECT    = 2'd0,
    parameter       MODE_8x8                 = 1'b0,
    parameter       A_SIGNED                 = 1'b0,
    parameter       B_SIGNED                 = 1'b0
) (
    input  wire        CLK,
    input  wire        CE,
    input  wire [15:0] A,
    input  wire [15:0] B,
    input  wire [15:0] C,
    input  wire [15:0] D,
    input  wire        AHOLD,
    input  wire        BHOLD,
    input  wire        CHOLD,
    input  wire        DHOLD,
    input  wire        IRSTTOP,
    input  wire        IRSTBOT,
    input  wire        ORSTTOP,
    input  wire        ORSTBOT,
    input  wire        OLOADTOP,
    input  wire        OLOADBOT,
    input  wire        ADDSUBTOP,
    input  wire        ADDSUBBOT,
    input  wire        OHOLDTOP,
    input  wire        OHOLDBOT,
    input  wire        CI,
    output wire [31:0] O,
    output wire        CO
);
  localparam SIGNED = A_SIGNED;

  generate
    if (A_SIGNED != B_SIGNED || BOTADDSUB_LOWERINPUT == 2'd3 || BOTADDSUB_CARRYSELECT == 2'd2) begin : g_refused
      MAC16_mode_without_a_model refused();
    end
  endgenerate

  wire clock = CLK ^ NEG_TRIGGER;

  // Operands.
  reg  [15:0] a_q = 16'd0;
  reg  [15:0] b_q = 16'd0;
  reg  [15:0] c_q = 16'd0;
  reg  [15:0] d_q = 16'd0;
  wire [15:0] a = A_REG ? a_q : A;
  wire [15:0] b = B_REG ? b_q : B;
  wire [15:0] c = C_REG ? c_q : C;
  wire [15:0] d = D_REG ? d_q : D;
  always @(posedge clock or posedge IRSTTOP)
    if (IRSTTOP) {a_q, c_q} <= 32'd0;
    else if (CE) {a_q, c_q} <= {AHOLD ? a_q : A, CHOLD ? c_q : C};
  always @(posedge clock or posedge IRSTBOT)
    if (IRSTBOT) {b_q, d_q} <= 32'd0;
    else if (CE) {b_q, d_q} <= {BHOLD ? b_q : B, DHOLD ? d_q : D};

  // Products. Lower halves have a sign only where they are factors of their own.
  wire signed [8:0]  a_high = {SIGNED & a[15], a[15:8]};
  wire signed [8:0]  b_high = {SIGNED & b[15], b[15:8]};
  wire signed [8:0]  a_low = {SIGNED & MODE_8x8 & a[7], a[7:0]};
  wire signed [8:0]  b_low = {SIGNED & MODE_8x8 & b[7], b[7:0]};
  wire signed [17:0] high_high = a_high * b_high;
  // In these a lower half has no sign in any mode.
  wire signed [17:0] low_high = $signed({1'b0, a[7:0]}) * b_high;
  wire signed [17:0] high_low = a_high * $signed({1'b0, b[7:0]});
  wire signed [17:0] low_low = a_low * b_low;

  reg  [15:0] f_q = 16'd0;
  reg  [15:0] j_q = 16'd0;
  reg  [15:0] k_q = 16'd0;
  reg  [15:0] g_q = 16'd0;
  wire [15:0] f = TOP_8x8_MULT_REG ? f_q : high_high[15:0];
  wire [15:0] j = PIPELINE_16x16_MULT_REG1 ? j_q : low_high[15:0];
  wire [15:0] k = PIPELINE_16x16_MULT_REG1 ? k_q : high_low[15:0];
  wire [15:0] g = BOT_8x8_MULT_REG ? g_q : low_low[15:0];
  always @(posedge clock or posedge IRSTTOP)
    if (IRSTTOP) {f_q, j_q} <= 32'd0;
    else if (CE) {f_q, j_q} <= {high_high[15:0], MODE_8x8 ? j_q : low_high[15:0]};
  always @(posedge clock or posedge IRSTBOT)
    if (IRSTBOT) {k_q, g_q} <= 32'd0;
    else if (CE) {k_q, g_q} <= {MODE_8x8 ? k_q : high_low[15:0], low_low[15:0]};

  wire [31:0] sum = {f, g} + {{8{SIGNED & j[15]}}, j, 8'd0} + {{8{SIGNED & k[15]}}, k, 8'd0};
  reg  [31:0] h_q = 32'd0;
  wire [31:0] h = PIPELINE_16x16_MULT_REG2 ? h_q : sum;
  always @(posedge clock or posedge IRSTBOT)
    if (IRSTBOT) h_q <= 32'd0;
    else if (CE && !MODE_8x8) h_q <= sum;

  // The lower half of the accumulator.
  reg  [15:0] s_q = 16'd0;
  wire [15:0] y = BOTADDSUB_UPPERINPUT ? d : s_q;
  wire [15:0] z = BOTADDSUB_LOWERINPUT == 2'd0 ? b : BOTADDSUB_LOWERINPUT == 2'd1 ? g : h[15:0];
  wire        low_in = BOTADDSUB_CARRYSELECT == 2'd0 ? 1'b0 : BOTADDSUB_CARRYSELECT == 2'd1 ? 1'b1 : CI;
  wire [16:0] low = {1'b0, z} + {1'b0, y ^ {16{ADDSUBBOT}}} + {16'd0, low_in};
  wire [15:0] r = OLOADBOT ? d : low[15:0] ^ {16{ADDSUBBOT}};
  always @(posedge clock or posedge ORSTBOT)
    if (ORSTBOT) s_q <= 16'd0;
    else if (CE && !OHOLDBOT) s_q <= r;

  // The upper half.
  reg  [15:0] q_q = 16'd0;
  wire [15:0] w = TOPADDSUB_UPPERINPUT ? c : q_q;
  wire [15:0] x = TOPADDSUB_LOWERINPUT == 2'd0 ? a
                : TOPADDSUB_LOWERINPUT == 2'd1 ? f
                : TOPADDSUB_LOWERINPUT == 2'd2 ? h[31:16] : {16{z[15]}};
  wire        high_in = TOPADDSUB_CARRYSELECT == 2'd0 ? 1'b0
                      : TOPADDSUB_CARRYSELECT == 2'd1 ? 1'b1
                      : TOPADDSUB_CARRYSELECT == 2'd2 ? low[16] : low[16] ^ ADDSUBBOT;
  wire [16:0] high = {1'b0, x} + {1'b0, w ^ {16{ADDSUBTOP}}} + {16'd0, high_in};
  wire [15:0] p = OLOADTOP ? c : high[15:0] ^ {16{ADDSUBTOP}};
  always @(posedge clock or posedge ORSTTOP)
    if (ORSTTOP) q_q <= 16'd0;
    else if (CE && !OHOLDTOP) q_q <= p;

  assign CO = high[16] ^ ADDSUBTOP;
  assign O[31:16] = TOPOUTPUT_SELECT == 2'd0 ? p : TOPOUTPUT_SELECT == 2'd1 ? q_q : TOPOUTPUT_SELECT == 2'd2 ? f : h[31:16];
  assign O[15:0] = BOTOUTPUT_SELECT == 2'd0 ? r : BOTOUTPUT_SELECT == 2'd1 ? s_q : BOTOUTPUT_SELECT == 2'd2 ? g : h[15:0];

  wire unused = &{1'b0, high_high[17:16], low_high[17:16], high_low[17:16], low_low[17:16]};
endmodule

`default_nettype wire
