// First states of generators, stream after stream: the outputs of SplitMix64.
//
// With x = the origin at first, each generator of each stream in turn takes x := x + GOLDEN and begins with mix(x), or
// with 1 where that is 0 (docs/PLAYOUTS.md, section Generator). mix is two multiplications modulo 2^64 between shifts:
//     v = (x ^ x >> 30) * FIRST;  v = (v ^ v >> 27) * SECOND;  v ^ v >> 31
// All of it is serial, DIGIT bits a clock, lowest first: the bits of a product leave the low end of the accumulator as
// soon as they are final and enter `word_q` at its high end, while the factor leaves that at its low end. There a few
// gates do `v ^ v >> n`: a new bit is added to the one n places below it, which it meets on its way.
//   pass MUL  word := (x ^ x >> 30) * FIRST, ^ >> 27; x turns once around; the seed in `word` goes to `kept`
//   pass ADD  word := word * SECOND, ^ >> 31; at the same time x := x + GOLDEN, for the seed after this one
//
// Shape   seed_o      generator g in bits 64g .. 64g+63, the oldest bit of its state lowest
//         turn_i      while valid_o, with one generator: from the next clock on the seed in seed_o is DIGIT bits further down
//         GENERATORS  1 or more
//         DIGIT       1, 2 or 4
//         origin_i    the origin's low word with low_i, its high word with load_i, in a later clock
// Timing  low_i drops at any time what is in progress, a valid stream too; load_i begins anew. valid_o is a register; the
//         seeds stay until valid_o & ready_i, with which the next stream begins.
//         A stream takes 128 * GENERATORS / DIGIT clocks, the first after load_i 64 / DIGIT more: so many edges after
//         that of valid_o & ready_i, or of load_i, valid_o is set.
//         rst_i goes before low_i and load_i; after it valid_o is 0 until a load.
// Cost    iCE40, one generator: 190, 230, 350 LUT4 for DIGIT 1, 2, 4 and 210 to 265 flip-flops, 64 of them in cells of
//         their own. Each generator more takes 64 flip-flops that only shift.

