// Counts the ones of a vector, in a tree with a register after each level.
//
// Shape   count_o is the number of ones of bits_i, 0 to INPUTS. INPUTS >= 1.
// Timing  count_o belongs to the bits_i of 1 + $clog2((INPUTS + 3) / 4) cycles before. A new vector in every cycle.
// Reset   None: vectors on their way arrive. In a large tree a reset would have the longest wires of all.
// Cost    iCE40: about 2 LUTs an input; the registers are in the same cells.
//
// The first level counts 4 bits, which takes a LUT for each bit of the result. Each further level adds pairs.
`default_nettype none

module playout_popcount #(
    parameter INPUTS = 64
) (
    input  wire                      clk_i,
    input  wire [INPUTS-1:0]         bits_i,
    output wire [$clog2(INPUTS+1)-1:0] count_o
);
  localparam LEAVES = (INPUTS + 3) / 4;
  localparam LEVELS = 1 + $clog2(LEAVES);
  localparam TOTAL = first_bit(LEVELS);

  // Level n has a count for every 4 * 2^n inputs, of n + 3 bits. This is where its counts begin in sums.
  function integer first_bit(input integer level);
    integer below;
    begin
      first_bit = 0;
      for (below = 0; below < level; below = below + 1)
        first_bit = first_bit + (below + 3) * ((LEAVES + (1 << below) - 1) >> below);
    end
  endfunction

  wire [TOTAL-1:0] sums;

  genvar level, node, bit_id;
  generate
    for (node = 0; node < LEAVES; node = node + 1) begin : leaf
      wire [3:0] four;
      reg  [2:0] count_q;
      for (bit_id = 0; bit_id < 4; bit_id = bit_id + 1) begin : input_bit
        if (4 * node + bit_id < INPUTS) begin : used
          assign four[bit_id] = bits_i[4*node+bit_id];
        end else begin : unused
          assign four[bit_id] = 1'b0;
        end
      end
      wire two_or_more = (four[0] && four[1]) || (four[2] && four[3]) || (|four[1:0] && |four[3:2]);
      always @(posedge clk_i)
        count_q <= {&four, two_or_more && !(&four), ^four};
      assign sums[3*node +: 3] = count_q;
    end

    for (level = 1; level < LEVELS; level = level + 1) begin : adders
      localparam WIDTH = level + 2;
      localparam BELOW = (LEAVES + (1 << (level - 1)) - 1) >> (level - 1);
      localparam FROM = first_bit(level - 1);
      localparam TO = first_bit(level);
      for (node = 0; node < (BELOW + 1) / 2; node = node + 1) begin : adder
        reg [WIDTH:0] count_q;
        if (2 * node + 1 < BELOW) begin : pair
          always @(posedge clk_i)
            count_q <= {1'b0, sums[FROM+2*node*WIDTH +: WIDTH]}
                     + {1'b0, sums[FROM+(2*node+1)*WIDTH +: WIDTH]};
        end else begin : single
          always @(posedge clk_i)
            count_q <= {1'b0, sums[FROM+2*node*WIDTH +: WIDTH]};
        end
        assign sums[TO+node*(WIDTH+1) +: WIDTH+1] = count_q;
      end
    end
  endgenerate

  // The last level may have bits that INPUTS ones do not reach.
  localparam ROOT = first_bit(LEVELS - 1);
  generate
    if (TOTAL - ROOT > $clog2(INPUTS + 1)) begin : narrower
      wire unused = |sums[TOTAL-1:ROOT+$clog2(INPUTS+1)];
    end
  endgenerate
  assign count_o = sums[ROOT +: $clog2(INPUTS+1)];
endmodule

`default_nettype wire
