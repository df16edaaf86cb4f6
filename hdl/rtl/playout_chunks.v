// A seed in pieces, as playout_generator takes them.
//
// With MOVED, up to 32 bits, the last BITS bits of the seed, new, are made by the generator of what it has before the last piece:
// OLD = 64 - BITS bits of the pieces, and zeros above. From those that the seed begins with and its new ones follow the
// bits that came before them.
//
// Shape   seed_i   64 bits, the oldest in bit 0
//         MOVED    as the generator has it
//         chunk_o  BITS bits. CHUNKS pieces make a seed: the first ones begin with bits that mean nothing where the
//                  pieces have more than 64.
// Timing  load_i: from the next clock on chunk_o is the first piece; next_i: the next one. Up to three LUTs from seed_i.
// Cost    BITS * CHUNKS flip-flops and LUT4, and up to 2 * BITS LUT4 for the bits before a seed.

`default_nettype none

module playout_chunks #(
    parameter BITS = 16,
    parameter CHUNKS = 4,  // at least 64 / BITS
    parameter MOVED = 1
) (
    input  wire            clk_i,
    input  wire            load_i,
    input  wire            next_i,
    input  wire [63:0]     seed_i,
    output wire [BITS-1:0] chunk_o
);
  localparam ALL = BITS * CHUNKS;
  localparam OLD = 64 - BITS;

  reg  [ALL-1:0] left_q;
  wire [ALL-1:0] whole;
  // What the pieces are together, 64 bits.
  wire [63:0]    word;

  genvar j;
  generate
    if (MOVED != 0 && BITS <= 32) begin : g_before
      wire [BITS-1:0] made;

      // What is tapped: the word's first OLD bits, then zeros.
      for (j = 0; j < BITS + 29; j = j + 1) begin : tap
        wire value;
        // With few bits not all are looked at.
        wire unused_value = value;

        if (j < BITS) begin : g_made
          assign value = seed_i[OLD+j] ^ tap[j+10].value ^ tap[j+18].value ^ tap[j+29].value;
          assign made[j] = value;
        end else if (j < OLD) begin : g_old
          assign value = seed_i[j-BITS];
        end else begin : g_new
          assign value = 1'b0;
        end
      end
      assign word = {seed_i[OLD-1:0], made};
    end else begin : g_seed
      assign word = seed_i;
    end
    if (ALL > 64) begin : g_more
      assign whole = {word, {(ALL-64){1'b0}}};
    end else begin : g_same
      assign whole = word;
    end
  endgenerate

  always @(posedge clk_i) begin
    if (load_i) left_q <= whole;
    else if (next_i) left_q <= left_q >> BITS;
  end
  assign chunk_o = left_q[BITS-1:0];
endmodule

`default_nettype wire
