// playout_seeder against SplitMix64 written with `*`, for one to three generators and every digit.
//
// Each instance has a run of its own: loads, also in the middle of a stream or at the very edge of one; resets; ready
// at random; origins that give the seed 0; the numbers of cycles that are promised.

`default_nettype none

module playout_seeder_tb;
  reg clk;
  integer checks;
  integer failures;
  integer running;

  initial begin
    clk = 1'b0;
    checks = 0;
    failures = 0;
    running = 9;
  end

  always #5 clk = ~clk;

  localparam [63:0] GOLDEN = 64'h9e37_79b9_7f4a_7c15;

  function [63:0] mix(input [63:0] value);
    reg [63:0] v;
    begin
      v = (value ^ (value >> 30)) * 64'hbf58_476d_1ce4_e5b9;
      v = (v ^ (v >> 27)) * 64'h94d0_49bb_1331_11eb;
      mix = v ^ (v >> 31);
    end
  endfunction

  task check(input good, input integer generators, input integer digit, input integer what);
    begin
      checks = checks + 1;
      if (good !== 1'b1) begin
        failures = failures + 1;
        if (failures < 10) begin
          $display("%0d generators, digit %0d: check %0d at %0t", generators, digit, what, $time);
        end
      end
    end
  endtask

  // The first generator of stream 5 of seed 7, of 1, 2 and 3: computed by `Generator::new`.
  function [63:0] known(input integer generators);
    case (generators)
      1: known = 64'h5838_25d2_5ace_04f8;
      2: known = 64'he993_e4ae_3658_0724;
      default: known = 64'hcd2c_744c_be97_132b;
    endcase
  endfunction

  genvar generators;
  genvar power;
  generate
    for (generators = 1; generators <= 3; generators = generators + 1) begin : of
      for (power = 0; power <= 2; power = power + 1) begin : by
        localparam DIGIT = 1 << power;
        localparam WIDTH = 64 * generators;
        localparam STREAM = 2 * WIDTH / DIGIT;
        localparam EXTRA = 64 / DIGIT;

        reg              rst;
        reg              low;
        reg              load;
        reg  [31:0]      origin;
        reg              ready;
        wire             valid;
        wire [WIDTH-1:0] seed;
        reg  [63:0]      x;
        reg  [63:0]      one;
        reg  [WIDTH-1:0] expected;
        integer          round;
        integer          index;
        integer          clocks;
        integer          wait_for;

        playout_seeder #(.GENERATORS(generators), .DIGIT(DIGIT)) u_dut (
            .clk_i(clk), .rst_i(rst), .low_i(low), .load_i(load), .origin_i(origin),
            .valid_o(valid), .ready_i(ready), .turn_i(1'b0), .seed_o(seed)
        );

        // Inputs change at falling edges; what the last rising edge did is read there.
        task edges(input integer count);
          integer n;
          for (n = 0; n < count; n = n + 1) begin
            @(negedge clk);
          end
        endtask

        task start(input [63:0] from);
          begin
            low = 1'b1;
            origin = from[31:0];
            x = from;
            edges(1);
            low = 1'b0;
            origin = $random;
            check(valid === 1'b0, generators, DIGIT, 14);
            edges($unsigned($random) % 3);
            check(valid === 1'b0, generators, DIGIT, 15);
            load = 1'b1;
            origin = from[63:32];
            edges(1);
            load = 1'b0;
            origin = $random;
          end
        endtask

        // `extra` of the stream's clocks are those after a load; `past` edges were seen since it began.
        task stream(input integer extra, input integer past);
          begin
            for (index = 0; index < generators; index = index + 1) begin
              x = x + GOLDEN;
              one = mix(x);
              expected[64*index +: 64] = one == 64'd0 ? 64'd1 : one;
            end
            clocks = past;
            while (valid !== 1'b1 && clocks < 1000) begin
              ready = $random;
              edges(1);
              clocks = clocks + 1;
            end
            check(clocks == STREAM + extra, generators, DIGIT, 1);
            check(seed === expected, generators, DIGIT, 2);
            ready = 1'b0;
            wait_for = $unsigned($random) % 4;
            edges(wait_for);
            check(valid === 1'b1 && seed === expected, generators, DIGIT, 3);
            ready = 1'b1;
            edges(1);
            check(valid === 1'b0, generators, DIGIT, 4);
            ready = $random;
          end
        endtask

        initial begin
          rst = 1'b1;
          low = 1'b1;
          load = 1'b1;
          origin = 32'd0;
          ready = 1'b1;
          edges(2);
          check(valid === 1'b0, generators, DIGIT, 5);
          rst = 1'b0;
          low = 1'b0;
          load = 1'b0;
          // Reset goes before load: nothing was begun, whatever ready does.
          for (round = 0; round < 500; round = round + 1) begin
            ready = $random;
            edges(1);
            check(valid === 1'b0, generators, DIGIT, 6);
          end
          // Seed 7, from stream 5 on.
          start(mix(64'd7) + 64'd5 * generators * GOLDEN);
          stream(EXTRA, 0);
          check(expected[63:0] === known(generators), generators, DIGIT, 7);
          for (round = 0; round < 4; round = round + 1) begin
            stream(0, 0);
          end
          // The seed 0 at each place of the first two streams.
          for (round = 1; round <= 2 * generators; round = round + 1) begin
            start(64'd0 - round * GOLDEN);
            stream(EXTRA, 0);
            stream(0, 0);
            stream(0, 0);
          end
          // Loads, and some resets, anywhere in a stream: its last edge, and that after it, among them.
          for (round = 0; round < 60; round = round + 1) begin
            start({$random, $random});
            ready = 1'b0;
            edges(round < 8 ? STREAM + EXTRA - 4 + round : $unsigned($random) % (STREAM + EXTRA + 10));
            if (round % 4 == 3) begin
              rst = 1'b1;
              edges(1);
              rst = 1'b0;
              for (index = 0; index < 10; index = index + 1) begin
                ready = $random;
                edges(1);
                check(valid === 1'b0, generators, DIGIT, 8);
              end
              edges(round == 3 ? 2 * STREAM : 0);
              check(valid === 1'b0, generators, DIGIT, 9);
            end
            ready = $random;
            start({$random, $random});
            check(valid === 1'b0, generators, DIGIT, 10);
            stream(EXTRA, 0);
            if (round % 3 == 0) begin
              stream(0, 0);
              // A load in the middle of a later stream.
              edges($unsigned($random) % STREAM);
              start({$random, $random});
              stream(EXTRA, 0);
            end
          end
          running = running - 1;
        end
      end
    end
  endgenerate

  // The first outputs for 1234567 are those published with SplitMix64.
  initial begin
    #1;
    check(mix(64'd1234567 + GOLDEN) == 64'd6457827717110365317, 0, 0, 11);
    check(mix(64'd1234567 + 2 * GOLDEN) == 64'd3203168211198807973, 0, 0, 12);
    check(mix(64'd1234567 + 3 * GOLDEN) == 64'd9817491932198370423, 0, 0, 13);
    wait (running == 0);
    if (failures == 0) $display("PASS %0d", checks);
    else $display("FAIL %0d of %0d", failures, checks);
    $finish(0);
  end
endmodule

`default_nettype wire
