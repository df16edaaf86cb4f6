// ../playout_carry_block.v for an ECP5: a block RAM with its output register, of which Yosys takes the first register only.
//
// Shape   as there, of 512 words of 36 bits at most. Without LATE there are flip-flops in place of it, two for each bit, as a
//         block RAM gives words 5.8 ns after the clock without its output register.
// Timing  as there. Bits come out of the block RAM 1 ns after the clock.
// Cost    a block RAM.

`default_nettype none

module playout_carry_block #(
    parameter WIDTH = 16,
    parameter PLACE = 1,
    parameter LATE = 0
) (
    input  wire             clk_i,
    input  wire [PLACE-1:0] to_i,
    input  wire [PLACE-1:0] from_i,
    input  wire [WIDTH-1:0] data_i,
    output wire [WIDTH-1:0] data_o
);
  generate
    if (LATE != 0) begin : g_late
      // A bit more, as there may be none that is filled up.
      wire [9:0]  to = {{(10-PLACE){1'b0}}, to_i};
      wire [9:0]  from = {{(10-PLACE){1'b0}}, from_i};
      wire [36:0] in = {{(37-WIDTH){1'b0}}, data_i};
      wire [35:0] out;
      wire        unused = &{1'b0, to[9], from[9], in[36], out};

      assign data_o = out[WIDTH-1:0];
      PDPW16KD #(
          .DATA_WIDTH_W(36), .DATA_WIDTH_R(36), .REGMODE("OUTREG"), .GSR("DISABLED")
      ) u_memory (
          .CLKW(clk_i), .CEW(1'b1), .CSW0(1'b0), .CSW1(1'b0), .CSW2(1'b0), .BE0(1'b1), .BE1(1'b1), .BE2(1'b1),
          .BE3(1'b1),
          .ADW0(to[0]), .ADW1(to[1]), .ADW2(to[2]), .ADW3(to[3]), .ADW4(to[4]), .ADW5(to[5]), .ADW6(to[6]),
          .ADW7(to[7]), .ADW8(to[8]),
          .DI0(in[0]), .DI1(in[1]), .DI2(in[2]), .DI3(in[3]), .DI4(in[4]), .DI5(in[5]), .DI6(in[6]),
          .DI7(in[7]), .DI8(in[8]), .DI9(in[9]), .DI10(in[10]), .DI11(in[11]), .DI12(in[12]), .DI13(in[13]),
          .DI14(in[14]), .DI15(in[15]), .DI16(in[16]), .DI17(in[17]), .DI18(in[18]), .DI19(in[19]),
          .DI20(in[20]), .DI21(in[21]), .DI22(in[22]), .DI23(in[23]), .DI24(in[24]), .DI25(in[25]),
          .DI26(in[26]), .DI27(in[27]), .DI28(in[28]), .DI29(in[29]), .DI30(in[30]), .DI31(in[31]),
          .DI32(in[32]), .DI33(in[33]), .DI34(in[34]), .DI35(in[35]),
          .CLKR(clk_i), .CER(1'b1), .OCER(1'b1), .RST(1'b0), .CSR0(1'b0), .CSR1(1'b0), .CSR2(1'b0),
          .ADR0(1'b0), .ADR1(1'b0), .ADR2(1'b0), .ADR3(1'b0), .ADR4(1'b0), .ADR5(from[0]), .ADR6(from[1]),
          .ADR7(from[2]), .ADR8(from[3]), .ADR9(from[4]), .ADR10(from[5]), .ADR11(from[6]), .ADR12(from[7]),
          .ADR13(from[8]),
          .DO0(out[0]), .DO1(out[1]), .DO2(out[2]), .DO3(out[3]), .DO4(out[4]), .DO5(out[5]), .DO6(out[6]),
          .DO7(out[7]), .DO8(out[8]), .DO9(out[9]), .DO10(out[10]), .DO11(out[11]), .DO12(out[12]),
          .DO13(out[13]), .DO14(out[14]), .DO15(out[15]), .DO16(out[16]), .DO17(out[17]), .DO18(out[18]),
          .DO19(out[19]), .DO20(out[20]), .DO21(out[21]), .DO22(out[22]), .DO23(out[23]), .DO24(out[24]),
          .DO25(out[25]), .DO26(out[26]), .DO27(out[27]), .DO28(out[28]), .DO29(out[29]), .DO30(out[30]),
          .DO31(out[31]), .DO32(out[32]), .DO33(out[33]), .DO34(out[34]), .DO35(out[35])
      );
    end else begin : g_right
      wire unused = &{1'b0, to_i, from_i};

      playout_delay #(.WIDTH(WIDTH), .CLOCKS(2)) u_delay (
          .clk_i(clk_i), .rst_i(1'b0), .data_i(data_i), .data_o(data_o)
      );
    end
  endgenerate
endmodule

`default_nettype wire
