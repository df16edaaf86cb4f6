// The check of known and of random bytes, and that it is taken for right with its own bits alone. Runs in
// Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module link_crc_tb;
  wire        clk;
  reg         done;
  reg  [31:0] checks, errors, random, crc, taken;
  integer     clock, bytes, message, bit_id, flip;
  bench_verdict #(.UNITS(1)) verdict (.clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors));
`include "bench_unit.vh"
`include "link_crc32.vh"

  reg        clear, step, value, checking, flips;
  reg  [7:0] text;
  wire       next, good;
  // Of the check each bit is what the module says comes next.
  link_crc u_dut (
      .clk_i(clk), .clear_i(clear), .step_i(step), .bit_i(checking ? ~next : value), .next_o(next), .good_o(good)
  );

  // The same bits with their check, one of whose bits is wrong now and then, into another one.
  wire       unused_next, right;
  link_crc u_other (
      .clk_i(clk), .clear_i(clear), .step_i(step), .bit_i(checking ? next ^ flips : value),
      .next_o(unused_next), .good_o(right)
  );

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    clear = 1'b1;
    step = 1'b0;
    value = 1'b0;
    checking = 1'b0;
    flips = 1'b0;
    text = 8'd0;
    clock = 0;
    message = 0;
    bytes = 0;
    bit_id = -1;
    flip = -1;
    crc = 32'hffff_ffff;
    taken = 0;
    random = 32'd2463534242;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    next_random;
    if (step && checking)
      taken = {next, taken[31:1]};
    step <= 1'b0;
    clear <= 1'b0;
    if (bit_id < 0 && bytes < (message == 0 ? 9 : message % 40)) begin
      text = message == 0 ? 8'h31 + bytes[7:0] : random[7:0];
      crc = crc_after(crc, text);
      bytes = bytes + 1;
      bit_id = 0;
    end else if (bit_id < 0) begin
      check(message > 0 || ~crc == 32'hcbf4_3926, 1);
      bit_id = 8;
    end else if (bit_id < 8 && random[9:8] != 0) begin
      // The steps of a byte, now and then with a pause.
      step <= 1'b1;
      value <= text[bit_id];
      bit_id = bit_id == 7 ? -1 : bit_id + 1;
    end else if (bit_id >= 8 && bit_id < 40) begin
      step <= 1'b1;
      checking <= 1'b1;
      flips <= bit_id - 8 == flip;
      bit_id = bit_id + 1;
    end else if (bit_id == 40) begin
      bit_id = 41;
    end else if (bit_id == 41) begin
      check(taken == ~crc, 2);
      check(right === (flip < 0), 3);
      message = message + 1;
      flip = message[0] ? message % 32 : -1;
      clear <= 1'b1;
      checking <= 1'b0;
      bytes = 0;
      crc = 32'hffff_ffff;
      bit_id = 42;
      done <= message == 200;
    end else if (bit_id == 42)
      bit_id = -1;
  end
endmodule

`default_nettype wire
