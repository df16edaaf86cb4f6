// Random adds and takes on playout_bank in several shapes, compared with a list of numbers.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_bank_tb;
  localparam UNITS = 7;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  bank_unit #(.ADDRESS(4), .AMOUNT(1), .WIDTH(32), .CLOCKS(6000), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  bank_unit #(.ADDRESS(1), .AMOUNT(1), .WIDTH(3), .CLOCKS(6000), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  bank_unit #(.ADDRESS(3), .AMOUNT(4), .WIDTH(6), .CLOCKS(6000), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  bank_unit #(.ADDRESS(5), .AMOUNT(8), .WIDTH(8), .CLOCKS(6000), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  bank_unit #(.ADDRESS(2), .AMOUNT(3), .WIDTH(1), .CLOCKS(6000), .SEED(5)) unit_4 (
      clk, done[4], checks[128 +: 32], errors[128 +: 32]
  );
  bank_unit #(.ADDRESS(8), .AMOUNT(16), .WIDTH(40), .CLOCKS(9000), .SEED(6)) unit_5 (
      clk, done[5], checks[160 +: 32], errors[160 +: 32]
  );
  bank_unit #(.ADDRESS(6), .AMOUNT(2), .WIDTH(7), .CLOCKS(6000), .SEED(7)) unit_6 (
      clk, done[6], checks[192 +: 32], errors[192 +: 32]
  );

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// One bank, its traffic and its model. Inputs change by nonblocking assignments, outputs are read before the edge.
module bank_unit #(
    parameter ADDRESS = 4,
    parameter AMOUNT = 1,
    parameter WIDTH = 32,
    parameter CLOCKS = 1000,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  // Who is done has no clock any more, which saves the time of simulating it.
  wire clk = clk_i && !done;

  localparam WORDS = 1 << ADDRESS;

  reg                rst;
  reg                add;
  reg                take;
  reg                clear;
  reg  [ADDRESS-1:0] address;
  reg  [AMOUNT-1:0]  amount;
  wire               ready;
  wire               settled;
  wire               overflow;
  wire [WIDTH-1:0]   value;

  playout_bank #(.ADDRESS(ADDRESS), .AMOUNT(AMOUNT), .WIDTH(WIDTH)) u_dut (
      .clk_i(clk), .rst_i(rst), .ready_o(ready), .add_i(add), .take_i(take), .address_i(address), .amount_i(amount),
      .value_o(value), .settled_o(settled), .overflow_o(overflow), .clear_i(clear)
  );

  reg  [31:0]      checks;
  reg  [31:0]      errors;
  assign checks_o = checks;
  assign errors_o = errors;

  // The model. An overflow is seen a cycle after the next edge.
  reg  [63:0]        words [0:WORDS-1];
  reg                model_overflow;
  reg                carry;
  reg                added;
  reg                holds;
  reg  [63:0]        held;
  integer            since_reset;
  integer            clock, mode, mode_clocks, sweep, index;
  integer            seen_hammer, seen_overflow, seen_taken, seen_reset;
  reg  [31:0]        random;
  reg  [ADDRESS-1:0] hot;
  reg  [ADDRESS-1:0] next_address;
  reg                next_add;
  reg                next_take;
  reg                resets;

`include "bench_unit.vh"

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    add = 1'b0;
    take = 1'b0;
    clear = 1'b0;
    address = {ADDRESS{1'b0}};
    amount = {AMOUNT{1'b0}};
    model_overflow = 1'b0;
    carry = 1'b0;
    added = 1'b0;
    holds = 1'b0;
    held = 64'd0;
    since_reset = 0;
    clock = 0;
    mode = 0;
    mode_clocks = 0;
    sweep = 0;
    seen_hammer = 0;
    seen_overflow = 0;
    seen_taken = 0;
    seen_reset = 0;
    hot = {ADDRESS{1'b0}};
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk) begin
    // What was, in the clock that ends here.
    if (rst) begin
      for (index = 0; index < WORDS; index = index + 1)
        words[index] = 64'd0;
      model_overflow = 1'b0;
      carry = 1'b0;
      added = 1'b0;
      holds = 1'b0;
      since_reset = 0;
    end else begin
      check(ready === (since_reset >= WORDS), 1);
      check(settled === (ready && !added), 2);
      check(overflow === model_overflow, 3);
      if (holds)
        check(value === held[WIDTH-1:0], 4);
      seen_overflow = seen_overflow + (overflow ? 1 : 0);
      seen_hammer = seen_hammer + (add && added && address == hot ? 1 : 0);
      model_overflow = (model_overflow && !clear) || carry;
      carry = 1'b0;
      added = add;
      if (take) begin
        holds = 1'b1;
        held = words[address];
        seen_taken = seen_taken + (held != 64'd0 ? 1 : 0);
        words[address] = 64'd0;
      end
      if (add) begin
        holds = 1'b0;
        words[address] = words[address] + {{(64-AMOUNT){1'b0}}, amount};
        carry = |words[address][63:WIDTH];
        words[address][63:WIDTH] = {(64-WIDTH){1'b0}};
      end
      since_reset = since_reset + 1;
    end

    // What comes next. Modes: 0 to 3 add, 4 takes here and there, 5 takes all, 6 mixes.
    clock = clock + 1;
    mode_clocks = mode_clocks - 1;
    if (clock == CLOCKS - 2 * WORDS - 4) begin
      mode = 5;
      mode_clocks = CLOCKS;
    end else if (mode_clocks <= 0) begin
      next_random;
      mode = (random >> 5) % 7;
      mode_clocks = mode == 5 ? 2 * WORDS + 2 : 1 + (random >> 13) % 80;
      next_random;
      hot = random[3 +: ADDRESS];
    end
    next_random;
    next_address = hot;
    next_add = 1'b0;
    next_take = 1'b0;
    case (mode)
      0: next_add = 1'b1;
      1: begin
        next_add = 1'b1;
        next_address = random[20] ? hot : ~hot;
      end
      2: begin
        next_add = random[20];
        next_address = random[21] ? hot : random[3 +: ADDRESS];
      end
      3: begin
        next_add = 1'b1;
        next_address = random[3 +: ADDRESS];
      end
      4: begin
        next_take = random[20];
        next_address = random[3 +: ADDRESS];
      end
      5: begin
        next_take = 1'b1;
        next_address = sweep[ADDRESS-1:0];
      end
      default: begin
        next_take = random[21:20] == 2'd0;
        next_add = random[21:20] == 2'd1;
        next_address = random[22] ? hot : random[3 +: ADDRESS];
      end
    endcase
    // The duties of the user.
    if (rst || since_reset < WORDS)
      next_add = 1'b0;
    if (rst || since_reset < WORDS || added || (take && next_address == address))
      next_take = 1'b0;
    if (next_take && mode == 5)
      sweep = sweep + 1;
    add <= next_add;
    take <= next_take;
    address <= next_address;
    next_random;
    amount <= random[31] ? {AMOUNT{1'b1}} : random[4 +: AMOUNT];
    clear <= random[25:22] == 4'd0;
    next_random;
    resets = (random >> 4) % (CLOCKS / 12) == 0 && clock < CLOCKS - 4 * WORDS - 100;
    rst <= clock < 3 || resets;
    seen_reset = seen_reset + (resets ? 1 : 0);
    if (clock == CLOCKS) begin
      check(seen_hammer > 100, 10);
      check(seen_overflow > 10 || WIDTH > 20, 11);
      check(seen_taken > 20, 12);
      check(seen_reset > 2, 13);
      check(ready, 14);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
