// Words in a memory, with two registers behind it: the first one gives them late in the clock, as block RAMs do.
//
// Shape   2^LOG_DEPTH words of WIDTH bits.
// Write   Where write_i is high, data_i goes to write_address_i.
// Read    In each clock the word at read_address_i goes to the first register. In the next one it goes on to data_o where
//         moves_i is high; else data_o stays. What is read in the clock it is written in must not move.
// Reset   none.
// Cost    a block RAM, and 2 WIDTH FFs less those it has. Boards with an ECP5 have another text in place of this one,
//         ecp5/playout_words.v, in which both registers are those of block RAMs.
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
  reg [WIDTH-1:0] memory [0:(1 << LOG_DEPTH)-1];
  reg [WIDTH-1:0] word_q;
  reg [WIDTH-1:0] data_q;

  assign data_o = data_q;

  always @(posedge clk_i) begin
    if (write_i)
      memory[write_address_i] <= data_i;
    word_q <= memory[read_address_i];
    // Nobody looks at it. The branch tells synthesis so.
    if (write_i && write_address_i == read_address_i)
      word_q <= {WIDTH{1'bx}};
    if (moves_i)
      data_q <= word_q;
  end
endmodule

`default_nettype wire
