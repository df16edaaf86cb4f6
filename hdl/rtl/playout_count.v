// How many of 2^WIDTH - 1 bits are set: a full adder for three, and from there on two halves and a bit between them,
// which is the carry into the halves' adder. So every full adder takes in as many bits as it can.
//
// Shape   bits_i   2^WIDTH - 1 bits
//         count_o  WIDTH bits
// Timing  combinational, WIDTH - 1 adders deep.
// Cost    iCE40 LUT4 and cells: 6 and 8, 34 and 48, 152 and 214 for WIDTH 3, 5, 7.

`default_nettype none

module playout_count #(
    parameter WIDTH = 3
) (
    input  wire [(1<<WIDTH)-2:0] bits_i,
    output wire [WIDTH-1:0]      count_o
);
  localparam HALF = 1 << (WIDTH - 1);

  generate
    if (WIDTH == 1) begin : one
      assign count_o = bits_i;
    end else if (WIDTH == 2) begin : three
      assign count_o[0] = ^bits_i;
      assign count_o[1] = (bits_i[0] & bits_i[1]) | (bits_i[2] & (bits_i[0] | bits_i[1]));
    end else begin : more
      wire [WIDTH-2:0] low;
      wire [WIDTH-2:0] high;
      wire             unused;

      playout_count #(.WIDTH(WIDTH-1)) u_lower (.bits_i(bits_i[HALF-2:0]), .count_o(low));
      playout_count #(.WIDTH(WIDTH-1)) u_upper (.bits_i(bits_i[2*HALF-2:HALF]), .count_o(high));

      // 1 + the bit between makes the carry into the chain.
      assign {count_o, unused} = {1'b0, low, 1'b1} + {1'b0, high, bits_i[HALF-1]};
    end
  endgenerate
endmodule

`default_nettype wire
