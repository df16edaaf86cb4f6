// playout_generator against a register moved on bit by bit, for every number of bits a step may take.

`default_nettype none

module playout_generator_tb;
    reg  [63:0]   state;
    reg         load;
    reg  [63:0] chunk;
    wire [35:1]   failed;
    integer       round;
    integer       checks;
    integer       failures;
    integer       index;

    genvar bits;
    generate
        for (bits = 1; bits <= 35; bits = bits + 1) begin : width
            wire [63:0]     state_o;
            wire [bits-1:0] draw_o;
            reg  [63:0]     expected;
            reg  [bits-1:0] draw;
            integer         j;

            playout_generator #(.BITS(bits)) dut (
                .state_i(state), .load_i(load), .chunk_i(chunk[bits-1:0]), .state_o(state_o), .draw_o(draw_o)
            );

            always @(state, load, chunk) begin
                expected = state;
                draw = 0;
                for (j = 0; j < bits; j = j + 1) begin
                    // b[n-64] is bit 0, b[n-54] bit 10, b[n-46] bit 18, b[n-35] bit 29.
                    expected = {^(expected & 64'h0000_0000_2004_0401), expected[63:1]};
                    draw = (draw << 1) | {{64{1'b0}}, expected[63]};
                end
                // A piece of a seed comes in place of the new bits; the draw means nothing then.
                if (load) begin
                    expected = state >> bits;
                    for (j = 0; j < bits; j = j + 1)
                        expected[64-bits+j] = chunk[j];
                end
            end

            assign failed[bits] = (state_o !== expected) | (!load & draw_o !== draw);
        end
    endgenerate

    initial begin
        checks = 0;
        failures = 0;
        for (round = 0; round < 2128; round = round + 1) begin
            // Each single bit and its complement, then anything.
            if (round < 64) state = 64'd1 << round;
            else if (round < 128) state = ~(64'd1 << (round - 64));
            else state = {$random, $random};
            load = round >= 128 & round % 2 == 1;
            chunk = {$random, $random};
            #1;
            for (index = 1; index <= 35; index = index + 1) begin
                checks = checks + 1;
                if (failed[index] !== 1'b0) begin
                    failures = failures + 1;
                    if (failures < 10) $display("state %h, %0d bits", state, index);
                end
            end
        end
        // From the state 1 the first new bit is 1: bit 0 is among the taps.
        state = 64'd1;
        load = 1'b0;
        #1;
        checks = checks + 1;
        if (width[1].state_o !== 64'h8000_0000_0000_0000) failures = failures + 1;
        if (failures == 0) $display("PASS %0d", checks);
        else $display("FAIL %0d of %0d", failures, checks);
        $finish(0);
    end
endmodule

`default_nettype wire
