// Bytes on lines of several speeds, some without stop bit, and spikes between them, for link_receiver. Runs in Icarus
// and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module link_receiver_tb;
  localparam UNITS = 7;
  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  // The line is so many thousandths faster than it should be.
  receiver_unit #(.CLOCK_HZ(12000000), .BAUD(3000000), .FASTER(0), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  receiver_unit #(.CLOCK_HZ(12000000), .BAUD(3000000), .FASTER(20), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  receiver_unit #(.CLOCK_HZ(12000000), .BAUD(3000000), .FASTER(-20), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  receiver_unit #(.CLOCK_HZ(12100000), .BAUD(3000000), .FASTER(20), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  receiver_unit #(.CLOCK_HZ(13700000), .BAUD(3000000), .FASTER(-20), .SEED(5)) unit_4 (
      clk, done[4], checks[128 +: 32], errors[128 +: 32]
  );
  receiver_unit #(.CLOCK_HZ(48000000), .BAUD(2999000), .FASTER(20), .SEED(6)) unit_5 (
      clk, done[5], checks[160 +: 32], errors[160 +: 32]
  );
  receiver_unit #(.CLOCK_HZ(12000000), .BAUD(115200), .FASTER(-20), .SEED(7)) unit_6 (
      clk, done[6], checks[192 +: 32], errors[192 +: 32]
  );
  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

module receiver_unit #(
    parameter CLOCK_HZ = 12000000,
    parameter BAUD = 3000000,
    parameter FASTER = 0,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  wire clk = clk_i && !done;
  // Clocks of a bit, in units of 2^-16.
  localparam [63:0] SCALE = 64'd65536 * 1000;
  localparam [63:0] HZ = CLOCK_HZ;
  localparam [63:0] SPEED = BAUD;
  localparam [63:0] RATE = 1000 + FASTER;
  localparam [63:0] WIDE = SCALE * HZ / (SPEED * RATE);
  localparam BIT = WIDE[31:0];
  localparam BYTES = BIT > 2000000 ? 60 : 800;

  reg        rst, rx;
  wire       valid, bad;
  wire [7:0] data;
  wire [11:0] step;
  link_step #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_step (
      .clk_i(clk), .ask_i(1'b0), .byte_i(6'd0), .hello_o(), .step_o(step)
  );
  link_receiver #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_dut (
      .clk_i(clk), .rst_i(rst), .step_i(step), .rx_i(rx), .valid_o(valid), .data_o(data), .bad_o(bad)
  );

  reg  [31:0] checks, errors, random;
  integer     clock, sent, got, seen_bad, seen_spike;
  assign checks_o = checks;
  assign errors_o = errors;
`include "bench_unit.vh"

  // What is on the UART: bits of a byte, high before `start` and behind the stop bit. A spike lasts for one cycle.
  integer    time_now, start, bit_id, next_start;
  reg [7:0]  text;
  reg        stops, spike;
  reg [8:0]  expected [0:3];

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    rx = 1'b1;
    clock = 0;
    sent = 0;
    got = 0;
    seen_bad = 0;
    seen_spike = 0;
    time_now = 0;
    start = 3 * BIT;
    spike = 1'b0;
    stops = 1'b1;
    text = 8'h55;
    expected[0] = 9'h055;
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    rst <= clock < 3;
    // Times are counted from the byte before, lest they run over.
    time_now = time_now + 65536;
    bit_id = time_now < start ? -1 : (time_now - start) / BIT;
    if (spike)
      rx <= time_now < start || time_now >= start + 65536;
    else if (bit_id < 0)
      rx <= 1'b1;
    else
      rx <= bit_id == 0 ? 1'b0 : bit_id < 9 ? text[bit_id-1] : bit_id == 9 ? stops : 1'b1;
    // Behind a byte the next one begins at once, or at any later time.
    if (bit_id >= (stops && !spike ? 9 : 11) && time_now - start >= (stops && !spike ? 10 : 11) * BIT - 65536) begin
      if (!spike) begin
        sent = sent + 1;
      end
      next_random;
      next_start = start + (stops && !spike ? 10 : 12) * BIT + (random[3:0] < 8 ? 0 : random[31:5] % (2 * BIT));
      start = next_start - time_now;
      time_now = 0;
      next_random;
      text = random[7:0];
      stops = random[12:8] != 0;
      spike = random[15:13] == 0;
      if (spike) begin
        stops = 1'b1;
        seen_spike = seen_spike + 1;
      end else begin
        seen_bad = seen_bad + (stops ? 0 : 1);
        expected[sent % 4] = {!stops, text};
      end
    end
    if (valid === 1'b1) begin
      // A byte may be seen when its stop bit has begun, before it is over.
      check(got == sent || got == sent - 1, 1);
      check({bad, data} === expected[got % 4], 2);
      got = got + 1;
    end else
      check(valid === 1'b0 || rst || clock < 5, 3);
    if (sent == BYTES && got >= BYTES) begin
      check(got <= sent + 1, 4);
      check(seen_bad > 0 || BYTES < 100, 5);
      check(seen_spike > 3, 6);
      done <= 1'b1;
    end
    if (clock > 3000000) begin
      check(1'b0, 7);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
