// A seed as the pieces that enter a generator where its bits are only moved on: playout_generator with ENTERS.
//
// What a generator is after all pieces is a sum of what each of their bits makes of it, so each bit of a seed stands
// for a pattern of bits of pieces. Those of a seed's bits that are 1 are added up here, a word of 16 bits in a cycle.
//
// Shape   bit_i     the seed's next bit, the first one first
//         turn_o    the next one is wanted in the next cycle
//         chunk_o   a piece, 4 bits; 16 pieces are a seed
//         TABLE     word w of the pattern of bit b in bits 16 * (4 b + w) and up: bit i of piece p is bit 4 p + i of a
//                   pattern. From Rust, as it follows from the generator: hdl/src/playout/seed_patterns.rs
// Seeder  valid_i, ready_o  the seeder's: a seed passes at the edge at which both are high, when its pieces are made.
// Lanes   valid_o, ready_i  a lane takes the pieces; from the next clock on chunk_o is the first one, and next_i and
//         last_i go with it: as from playout_feeder. Until then the next seed may come, which waits.
// Timing  257 cycles for a seed. load_i, with which the seeder begins anew, drops what is there; so does rst_i. No lane is
//         fed then.
// Cost    iCE40: 1 SB_RAM40, about 90 LUT4, 80 flip-flops of which 48 are in cells of their own.

`default_nettype none

module playout_entry #(
    parameter [4095:0] TABLE = 4096'd0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       load_i,
    input  wire       valid_i,
    output wire       ready_o,
    input  wire       bit_i,
    output wire       turn_o,
    output wire       valid_o,
    input  wire       ready_i,
    input  wire       next_i,
    input  wire       last_i,
    output wire [3:0] chunk_o
);
  reg  [15:0] rom [0:255];
  integer     row;
  initial begin
    for (row = 0; row < 256; row = row + 1) begin
      rom[row] = TABLE[16*row +: 16];
    end
  end

  reg         reads_q;   // the table is read
  reg         adds_q;    // what was read is added
  reg  [7:0]  count_q;   // words read, or pieces given
  reg         bit_q;     // the bit whose pattern was read
  reg  [15:0] word_q;
  // The pieces so far. They go round by a word.
  reg  [63:0] sum_q;

  // A clock late, as all depends on it: nobody looks at pieces so soon behind a load.
  reg         drop_q;
  // What is made waits for a lane, or is given to one.
  wire        free;
  wire        gives;
  playout_spare u_spare (
      .clk_i(clk_i), .rst_i(drop_q), .load_i(1'b0), .valid_i(ready_o), .ready_o(free), .valid_o(valid_o),
      .ready_i(ready_i), .next_i(next_i), .last_i(last_i), .next_o(gives)
  );

  wire begins = valid_i & free & ~reads_q & ~adds_q;
  wire ends   = gives & last_i;

  assign turn_o  = reads_q & (&count_q[1:0]);
  assign ready_o = adds_q & ~reads_q;

  always @(posedge clk_i) begin
    drop_q <= rst_i | load_i;
    if (drop_q) begin
      reads_q <= 1'b0;
      adds_q  <= 1'b0;
    end else begin
      reads_q <= reads_q ? ~&count_q : begins;
      adds_q  <= reads_q;
    end
    // It comes back to 0 by itself behind the last word and the last piece.
    if (drop_q) begin
      count_q <= 8'd0;
    end else if (reads_q | gives) begin
      count_q <= ends ? 8'd0 : count_q + 1'b1;
    end
    bit_q <= reads_q & bit_i;
  end

  always @(posedge clk_i) word_q <= rom[count_q];

  // Behind the last piece all is 0 again.
  always @(posedge clk_i) begin
    if (drop_q | ends) begin
      sum_q <= 64'd0;
    end else if (adds_q | (gives & (&count_q[1:0]))) begin
      sum_q <= {sum_q[15:0] ^ (word_q & {16{bit_q}}), sum_q[63:16]};
    end
  end

  assign chunk_o = sum_q[{2'd0, count_q[1:0], 2'd0} +: 4];
endmodule

`default_nettype wire
