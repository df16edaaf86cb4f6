// What stands in a memory of a UART: how much of a bit passes in a cycle, which link_pace adds up, and the words in
// which the device says who it is, among them its clock.
//
// Shape   CLOCK_HZ / BAUD at least 4. HELLO: ten words, the first in the lowest bits; in place of the fifth stands CLOCK_HZ.
//         TUNABLE, 1 on an ECP5 and 2 on an iCE40: step and clock stand in a block RAM and not in the logic, and of an
//         iCE40 all of HELLO; 3: HELLO alone. A routed design then keeps its UART, and tells its clock, when its PLL is set to another one:
//         a new content of that memory is all it takes. Behind the step stands "G2DLPA", by which the memory is known,
//         then a byte of the clock in each word, the lowest first.
// Hello   hello_o is byte byte_i of HELLO three cycles after ask_i and byte_i, as long as these stay. Nobody asks for longer
//         than the line takes for some words, or waits for the step: it stays what it was until then.
// Timing  TUNABLE 1 and 2: step_o is there from the fourth clock on in which nobody asks. Else it is there at once, and for ever.
// Reset   none.
// Cost    nothing, or a DP16KD, or an SB_RAM40_4K; with these 14 FFs. The words of HELLO take 45 LUTs where they are not in
//         the memory.
`default_nettype none

module link_step #(
    parameter         CLOCK_HZ = 12000000,
    parameter         BAUD     = 115200,
    parameter         TUNABLE  = 0,
    parameter [319:0] HELLO    = 320'd0
) (
    input  wire        clk_i,
    input  wire        ask_i,
    input  wire [5:0]  byte_i,
    output wire [7:0]  hello_o,
    output wire [11:0] step_o
);
  // As in link_pace.
  localparam WIDTH = $clog2((CLOCK_HZ + BAUD - 1) / BAUD) + 9;
  // Parameters have the width of what they are set to, which is not for this module to say.
  /* verilator lint_off WIDTH */
  localparam [63:0] CLOCK = CLOCK_HZ;
  localparam [63:0] BITS = BAUD;
  /* verilator lint_on WIDTH */
  localparam [63:0] STEP = ((BITS << WIDTH) + CLOCK / 64'd2) / CLOCK;

  // Bytes in words of 16 bits.
  function [767:0] spread(input [319:0] bytes);
    integer number;
    begin
      spread = 768'd0;
      for (number = 0; number < 40; number = number + 1)
        spread[number * 16 +: 8] = bytes[number * 8 +: 8];
    end
  endfunction
  localparam [319:0] WHO = {HELLO[319:160], CLOCK[31:0], HELLO[127:0]};

  generate
    if (TUNABLE == 0) begin : g_number
      assign step_o = STEP[11:0];
      assign hello_o = WHO[{3'd0, byte_i} * 8 +: 8];
      wire unused = &{1'b0, clk_i, ask_i};
    end else begin : g_memory
      wire        asks;
      wire [11:0] word;
      reg         asked_q;    // a clock ago
      reg         earlier_q;  // two cycles ago
      reg  [11:0] step_q;
      // A word comes a clock behind its address, out of a memory with a register behind it two.
      wire        other = TUNABLE == 1 ? earlier_q : asked_q;
      always @(posedge clk_i) begin
        asked_q <= asks;
        earlier_q <= asked_q;
        if (!other)
          step_q <= word;
      end
      assign step_o = TUNABLE == 3 ? STEP[11:0] : step_q;
      if (TUNABLE == 1) begin : g_ecp5
        assign asks = ask_i && byte_i[5:2] == 4'd4;
        assign hello_o = asks ? word[7:0] : WHO[{3'd0, byte_i} * 8 +: 8];
        wire [2:0] address = {asks, byte_i[1:0] & {2{asks}}};
        // Words of 18 bits, in 20: two bytes of nine bits each.
        localparam [159:0] WORDS = {
            12'd0, CLOCK[31:24], 12'd0, CLOCK[23:16], 12'd0, CLOCK[15:8], 12'd0, CLOCK[7:0],
            2'd0, 9'h041, 9'h050, 2'd0, 9'h04c, 9'h044, 2'd0, 9'h032, 9'h047, 8'd0, STEP[11:0]
        };
        wire [5:0] unused_data;
        wire       unused = &{1'b0, unused_data};
        DP16KD #(
            .DATA_WIDTH_A(18), .DATA_WIDTH_B(18), .REGMODE_A("NOREG"), .REGMODE_B("OUTREG"),
            .INITVAL_00({160'd0, WORDS})
        ) u_memory (
            .CLKA(clk_i), .CEA(1'b1), .OCEA(1'b1), .WEA(1'b0), .RSTA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
            .ADA0(1'b0), .ADA1(1'b0), .ADA2(1'b0), .ADA3(1'b0), .ADA4(1'b0), .ADA5(1'b0), .ADA6(1'b0), .ADA7(1'b0),
            .ADA8(1'b0), .ADA9(1'b0), .ADA10(1'b0), .ADA11(1'b0), .ADA12(1'b0), .ADA13(1'b0),
            .DIA0(1'b0), .DIA1(1'b0), .DIA2(1'b0), .DIA3(1'b0), .DIA4(1'b0), .DIA5(1'b0), .DIA6(1'b0), .DIA7(1'b0),
            .DIA8(1'b0), .DIA9(1'b0), .DIA10(1'b0), .DIA11(1'b0), .DIA12(1'b0), .DIA13(1'b0), .DIA14(1'b0),
            .DIA15(1'b0), .DIA16(1'b0), .DIA17(1'b0),
            .CLKB(clk_i), .CEB(1'b1), .OCEB(1'b1), .WEB(1'b0), .RSTB(1'b0), .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
            .ADB0(1'b0), .ADB1(1'b0), .ADB2(1'b0), .ADB3(1'b0), .ADB4(address[0]), .ADB5(address[1]),
            .ADB6(address[2]), .ADB7(1'b0), .ADB8(1'b0), .ADB9(1'b0), .ADB10(1'b0), .ADB11(1'b0), .ADB12(1'b0),
            .ADB13(1'b0),
            .DOB0(word[0]), .DOB1(word[1]), .DOB2(word[2]), .DOB3(word[3]), .DOB4(word[4]), .DOB5(word[5]),
            .DOB6(word[6]), .DOB7(word[7]), .DOB8(word[8]), .DOB9(word[9]), .DOB10(word[10]), .DOB11(word[11]),
            .DOB12(unused_data[0]), .DOB13(unused_data[1]), .DOB14(unused_data[2]), .DOB15(unused_data[3]),
            .DOB16(unused_data[4]), .DOB17(unused_data[5])
        );
      end else begin : g_ice40
        // The clock stands in the line of the step, where it is found with it.
        localparam [127:0] LINE = {
            8'd0, CLOCK[31:24], 8'd0, CLOCK[23:16], 8'd0, CLOCK[15:8], 8'd0, CLOCK[7:0],
            TUNABLE == 3 ? 64'd0 : {"G2DLPA", 4'd0, STEP[11:0]}
        };
        localparam [767:0] WORDS = spread(HELLO);
        assign asks = ask_i;
        assign hello_o = word[7:0];
        wire       clock = byte_i[5:2] == 4'd4;
        wire [6:0] address = {7{asks}} & (clock ? {5'd1, byte_i[1:0]} : {1'b1, byte_i});
        wire [3:0] unused_data;
        wire       unused = &{1'b0, unused_data};
        SB_RAM40_4K #(
            .READ_MODE(0),
            .WRITE_MODE(0),
            .INIT_0({128'd0, LINE}),
            .INIT_4(WORDS[255:0]),
            .INIT_5(WORDS[511:256]),
            .INIT_6(WORDS[767:512])
        ) u_memory (
            .RDATA({unused_data, word}), .RADDR({4'd0, address}), .RCLK(clk_i), .RCLKE(1'b1), .RE(1'b1),
            .WADDR(11'd0), .WCLK(clk_i), .WCLKE(1'b0), .WE(1'b0), .WDATA(16'd0), .MASK(16'd0)
        );
      end
    end
  endgenerate
endmodule

`default_nettype wire
