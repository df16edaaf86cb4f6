// playout_spare with a seeder, registers and a feeder at random, against a model of what they must see.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_spare_tb;
  localparam UNITS = 3;

  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  spare_unit #(.PIECES(1), .CLOCKS(8000), .SEED(1)) unit_0 (clk, done[0], checks[0 +: 32], errors[0 +: 32]);
  spare_unit #(.PIECES(2), .CLOCKS(8000), .SEED(2)) unit_1 (clk, done[1], checks[32 +: 32], errors[32 +: 32]);
  spare_unit #(.PIECES(5), .CLOCKS(8000), .SEED(3)) unit_2 (clk, done[2], checks[64 +: 32], errors[64 +: 32]);

  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

// A lane is fed with PIECES pieces of a seed. Inputs change by nonblocking assignments, outputs are read before the edge.
module spare_unit #(
    parameter PIECES = 1,
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

  reg  rst, load, made, want, next, last;
  wire keep, ready, shift;
  // As the feeder: a lane takes a seed only while none is fed.
  reg  feeding;
  wire take = want && ready && !feeding;

  playout_spare u_dut (
      .clk_i(clk), .rst_i(rst), .load_i(load), .valid_i(made), .ready_o(keep), .valid_o(ready), .ready_i(take),
      .next_i(next), .last_i(last), .next_o(shift)
  );

  reg  [31:0] checks;
  reg  [31:0] errors;
  assign checks_o = checks;
  assign errors_o = errors;

  // Whether the registers hold a seed that waits, and how many pieces of the one before were given out.
  reg         known;
  integer     given, clock, seen_fed, seen_dropped, seen_waits;
  reg  [31:0] random;

`include "bench_unit.vh"

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    load = 1'b0;
    made = 1'b0;
    want = 1'b0;
    next = 1'b0;
    last = 1'b0;
    feeding = 1'b0;
    known = 1'b0;
    given = 0;
    clock = 0;
    seen_fed = 0;
    seen_dropped = 0;
    seen_waits = 0;
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    if (!rst && clock > 4) begin
      check(ready === known, 1);
      check(shift === (feeding && next), 2);
      // The registers may be filled only while they wait for nothing and feed nobody.
      check(keep === (!known && !feeding), 3);
      seen_waits = seen_waits + (ready && made && !keep ? 1 : 0);
    end
    next_random;
    if (rst || load) begin
      seen_dropped = seen_dropped + (known ? 1 : 0);
      known = 1'b0;
      feeding = 1'b0;
    end else begin
      if (feeding && next) begin
        given = given + 1;
        if (last) begin
          check(given == PIECES, 4);
          feeding = 1'b0;
          seen_fed = seen_fed + 1;
        end
      end else if (made && !known && !feeding) begin
        known = 1'b1;
      end else if (take === 1'b1) begin
        known = 1'b0;
        feeding = 1'b1;
        given = 0;
      end
    end
    // A seed that was made waits until it is taken over; a new job drops it.
    made <= !rst && !load && (made && keep !== 1'b1 || random[5:4] == 2'd0);
    want <= random[8:6] == 3'd0;
    next <= random[10:9] == 2'd0;
    last <= given == PIECES - 1;
    // A new job comes only between lanes.
    rst <= clock < 3 || random[20:13] == 8'd0;
    load <= !feeding && !(take === 1'b1) && random[28:23] == 6'd0;
    if (clock == CLOCKS) begin
      check(seen_fed > 100, 10);
      check(seen_dropped > 5, 11);
      check(seen_waits > 50, 12);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
