// How much of a bit on a serial line passes in a clock: what link_pace adds up.
//
// Shape   CLOCK_HZ / BAUD at least 4. TUNABLE, 1 on an ECP5 and 2 on an iCE40: the number stands in a block RAM and not in
//         the logic. A routed design then keeps its line when its PLL is set to another clock: a new content of that
//         memory is all it takes. Behind the number stands "G2DLPA", by which the memory is known.
// Timing  TUNABLE: step_o is there from the second clock on, on an ECP5 from the third one: out of its memory it comes
//         late in a clock, and so from the register behind that. Else it is there at once, and for ever.
// Reset   none.
// Cost    nothing, or a DP16KD, or an SB_RAM40_4K.
`default_nettype none

module link_step #(
    parameter CLOCK_HZ = 12000000,
    parameter BAUD     = 115200,
    parameter TUNABLE  = 0
) (
    input  wire        clk_i,
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

    generate
        case (TUNABLE)
            1: begin : g_memory
                // Words of 18 bits, in 20: two bytes of nine bits each.
                localparam [79:0] WORDS = {
                    2'd0, 9'h041, 9'h050, 2'd0, 9'h04c, 9'h044, 2'd0, 9'h032, 9'h047, 2'd0, 6'd0, STEP[11:0]
                };
                wire [5:0] unused_data;
                wire       unused = &{1'b0, unused_data};
                DP16KD #(
                    .DATA_WIDTH_A(18), .DATA_WIDTH_B(18), .REGMODE_A("NOREG"), .REGMODE_B("OUTREG"),
                    .INITVAL_00({240'd0, WORDS})
                ) u_memory (
                    .CLKA(clk_i), .CEA(1'b1), .OCEA(1'b1), .WEA(1'b0), .RSTA(1'b0), .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
                    .ADA0(1'b0), .ADA1(1'b0), .ADA2(1'b0), .ADA3(1'b0), .ADA4(1'b0), .ADA5(1'b0), .ADA6(1'b0), .ADA7(1'b0),
                    .ADA8(1'b0), .ADA9(1'b0), .ADA10(1'b0), .ADA11(1'b0), .ADA12(1'b0), .ADA13(1'b0),
                    .DIA0(1'b0), .DIA1(1'b0), .DIA2(1'b0), .DIA3(1'b0), .DIA4(1'b0), .DIA5(1'b0), .DIA6(1'b0), .DIA7(1'b0),
                    .DIA8(1'b0), .DIA9(1'b0), .DIA10(1'b0), .DIA11(1'b0), .DIA12(1'b0), .DIA13(1'b0), .DIA14(1'b0),
                    .DIA15(1'b0), .DIA16(1'b0), .DIA17(1'b0),
                    .CLKB(clk_i), .CEB(1'b1), .OCEB(1'b1), .WEB(1'b0), .RSTB(1'b0), .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
                    .ADB0(1'b0), .ADB1(1'b0), .ADB2(1'b0), .ADB3(1'b0), .ADB4(1'b0), .ADB5(1'b0), .ADB6(1'b0), .ADB7(1'b0),
                    .ADB8(1'b0), .ADB9(1'b0), .ADB10(1'b0), .ADB11(1'b0), .ADB12(1'b0), .ADB13(1'b0),
                    .DOB0(step_o[0]), .DOB1(step_o[1]), .DOB2(step_o[2]), .DOB3(step_o[3]), .DOB4(step_o[4]),
                    .DOB5(step_o[5]), .DOB6(step_o[6]), .DOB7(step_o[7]), .DOB8(step_o[8]), .DOB9(step_o[9]),
                    .DOB10(step_o[10]), .DOB11(step_o[11]), .DOB12(unused_data[0]), .DOB13(unused_data[1]),
                    .DOB14(unused_data[2]), .DOB15(unused_data[3]), .DOB16(unused_data[4]), .DOB17(unused_data[5])
                );
            end
            2: begin : g_ram
                wire [3:0] unused_data;
                wire       unused = &{1'b0, unused_data};
                SB_RAM40_4K #(
                    .READ_MODE(0),
                    .WRITE_MODE(0),
                    .INIT_0({192'd0, "G2DLPA", 4'd0, STEP[11:0]})
                ) u_memory (
                    .RDATA({unused_data, step_o}), .RADDR(11'd0), .RCLK(clk_i), .RCLKE(1'b1), .RE(1'b1),
                    .WADDR(11'd0), .WCLK(clk_i), .WCLKE(1'b0), .WE(1'b0), .WDATA(16'd0), .MASK(16'd0)
                );
            end
            default: begin : g_number
                assign step_o = STEP[11:0];
                wire unused = &{1'b0, clk_i};
            end
        endcase
    endgenerate
endmodule

`default_nettype wire
