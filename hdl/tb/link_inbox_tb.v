// Random frames through link_inbox, good, bad and too long ones, taken out at several paces. Runs in
// Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module link_inbox_tb;
  localparam UNITS = 4;
  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;
  inbox_unit #(.LOG_DEPTH(9), .SEED(1)) unit_0 (clk, done[0], checks[0 +: 32], errors[0 +: 32]);
  inbox_unit #(.LOG_DEPTH(11), .SEED(2)) unit_1 (clk, done[1], checks[32 +: 32], errors[32 +: 32]);
  inbox_unit #(.LOG_DEPTH(9), .LATE(1), .SEED(3)) unit_2 (clk, done[2], checks[64 +: 32], errors[64 +: 32]);
  inbox_unit #(.LOG_DEPTH(11), .LATE(1), .SEED(4)) unit_3 (clk, done[3], checks[96 +: 32], errors[96 +: 32]);
  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

module inbox_unit #(
    parameter LOG_DEPTH = 9,
    parameter LATE = 0,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  wire clk = clk_i && !done;
  localparam DEPTH = 1 << LOG_DEPTH;

  reg        rst, put, over, good, get;
  reg  [7:0] data;
  wire       kept, dropped, valid;
  wire [7:0] out;
  link_inbox #(.LOG_DEPTH(LOG_DEPTH), .LATE(LATE)) u_dut (
      .clk_i(clk), .rst_i(rst), .valid_i(put), .data_i(data), .end_i(over), .good_i(good),
      .kept_o(kept), .dropped_o(dropped), .valid_o(valid), .ready_i(get), .data_o(out)
  );

  reg  [31:0] checks, errors, random;
  assign checks_o = checks;
  assign errors_o = errors;
`include "bench_unit.vh"

  // What must come out, and the frame that goes in.
  reg [7:0] expected [0:65535];
  reg [7:0] frame [0:2047];
  integer   clock, filled, taken, length, sent, frames, pace, slack, least, i;
  integer   seen_kept, seen_full, seen_odd, seen_long;
  reg       whole, holds, ended;
  integer   idle;
  reg [7:0] held;

  task make_frame;
    begin
      next_random;
      length = 4 * (1 + {26'd0, random[5:0]} % 40);
      if (random[9:6] == 0)
        length = length + {30'd0, random[11:10]};
      if (random[16:12] == 0)
        length = 1012 + 4 * ({29'd0, random[11:9]} % 5);
      sent = 0;
      least = DEPTH;
      pace = random[17] ? 8 : random[18] ? 200 : 0;
      good = random[21:19] != 0;
    end
  endtask

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    put = 1'b0;
    over = 1'b0;
    get = 1'b0;
    data = 8'd0;
    clock = 0;
    filled = 0;
    taken = 0;
    frames = 0;
    seen_kept = 0;
    seen_full = 0;
    seen_odd = 0;
    seen_long = 0;
    holds = 1'b0;
    ended = 1'b0;
    idle = 0;
    held = 8'd0;
    random = SEED * 32'd2654435761 + 32'd12345;
    make_frame;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    rst <= clock < 3;
    next_random;
    if (ended) begin
      whole = length % 4 == 0 && length >= 8 && length <= 1020;
      check(kept === !dropped, 1);
      check(good && whole || kept === 1'b0, 2);
      // What is there, with a few bytes of uncertainty, left room for each byte or does not for all.
      slack = DEPTH - (filled - taken) - length;
      if (good && whole && least > 4)
        check(kept === 1'b1, 3);
      if (slack < -1)
        check(kept === 1'b0, 4);
      if (kept === 1'b1) begin
        expected[filled % 65536] = length / 4;
        for (i = 0; i < length; i = i + 1)
          expected[(filled + 1 + i) % 65536] = frame[i];
        filled = filled + length + 1;
        seen_kept = seen_kept + 1;
      end else begin
        seen_full = seen_full + (good && whole ? 1 : 0);
        seen_odd = seen_odd + (good && length % 4 != 0 ? 1 : 0);
        seen_long = seen_long + (good && length > 1020 ? 1 : 0);
      end
      frames = frames + 1;
    end else
      check(kept === 1'b0 && dropped === 1'b0 || clock < 4, 5);
    if (holds)
      check(valid === 1'b1 && out === held, 6);
    holds = valid === 1'b1 && !get;
    held = out;
    if (valid === 1'b1 && get) begin
      check(taken < filled, 7);
      check(out === expected[taken % 65536], 8);
      taken = taken + 1;
    end

    // A byte in every third clock at most, then the end.
    put <= 1'b0;
    over <= 1'b0;
    if (ended)
      make_frame;
    ended = over;
    idle = idle + 1;
    if (clock > 5 && !over && !ended && idle > 2 && random[8] == 0) begin
      idle = 0;
      slack = DEPTH - (filled - taken) - sent;
      least = slack < least ? slack : least;
      if (sent == length) begin
        over <= 1'b1;
      end else begin
        frame[sent] = random[23:16];
        data <= random[23:16];
        put <= 1'b1;
        sent = sent + 1;
      end
    end
    get <= {24'd0, random[31:24]} < pace && clock > 3;
    if (frames == 600) begin
      check(seen_kept > 200 && seen_odd > 5, 9);
      check(seen_full > 20 || LOG_DEPTH > 9, 10);
      check(seen_long > 0 || LOG_DEPTH == 9, 11);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
