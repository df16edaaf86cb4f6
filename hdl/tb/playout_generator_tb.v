// playout_generator, with the pieces that playout_chunks makes of a seed, against a register moved on bit by bit, for every
// number of bits that a clock may take, with pieces that are moved on and without.
// With +few for a fourth of these numbers: all take Icarus minutes.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_generator_tb;
  localparam MOST = 60;
  localparam UNITS = 2 * MOST;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  genvar i;
  generate
    for (i = 0; i < UNITS; i = i + 1) begin : units
      generator_unit #(.BITS(i % MOST + 1), .MOVED(i < MOST ? 1 : 0), .SEED(i + 1)) unit (
          clk, done[i], checks[32*i +: 32], errors[32*i +: 32]
      );
    end
  endgenerate

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// A seed is loaded, first ones of a single bit, then of anything, and moved on in every cycle. Then comes the next one,
// without a pause.
module generator_unit #(
    parameter BITS = 16,
    parameter MOVED = 1,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  localparam CHUNKS = (64 + BITS - 1) / BITS;
  // The longest time from a new bit to its last tap, and some cycles more.
  localparam STEPS = CHUNKS + 12;
  localparam ROUNDS = 90;
  // Least and most, those where a generator has one more table for each bit, and some between.
  localparam FEW = BITS <= 2 || BITS == 32 || BITS == 33 || BITS == 36 || BITS == 60 || BITS % 7 == 0;

  reg             load, more, take;
  wire [BITS-1:0] chunk, draw, drawn;
  reg  [63:0]     offered;

  playout_chunks #(.BITS(BITS), .CHUNKS(CHUNKS), .MOVED(MOVED)) u_chunks (
      .clk_i(clk_i), .load_i(take), .next_i(load), .seed_i(offered), .chunk_o(chunk)
  );
  playout_generator #(.BITS(BITS), .MOVED(MOVED)) u_dut (
      .clk_i(clk_i), .load_i(load), .more_i(more), .clear_i(1'b0), .chunk_i(chunk), .draw_o(draw), .drawn_o(drawn)
  );

  reg [63:0]     state;
  reg [BITS-1:0] expected;
  integer        turn, round, j, clock;
  reg [31:0]     checks, errors, random;
  reg [63:0]     seed;

  assign checks_o = checks;
  assign errors_o = errors;

`include "bench_unit.vh"

  task make_seed;
    begin
      next_random;
      seed[31:0] = random;
      next_random;
      seed[63:32] = random;
      if (round < 64)
        seed = 64'd1 << round;
    end
  endtask

  // A seed is taken in the clock before its first piece; at other times more_i and seed_i mean nothing.
  task drive;
    begin
      next_random;
      take <= turn == -1 || turn == CHUNKS + STEPS - 1;
      offered <= turn == -1 || turn == CHUNKS + STEPS - 1 ? seed : {random, ~random};
      load <= turn >= 0 && turn < CHUNKS;
      more <= turn >= 0 && turn < CHUNKS ? turn < CHUNKS - 1 : random[0];
    end
  endtask

  initial begin
    checks = 0;
    errors = 0;
    done = !FEW && $test$plusargs("few") != 0;
    load = 1'b0;
    more = 1'b0;
    take = 1'b0;
    offered = 64'd0;
    clock = 0;
    turn = -2;
    round = 0;
    random = SEED * 32'd2654435761 + 32'd12345;
    make_seed;
  end

  // `turn` is that of the clock that ends here.
  always @(posedge clk_i) if (!done) begin
    if (turn == CHUNKS)
      state = seed;
    if (turn >= CHUNKS) begin
      // What was drawn in the clock before.
      if (turn > CHUNKS)
        check(drawn === expected, 2);
      for (j = 0; j < BITS; j = j + 1) begin
        // b[n-64] is bit 0, b[n-54] bit 10, b[n-46] bit 18, b[n-35] bit 29.
        state = {^(state & 64'h0000_0000_2004_0401), state[63:1]};
        expected[BITS-1-j] = state[63];
      end
      check(draw === expected, 1);
    end
    clock = clock + 1;
    turn = turn + 1;
    if (turn == CHUNKS + STEPS - 1) begin
      round = round + 1;
      make_seed;
    end
    if (turn == CHUNKS + STEPS)
      turn = 0;
    drive;
    if (round == ROUNDS)
      done <= 1'b1;
  end
endmodule

`default_nettype wire