`default_nettype none

module playout_seeder #(
    parameter GENERATORS = 1,
    parameter DIGIT = 2
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     low_i,
    input  wire                     load_i,
    input  wire [31:0]              origin_i,
    output wire                     valid_o,
    input  wire                     ready_i,
    input  wire                     turn_i,
    output wire [64*GENERATORS-1:0] seed_o
);
  localparam [63:0] GOLDEN = 64'h9e37_79b9_7f4a_7c15;
  localparam [63:0] FIRST  = 64'hbf58_476d_1ce4_e5b9;
  localparam [63:0] SECOND = 64'h94d0_49bb_1331_11eb;
  localparam VALUES = 1 << DIGIT;
  localparam INDEX  = GENERATORS > 1 ? $clog2(GENERATORS) : 1;
  localparam [31:0] LAST = GENERATORS - 1;
  localparam [31:0] STEP = DIGIT;

  // 0, 1, 2, ... times a number: what a digit adds, 64 bits each.
  function [64*VALUES-1:0] multiples(input [63:0] number);
    integer value;
    begin
      multiples = {64*VALUES{1'b0}};
      for (value = 1; value < VALUES; value = value + 1) begin
        multiples[64*value +: 64] = multiples[64*(value-1) +: 64] + number;
      end
    end
  endfunction

  // Whether the bit that is `number` behind the lowest of the digit behind the next one is one of the first 34: for each
  // place of this digit.
  function [63:0] early(input integer number);
    integer place;
    for (place = 0; place < 64; place = place + 1)
      early[place] = (place + 2 * DIGIT + number) % 64 < 34;
  endfunction

  localparam [64*VALUES-1:0] FIRSTS  = multiples(FIRST);
  localparam [64*VALUES-1:0] SECONDS = multiples(SECOND);

  reg             busy_q;
  reg             valid_q;
  reg             mul_q;      // pass MUL, else ADD
  reg             waste_q;    // the pass ADD after a load, which has nothing to multiply
  reg [5:0]       place_q;    // number of this digit's lowest bit
  reg             last_q;     // it is the last digit of a pass
  reg [DIGIT-1:0] mixes_q;    // those bits of the next digit that others are added to before the first product
  reg [INDEX-1:0] index_q;    // generator
  reg             carry_q;    // of x + GOLDEN
  reg             some_q;     // some bit of the last product of a pass ADD is 1
  reg [63:0]      x_q;
  reg [63:0]      word_q;

  // The product's bits that are not final; what is 2^64 and more is dropped. A sum of 64 bits would be the longest path
  // of a whole engine: the high half is a clock late, so is the carry that it takes from the low one. The multiple of
  // the factor that a half adds is found in the clock before.
  reg [31-DIGIT:0] low_q;
  reg [31-DIGIT:0] high_q;
  reg              over_q;        // the carry
  wire [31:0]      low_add;       // of this clock's digit
  wire [31:0]      high_add;      // of the one before

  wire first = place_q == 6'd0;
  wire last  = last_q;
  wire done  = last & ~mul_q & ~waste_q;
  wire full  = index_q == LAST[INDEX-1:0];

  wire [DIGIT-1:0] golden;
  wire [DIGIT:0]   sum = {1'b0, x_q[DIGIT-1:0]} + {1'b0, golden} + {{DIGIT{1'b0}}, carry_q};

  // The next clock's digit: x and the word move DIGIT places until then.
  wire [DIGIT-1:0] mixed;
  wire [5:0]       next_place = place_q + STEP[5:0];
  wire             next_mul = mul_q ^ last;
  wire [DIGIT-1:0] next_digit = next_mul ? mixed : word_q[DIGIT +: DIGIT];
  wire [31:0]      high = {{DIGIT{1'b0}}, high_q} + high_add + {31'd0, over_q};
  // Of a product's first digit there is nothing before: what the high half has is of another one.
  wire [DIGIT-1:0] down = high[DIGIT-1:0] & {DIGIT{~first}};
  wire [32:0]      low = {1'b0, down, low_q} + {1'b0, low_add};
  wire [DIGIT-1:0] fresh = low[DIGIT-1:0];
  wire [DIGIT-1:0] meets27;
  wire [DIGIT-1:0] meets31;
  // New bits enter at 64: the bits n below are at 64 - n, and go DIGIT places down.
  wire [63-DIGIT:0] met = word_q[63:DIGIT]
                        ^ {{(64-2*DIGIT){1'b0}}, meets27} << (64 - 27 - DIGIT)
                        ^ {{(64-2*DIGIT){1'b0}}, meets31} << (64 - 31 - DIGIT);

  // The seed in `word_q`, of which 0 is none. Once it has turned its first bit is gone.
  wire [63:0] seed = {word_q[63:1], word_q[0] | ~some_q};

  genvar i;
  generate
    for (i = 0; i < DIGIT; i = i + 1) begin : bits
      localparam [31:0] I = i;
      wire [5:0] number = place_q | I[5:0];
      assign golden[i]  = GOLDEN[number];
      // Not a sum that is compared: that would be three chains of carries.
      localparam [63:0] EARLY = early(i);
      always @(posedge clk_i) begin
        if (load_i)
          mixes_q[i] <= 1'b1;
        else if (busy_q)
          mixes_q[i] <= EARLY[place_q];
      end
      assign mixed[i]   = x_q[i+DIGIT] ^ (x_q[i+DIGIT+30] & mixes_q[i]);
      assign meets27[i] = fresh[i] & mul_q & (number >= 6'd27);
      assign meets31[i] = fresh[i] & ~mul_q & (number >= 6'd31);
    end
  endgenerate

  always @(posedge clk_i) begin
    if (rst_i | low_i) begin
      busy_q  <= 1'b0;
      valid_q <= 1'b0;
    end else if (load_i) begin
      busy_q  <= 1'b1;
      valid_q <= 1'b0;
    end else if (busy_q) begin
      busy_q  <= ~(done & full);
      valid_q <= done & full;
    end else if (ready_i) begin
      busy_q  <= valid_q;
      valid_q <= 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (load_i) begin
      mul_q   <= 1'b0;
      waste_q <= 1'b1;
      place_q <= 6'd0;
      last_q  <= 1'b0;
      index_q <= {INDEX{1'b0}};
    end else if (busy_q) begin
      mul_q   <= next_mul;
      waste_q <= waste_q & ~last;
      place_q <= next_place;
      last_q  <= next_place == 6'd0 - STEP[5:0];
      if (done) begin
        index_q <= full ? {INDEX{1'b0}} : index_q + 1'b1;
      end
    end
  end

  // Nothing is busy between the words of an origin.
  wire [63:0] turned = {mul_q ? x_q[DIGIT-1:0] : sum[DIGIT-1:0], x_q[63:DIGIT]};
  always @(posedge clk_i) begin
    if (low_i) begin
      x_q[31:0] <= origin_i;
    end else if (busy_q) begin
      x_q[31:0] <= turned[31:0];
    end
    if (load_i) begin
      x_q[63:32] <= origin_i;
    end else if (busy_q) begin
      x_q[63:32] <= turned[63:32];
    end
    if (load_i | mul_q) begin
      carry_q <= 1'b0;
    end else if (busy_q) begin
      carry_q <= sum[DIGIT];
    end
  end

  always @(posedge clk_i) begin
    // Where nothing is busy nothing is added to the bits that are met.
    if (busy_q | turn_i) begin
      word_q <= {fresh, met};
    end
    if (busy_q & ~mul_q) begin
      some_q <= (some_q & ~first) | (|fresh);
    end else if (turn_i) begin
      some_q <= 1'b1;
    end
    if (busy_q) begin
      over_q <= low[32];
    end
    if (busy_q & last) begin
      low_q <= {(32-DIGIT){1'b0}};
    end else if (busy_q) begin
      low_q <= low[31:DIGIT];
    end
    if (busy_q & first) begin
      high_q <= {(32-DIGIT){1'b0}};
    end else if (busy_q) begin
      high_q <= high[31:DIGIT];
    end
  end

  assign valid_o = valid_q;

  generate
    if (DIGIT == 1) begin : g_bit
      // What a bit adds is its factor or nothing: it stands for all bits of it that are 1, whichever factor's.
      reg [2:0] now_q;     // the digit; the same in a pass MUL; in a pass ADD
      reg [2:0] before_q;  // those of the clock before

      always @(posedge clk_i) begin
        if (busy_q) begin
          now_q    <= {next_digit & ~next_mul, next_digit & next_mul, next_digit};
          before_q <= now_q;
        end
      end
      for (i = 0; i < 32; i = i + 1) begin : g_add
        assign low_add[i]  = FIRST[i] ? (SECOND[i] ? now_q[0] : now_q[1]) : SECOND[i] & now_q[2];
        assign high_add[i] = FIRST[i+32] ? (SECOND[i+32] ? before_q[0] : before_q[1]) : SECOND[i+32] & before_q[2];
      end
    end else begin : g_digit
      reg [DIGIT-1:0] digit_q;
      reg [31:0]      now_q;
      reg [31:0]      before_q;

      always @(posedge clk_i) begin
        if (busy_q) begin
          digit_q  <= next_digit;
          now_q    <= next_mul ? FIRSTS[{next_digit, 6'd0} +: 32] : SECONDS[{next_digit, 6'd0} +: 32];
          before_q <= mul_q ? FIRSTS[{digit_q, 6'd32} +: 32] : SECONDS[{digit_q, 6'd32} +: 32];
        end
      end
      assign low_add  = now_q;
      assign high_add = before_q;
    end
    if (GENERATORS > 1) begin : several
      // The seeds before, pushed down by each new one.
      reg [64*(GENERATORS-1)-1:0] kept_q;
      wire [DIGIT-1:0] leaving = first ? seed[DIGIT-1:0] : word_q[DIGIT-1:0];

      always @(posedge clk_i) begin
        if (busy_q & mul_q) begin
          kept_q <= {leaving, kept_q[64*(GENERATORS-1)-1:DIGIT]};
        end
      end

      assign seed_o = {seed, kept_q};
    end else begin : one
      assign seed_o = seed;
    end
  endgenerate
endmodule

`default_nettype wire
