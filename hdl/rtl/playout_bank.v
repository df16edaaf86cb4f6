// Counters in a memory: adds an amount to one of them in every cycle, reads and clears them one at a time.
//
// Shape   2^ADDRESS words of WIDTH bits; amounts of AMOUNT bits, without sign. Words count modulo 2^WIDTH.
// Add     add_i: the word at address_i grows by amount_i. One in every cycle, the same address again and again
//         included; also in the clock after a take.
// Take    take_i: value_o is the word at address_i in the next cycle, and the word is zero. value_o stays until the
//         next take or add. Only while settled_o, never together with add_i. Takes may follow each other in every
//         clock, but the same address not in two successive clocks.
// settled_o   All adds are in the memory: low in the clock after an add, and before ready_o.
// overflow_o  An add carried out of WIDTH bits. Stays until clear_i; an overflow in the clock of clear_i is kept.
//             Up to date whenever settled_o is high.
// Reset   rst_i forgets everything. ready_o rises 2^ADDRESS cycles after it, when all words are zero; no add or take
//         before.
// Cost    iCE40, 16 words of 32 bits: 2 SB_RAM40, 83 LUTs, 43 FFs. A bit of the word takes a LUT of the adder, a
//         LUT that picks the old word and a FF that remembers the new one.
//
// An add takes two cycles: the read, then the sum, which is written at the end of the second clock. An add to the same
// address in that second clock would read the word while it is written; it gets the sum from a register instead. What
// the memory reads then is never used, as the branch with x tells synthesis.
`default_nettype none

module playout_bank #(
    parameter ADDRESS = 4,
    parameter AMOUNT = 1,
    parameter WIDTH = 32
) (
    input  wire               clk_i,
    input  wire               rst_i,
    output wire               ready_o,
    input  wire               add_i,
    input  wire               take_i,
    input  wire [ADDRESS-1:0] address_i,
    input  wire [AMOUNT-1:0]  amount_i,
    output wire [WIDTH-1:0]   value_o,
    output wire               settled_o,
    output wire               overflow_o,
    input  wire               clear_i
);
  // Wide enough for what an add carries out.
  localparam SUM = (WIDTH > AMOUNT ? WIDTH : AMOUNT) + 1;

  reg                ready_q;
  reg                overflow_q;
  reg  [WIDTH-1:0]   memory [0:(1 << ADDRESS)-1];
  reg  [WIDTH-1:0]   word_q;

  // The second clock: what to do with the word that was read. Before ready_q it counts through all addresses.
  reg                write_q;
  reg                zero_q;
  reg                again_q;
  reg                adding_q;
  reg  [ADDRESS-1:0] address_q;
  reg  [AMOUNT-1:0]  amount_q;
  reg  [WIDTH-1:0]   last_q;

  wire               last_address = &address_q;
  wire               same = write_q && address_i == address_q;
  wire               read = add_i || take_i;
  wire [WIDTH-1:0]   old = {WIDTH{!zero_q}} & (again_q ? last_q : word_q);
  wire [SUM-1:0]     sum = {{(SUM-WIDTH){1'b0}}, old} + {{(SUM-AMOUNT){1'b0}}, amount_q};

  assign ready_o = ready_q;
  assign settled_o = ready_q && !adding_q;
  assign overflow_o = overflow_q;
  assign value_o = word_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      ready_q <= 1'b0;
      overflow_q <= 1'b0;
      write_q <= 1'b1;
      zero_q <= 1'b1;
      adding_q <= 1'b0;
      address_q <= {ADDRESS{1'b0}};
    end else begin
      if (ready_q) begin
        write_q <= read;
        zero_q <= take_i;
        adding_q <= add_i;
        address_q <= address_i;
      end else begin
        write_q <= !last_address;
        zero_q <= !last_address;
        address_q <= address_q + 1'b1;
        ready_q <= last_address;
      end
      overflow_q <= (overflow_q && !clear_i) || (adding_q && |sum[SUM-1:WIDTH]);
    end
    amount_q <= rst_i || !add_i ? {AMOUNT{1'b0}} : amount_i;
    again_q <= same;
    last_q <= sum[WIDTH-1:0];
  end

  always @(posedge clk_i) begin
    if (write_q)
      memory[address_q] <= sum[WIDTH-1:0];
    if (read) begin
      word_q <= memory[address_i];
      if (same)
        word_q <= {WIDTH{1'bx}};
    end
  end
endmodule

`default_nettype wire
