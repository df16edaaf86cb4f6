// Random wishes on playout_usher in several shapes, compared with a search from core 0 upwards.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_usher_tb;
    localparam UNITS = 7;

    wire                clk;
    wire [UNITS-1:0]    done;
    wire [32*UNITS-1:0] checks;
    wire [32*UNITS-1:0] errors;

    usher_unit #(.CORES(1), .CLOCKS(500), .SEED(1)) unit_0 (
        clk, done[0], checks[0 +: 32], errors[0 +: 32]
    );
    usher_unit #(.CORES(2), .CLOCKS(2000), .SEED(2)) unit_1 (
        clk, done[1], checks[32 +: 32], errors[32 +: 32]
    );
    usher_unit #(.CORES(3), .CLOCKS(2000), .SEED(3)) unit_2 (
        clk, done[2], checks[64 +: 32], errors[64 +: 32]
    );
    usher_unit #(.CORES(8), .CLOCKS(3000), .SEED(4)) unit_3 (
        clk, done[3], checks[96 +: 32], errors[96 +: 32]
    );
    usher_unit #(.CORES(33), .CLOCKS(3000), .SEED(5)) unit_4 (
        clk, done[4], checks[128 +: 32], errors[128 +: 32]
    );
    usher_unit #(.CORES(64), .CLOCKS(3000), .SEED(6)) unit_5 (
        clk, done[5], checks[160 +: 32], errors[160 +: 32]
    );
    usher_unit #(.CORES(100), .CLOCKS(2000), .SEED(7)) unit_6 (
        clk, done[6], checks[192 +: 32], errors[192 +: 32]
    );

    bench_verdict #(.UNITS(UNITS)) verdict (
        .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
    );
endmodule

// One usher, the wishes of its cores and its model. Inputs change by nonblocking assignments, outputs are read before
// the edge.
module usher_unit #(
    parameter CORES = 1,
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

    reg              rst;
    reg  [CORES-1:0] idle;
    reg  [CORES-1:0] last;
    wire [CORES-1:0] show;

    playout_usher #(.CORES(CORES)) dut (.clk_i(clk), .rst_i(rst), .idle_i(idle), .last_i(last), .show_o(show));

    reg  [31:0] checks;
    reg  [31:0] errors;
    assign checks_o = checks;
    assign errors_o = errors;

    // The model: the core to show after the next edge; CORES is none.
    integer    expected, shown, index;
    integer    clock, mode, seen_idle, seen_last, seen_none, seen_high;
    reg        known;
    reg        resets;
    reg [31:0] random;

`include "bench_unit.vh"

    // Bits are set with a chance of 1 in 2^rarity; never for 7.
    task wishes(input integer rarity, output reg [CORES-1:0] bits);
        integer bit_id;
        begin
            for (bit_id = 0; bit_id < CORES; bit_id = bit_id + 1) begin
                next_random;
                bits[bit_id] = rarity < 7 && (random[20:14] & ((7'd1 << rarity) - 7'd1)) == 7'd0;
            end
        end
    endtask

    reg [CORES-1:0] next_idle;
    reg [CORES-1:0] next_last;

    initial begin
        checks = 0;
        errors = 0;
        done = 1'b0;
        rst = 1'b1;
        idle = {CORES{1'b0}};
        last = {CORES{1'b0}};
        expected = CORES;
        known = 1'b0;
        clock = 0;
        mode = 0;
        seen_idle = 0;
        seen_last = 0;
        seen_none = 0;
        seen_high = 0;
        random = SEED * 32'd2654435761 + 32'd12345;
    end

    always @(posedge clk) begin
        // What was shown in the clock that ends here.
        shown = 0;
        for (index = 0; index < CORES; index = index + 1)
            if (show[index] !== 1'b0)
                shown = shown + 1;
        if (CORES == 1)
            check(shown == 1, 1);
        else if (known) begin
            check(shown == (expected < CORES ? 1 : 0), 2);
            if (expected < CORES)
                check(show[expected] === 1'b1, 3);
        end

        // What is to be shown in the next one.
        expected = CORES;
        for (index = CORES - 1; index >= 0; index = index - 1)
            if (last[index])
                expected = index;
        if (idle != {CORES{1'b0}})
            for (index = CORES - 1; index >= 0; index = index - 1)
                if (idle[index])
                    expected = index;
        if (rst)
            expected = CORES;
        known = 1'b1;
        seen_idle = seen_idle + (idle != {CORES{1'b0}} ? 1 : 0);
        seen_last = seen_last + (idle == {CORES{1'b0}} && last != {CORES{1'b0}} ? 1 : 0);
        seen_none = seen_none + (expected == CORES ? 1 : 0);
        seen_high = seen_high + (expected == CORES - 1 ? 1 : 0);

        clock = clock + 1;
        next_random;
        if (random[10:7] == 4'd0)
            mode = {23'd0, random[19:11]};
        wishes(mode % 8, next_idle);
        wishes((mode / 8) % 8, next_last);
        // Now and then only the last one.
        next_random;
        if (random[12:9] == 4'd0) begin
            next_idle = {CORES{1'b0}};
            next_idle[CORES-1] = random[13];
            next_last = {CORES{1'b0}};
            next_last[CORES-1] = random[14];
        end
        idle <= next_idle;
        last <= next_last;
        next_random;
        resets = random[17:11] == 7'd0;
        rst <= clock < 3 || resets;
        if (clock == CLOCKS) begin
            check(seen_idle > 100, 10);
            check(seen_last > 50, 11);
            check(seen_none > 20, 12);
            check(seen_high > 10, 13);
            done <= 1'b1;
        end
    end
endmodule

`default_nettype wire
