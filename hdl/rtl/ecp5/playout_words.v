// ../playout_words.v for an ECP5: both registers are those of block RAMs. Yosys takes the first one into a block RAM only,
// which then gives its words 5.8 ns after the clock; the second one gives them after 1 ns.
//
// Shape   as there. One block RAM for each 18 bits of a word; where there are more than 1024 words, what Yosys makes of it.
// Timing  as there. Block RAMs read in every cycle: their second register moves in no clock in which they do not read.
`default_nettype none

module playout_words #(
    parameter WIDTH = 32,
    parameter LOG_DEPTH = 6
) (
    input  wire                 clk_i,
    input  wire                 write_i,
    input  wire [LOG_DEPTH-1:0] write_address_i,
    input  wire [WIDTH-1:0]     data_i,
    input  wire [LOG_DEPTH-1:0] read_address_i,
    input  wire                 moves_i,
    output wire [WIDTH-1:0]     data_o
);
  generate
    if (LOG_DEPTH <= 10) begin : g_blocks
      localparam BLOCKS = (WIDTH + 17) / 18;
      // One bit more, as there may be none that is filled up.
      localparam FILL = 18 * BLOCKS + 1 - WIDTH;
      wire [18*BLOCKS:0]   in = {{FILL{1'b0}}, data_i};
      wire [18*BLOCKS-1:0] out;
      // Words of 18 bits lie 16 addresses apart; the lowest two bits choose the bytes that are written.
      wire [10:0] to = {{(11 - LOG_DEPTH){1'b0}}, write_address_i};
      wire [10:0] from = {{(11 - LOG_DEPTH){1'b0}}, read_address_i};
      wire        unused = &{1'b0, in[18*BLOCKS], to[10], from[10]};

      assign data_o = out[WIDTH-1:0];
      if (FILL > 1) begin : g_fill
        wire unused_fill = &{1'b0, out[18*BLOCKS-1:WIDTH]};
      end

      genvar block;
      for (block = 0; block < BLOCKS; block = block + 1) begin : g_block
        DP16KD #(
            .DATA_WIDTH_A(18), .DATA_WIDTH_B(18), .REGMODE_A("NOREG"), .REGMODE_B("OUTREG"), .GSR("DISABLED")
        ) u_memory (
            .CLKA(clk_i), .CEA(1'b1), .OCEA(1'b1), .WEA(write_i), .RSTA(1'b0),
            .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
            .ADA0(1'b1), .ADA1(1'b1), .ADA2(1'b0), .ADA3(1'b0), .ADA4(to[0]), .ADA5(to[1]), .ADA6(to[2]),
            .ADA7(to[3]), .ADA8(to[4]), .ADA9(to[5]), .ADA10(to[6]), .ADA11(to[7]), .ADA12(to[8]),
            .ADA13(to[9]),
            .DIA0(in[18*block]), .DIA1(in[18*block+1]), .DIA2(in[18*block+2]), .DIA3(in[18*block+3]),
            .DIA4(in[18*block+4]), .DIA5(in[18*block+5]), .DIA6(in[18*block+6]), .DIA7(in[18*block+7]),
            .DIA8(in[18*block+8]), .DIA9(in[18*block+9]), .DIA10(in[18*block+10]), .DIA11(in[18*block+11]),
            .DIA12(in[18*block+12]), .DIA13(in[18*block+13]), .DIA14(in[18*block+14]),
            .DIA15(in[18*block+15]), .DIA16(in[18*block+16]), .DIA17(in[18*block+17]),
            .CLKB(clk_i), .CEB(1'b1), .OCEB(moves_i), .WEB(1'b0), .RSTB(1'b0),
            .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
            .ADB0(1'b0), .ADB1(1'b0), .ADB2(1'b0), .ADB3(1'b0), .ADB4(from[0]), .ADB5(from[1]),
            .ADB6(from[2]), .ADB7(from[3]), .ADB8(from[4]), .ADB9(from[5]), .ADB10(from[6]),
            .ADB11(from[7]), .ADB12(from[8]), .ADB13(from[9]),
            .DOB0(out[18*block]), .DOB1(out[18*block+1]), .DOB2(out[18*block+2]), .DOB3(out[18*block+3]),
            .DOB4(out[18*block+4]), .DOB5(out[18*block+5]), .DOB6(out[18*block+6]), .DOB7(out[18*block+7]),
            .DOB8(out[18*block+8]), .DOB9(out[18*block+9]), .DOB10(out[18*block+10]),
            .DOB11(out[18*block+11]), .DOB12(out[18*block+12]), .DOB13(out[18*block+13]),
            .DOB14(out[18*block+14]), .DOB15(out[18*block+15]), .DOB16(out[18*block+16]),
            .DOB17(out[18*block+17])
        );
      end
    end else begin : g_plain
      reg [WIDTH-1:0] memory [0:(1 << LOG_DEPTH)-1];
      reg [WIDTH-1:0] word_q;
      reg [WIDTH-1:0] data_q;

      assign data_o = data_q;
      always @(posedge clk_i) begin
        if (write_i)
          memory[write_address_i] <= data_i;
        word_q <= memory[read_address_i];
        if (write_i && write_address_i == read_address_i)
          word_q <= {WIDTH{1'bx}};
        if (moves_i)
          data_q <= word_q;
      end
    end
  endgenerate
endmodule

`default_nettype wire
