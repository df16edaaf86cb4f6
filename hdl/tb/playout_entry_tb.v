// playout_entry and a generator that seeds enter by its pieces, against a register moved on bit by bit, for several numbers
// of bits that a clock may take. The table is made here, from what each bit of the pieces makes of the generator.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_entry_tb;
  localparam UNITS = 4;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  genvar i;
  generate
    for (i = 0; i < UNITS; i = i + 1) begin : units
      // Numbers of bits for which the four oldest bits will do, and one for which others are needed.
      entry_unit #(
          .BITS(i == 0 ? 60 : i == 1 ? 54 : i == 2 ? 36 : 45), .PLACES(i == 3 ? 64'd23 : 64'd15), .SEED(i + 1)
      ) unit (
          clk, done[i], checks[32*i +: 32], errors[32*i +: 32]
      );
    end
  endgenerate

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// Seeds one after another, first ones of a single bit. A seed is offered as the seeder does: it turns, and goes when it is
// taken. A lane takes its pieces some time later. Some seeds are dropped before, and the next one is offered.
module entry_unit #(
    parameter        BITS = 60,
    parameter [63:0] PLACES = 64'd15,
    parameter        SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  localparam STEPS = 6;
  localparam ROUNDS = 100;

  reg             drop, takes, load, last, clear;
  reg  [63:0]     offered;
  reg             valid;
  wire            ready, turn, there;
  wire [3:0]      chunk;
  wire [BITS-1:0] draw, unused_drawn;

  playout_entry u_dut (
      .clk_i(clk_i), .rst_i(1'b0), .load_i(drop), .valid_i(valid), .ready_o(ready), .bit_i(offered[0]), .turn_o(turn),
      .valid_o(there), .ready_i(takes), .next_i(1'b1), .last_i(last), .chunk_o(chunk)
  );
  playout_generator #(.BITS(BITS), .ENTERS(PLACES), .PIECE(4)) u_generator (
      .clk_i(clk_i), .load_i(load), .more_i(1'b0), .clear_i(clear), .chunk_i(chunk), .draw_o(draw),
      .drawn_o(unused_drawn)
  );

  // What bit b of the pieces makes of a generator, and the sum of which bits that is.
  reg [63:0]     made [0:63];
  reg [63:0]     of   [0:63];
  reg [63:0]     state, other;
  reg [BITS-1:0] expected;
  reg [63:0]     seed;
  integer        piece, place, row, b, j, step, round, dropped, quiet, clock;
  reg [31:0]     checks, errors, random;

  assign checks_o = checks;
  assign errors_o = errors;

`include "bench_unit.vh"

  function [63:0] moved(input [63:0] from, input integer bits);
    integer n;
    begin
      moved = from;
      for (n = 0; n < bits; n = n + 1)
        moved = {^(moved & 64'h0000_0000_2004_0401), moved[63:1]};
    end
  endfunction

  // Bit b of the pieces is added behind piece b / 4, and moved on by those that follow.
  task make_table;
    begin
      for (piece = 0; piece < 16; piece = piece + 1) begin
        j = 0;
        for (place = 0; place < 64; place = place + 1) begin
          if (PLACES[place]) begin
            made[4*piece+j] = moved(64'd1 << place, BITS * (15 - piece));
            of[4*piece+j] = 64'd1 << (4 * piece + j);
            j = j + 1;
          end
        end
      end
      // Until made[b] is bit b.
      for (b = 0; b < 64; b = b + 1) begin
        row = b;
        while (row < 63 && !made[row][b])
          row = row + 1;
        check(made[row][b], 1);
        state = made[row];
        other = of[row];
        made[row] = made[b];
        of[row] = of[b];
        made[b] = state;
        of[b] = other;
        for (row = 0; row < 64; row = row + 1) begin
          if (row != b && made[row][b]) begin
            made[row] = made[row] ^ state;
            of[row] = of[row] ^ other;
          end
        end
      end
      for (b = 0; b < 64; b = b + 1)
        for (j = 0; j < 4; j = j + 1)
          u_dut.rom[4*b+j] = of[b][16*j +: 16];
    end
  endtask

  task make_seed;
    begin
      next_random;
      seed[31:0] = random;
      next_random;
      seed[63:32] = random;
      if (round < 64)
        seed = 64'd1 << round;
      offered <= seed;
      valid <= 1'b1;
    end
  endtask

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    drop = 1'b1;
    takes = 1'b0;
    load = 1'b0;
    last = 1'b0;
    clear = 1'b1;
    valid = 1'b0;
    offered = 64'd0;
    seed = 64'd0;
    step = -1;
    round = 0;
    dropped = 0;
    quiet = 0;
    clock = 0;
    random = SEED * 32'd2654435761 + 32'd12345;
    #1 make_table;
  end

  // `step` is -1 until a lane takes a seed, then that of its pieces, and of the draws behind them.
  always @(posedge clk_i) if (!done) begin
    clock = clock + 1;
    next_random;
    drop <= clock < 4;
    if (clock == 6)
      make_seed;
    if (turn)
      offered <= {1'bx, offered[63:1]};
    if (ready && valid) begin
      valid <= 1'b0;
      state = seed;
    end
    if (step < 0) begin
      takes <= 1'b0;
      clear <= 1'b1;
      if (quiet > 0)
        quiet = quiet - 1;
      if (there && !takes && quiet == 0 && random[2:0] == 3'd0) begin
        takes <= 1'b1;
      end
      if (takes) begin
        step = 0;
        takes <= 1'b0;
        load <= 1'b1;
        clear <= 1'b0;
      end else if (there && round % 8 == 7 && dropped == 0 && random[4:3] == 2'd0 && !valid) begin
        // Dropped: the next one is another. No lane looks for it at once.
        drop <= 1'b1;
        takes <= 1'b0;
        dropped = 1;
        quiet = 3;
        round = round + 1;
        make_seed;
      end
    end else begin
      step = step + 1;
      last <= step == 15;
      load <= step < 16;
      if (step > 16) begin
        state = moved(state, BITS);
        for (j = 0; j < BITS; j = j + 1)
          expected[BITS-1-j] = state[64-BITS+j];
        check(draw === expected, 2);
      end
      if (step == 16 + STEPS) begin
        step = -1;
        dropped = 0;
        round = round + 1;
        make_seed;
      end
    end
    if (round >= ROUNDS) begin
      check(clock > 20000, 3);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
