// Bytes of link_transmitter, each clock of the line compared with where bits should be. Runs in Icarus and Verilator.
// The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module link_transmitter_tb;
  localparam UNITS = 4;
  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;
  transmitter_unit #(.CLOCK_HZ(12000000), .BAUD(3000000), .SEED(1)) unit_0 (
      clk, done[0], checks[0 +: 32], errors[0 +: 32]
  );
  transmitter_unit #(.CLOCK_HZ(13700000), .BAUD(3000000), .SEED(2)) unit_1 (
      clk, done[1], checks[32 +: 32], errors[32 +: 32]
  );
  transmitter_unit #(.CLOCK_HZ(48000000), .BAUD(2999000), .SEED(3)) unit_2 (
      clk, done[2], checks[64 +: 32], errors[64 +: 32]
  );
  transmitter_unit #(.CLOCK_HZ(100000000), .BAUD(115200), .SEED(4)) unit_3 (
      clk, done[3], checks[96 +: 32], errors[96 +: 32]
  );
  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

module transmitter_unit #(
    parameter CLOCK_HZ = 12000000,
    parameter BAUD = 3000000,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  wire clk = clk_i && !done;
  // Clocks of a bit, in units of 2^-16.
  localparam [63:0] HZ = CLOCK_HZ;
  localparam [63:0] SPEED = BAUD;
  localparam [63:0] WIDE = 64'd65536 * HZ / SPEED;
  localparam BIT = WIDE[31:0];
  localparam BYTES = BIT > 2000000 ? 40 : 500;

  reg        rst, offer;
  reg  [7:0] text;
  wire       ready, tx;
  wire [11:0] step;
  link_step #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_step (
      .clk_i(clk), .ask_i(1'b0), .byte_i(6'd0), .hello_o(), .step_o(step)
  );
  link_transmitter #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) u_dut (
      .clk_i(clk), .rst_i(rst), .step_i(step), .valid_i(offer), .ready_o(ready), .data_i(text), .tx_o(tx)
  );

  reg  [31:0] checks, errors, random;
  integer     clock, sent, passed, most, early, late, seen_gapless;
  reg  [9:0]  bits;
  assign checks_o = checks;
  assign errors_o = errors;
`include "bench_unit.vh"

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    offer = 1'b0;
    text = 8'd0;
    clock = 0;
    sent = 0;
    passed = -1;
    bits = 10'h3ff;
    seen_gapless = 0;
    // Ten bits, each of whose ends is late by less than a clock.
    most = (10 * BIT) / 65536 + 2;
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    rst <= clock < 3;
    if (passed >= 0) begin
      // An edge is early or late by a thousandth of what has passed, and late by a clock.
      early = (passed * 65536 + passed * 66) / BIT;
      late = passed == 0 ? 0 : (passed * 65536 - 65536 - passed * 66) / BIT;
      check(tx === (early > 9 ? 1'b1 : bits[early]) || tx === (late > 9 ? 1'b1 : bits[late]), 1);
      check(ready === 1'b0 || passed >= 10 * BIT / 65536 - passed / 900 - 1, 2);
      check(ready === 1'b1 || passed <= most + passed / 900, 3);
      passed = passed + 1;
    end else if (clock > 3) begin
      check(tx === 1'b1, 4);
      check(ready === 1'b1, 5);
    end
    if (!rst && offer && ready === 1'b1) begin
      seen_gapless = seen_gapless + (passed >= 0 && passed <= most ? 1 : 0);
      bits = {1'b1, text, 1'b0};
      passed = 0;
      sent = sent + 1;
    end else if (passed > most + 3)
      passed = -1;
    next_random;
    if (!offer || ready === 1'b1)
      text <= random[15:8];
    offer <= (offer && ready !== 1'b1) || random[27:24] == 0 || sent[0];
    if (sent == BYTES) begin
      check(seen_gapless > BYTES / 8, 6);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
