// Reports of random length through link_reporter, early and late, words and bytes at several paces, with resets. Runs in
// Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module link_reporter_tb;
  localparam UNITS = 2;
  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;
  reporter_unit #(.LATE(0)) unit_0 (clk, done[0], checks[0 +: 32], errors[0 +: 32]);
  reporter_unit #(.LATE(1)) unit_1 (clk, done[1], checks[32 +: 32], errors[32 +: 32]);
  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

module reporter_unit #(
    parameter LATE = 0
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  wire        clk = clk_i && !done;
  reg  [31:0] checks, errors, random;
  assign checks_o = checks;
  assign errors_o = errors;
  integer     clock;
`include "bench_unit.vh"
`include "link_answers.vh"

  // Report number `put` has `length` words, of which `word` are in; what comes out is byte `at` of report `got`.
  reg         rst, offer, take;
  integer     put, word, got, at, in_pace, out_pace, resets, size, seen_full;
  wire        ready, piece, last, valid, is_end;
  wire [7:0]  data;
  link_reporter #(.LATE(LATE)) u_dut (
      .clk_i(clk), .rst_i(rst), .report_valid_i(offer), .report_ready_o(ready),
      .report_data_i(report_word(put, word)), .report_last_i(word + 1 == length_of(put)),
      .piece_o(piece), .last_o(last), .valid_o(valid), .ready_i(take), .data_o(data), .end_o(is_end)
  );
  function integer length_of(input integer report);
    length_of = report % 5 == 0 ? 64 * (1 + report % 3) : 1 + (report * 37) % 200;
  endfunction

  reg [31:0] expected;
  reg        waits;
  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    offer = 1'b0;
    take = 1'b0;
    clock = 0;
    put = 0;
    word = 0;
    got = 0;
    at = 0;
    in_pace = 255;
    out_pace = 255;
    resets = 0;
    seen_full = 0;
    waits = 1'b0;
    random = 32'd2463534242;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    next_random;
    if (rst) begin
      // All is forgotten: both sides go on with the next report.
      got = put;
      at = 0;
      waits = 1'b0;
    end else begin
      if (waits)
        check(valid === 1'b1, 1);
      waits = valid === 1'b1 && !take;
      if (piece === 1'b1) begin
        size = length_of(got) - 64 * (at / 256);
        check(last === (size <= 64), 2);
      end else
        check(valid === 1'b0, 3);
      if (valid === 1'b1) begin
        expected = report_word(got, at / 4);
        check(data === expected[8*(at % 4) +: 8], 4);
        check(is_end === (at % 256 == 255 || at + 1 == 4 * length_of(got)), 5);
        if (take) begin
          seen_full = seen_full + (at % 256 == 255 ? 1 : 0);
          at = at + 1;
          if (at == 4 * length_of(got)) begin
            got = got + 1;
            at = 0;
          end
        end
      end
    end
    if (rst) begin
      put <= put + 1;
      word <= 0;
      got = put + 1;
    end else if (offer && ready === 1'b1) begin
      word <= word + 1 == length_of(put) ? 0 : word + 1;
      put <= word + 1 == length_of(put) ? put + 1 : put;
    end
    // An offer stays until it is taken.
    offer <= !rst && ((offer && ready !== 1'b1) || {24'd0, random[7:0]} < in_pace);
    take <= {24'd0, random[15:8]} < out_pace;
    if (random[31:20] == 0) begin
      in_pace = random[16] ? 255 : 60;
      out_pace = random[17] ? 255 : 40;
    end
    rst <= clock < 3 || (random[30:19] == 5 && clock > 20);
    resets = resets + (rst ? 1 : 0);
    if (put > 150) begin
      check(resets > 10 && seen_full > 50, 6);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
