// Seeds that come and go at random through playout_spare, compared with a queue of one place.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_spare_tb;
    localparam UNITS = 3;

    wire                clk;
    wire [UNITS-1:0]    done;
    wire [32*UNITS-1:0] checks;
    wire [32*UNITS-1:0] errors;

    spare_unit #(.WIDTH(64), .CLOCKS(5000), .SEED(1)) unit_0 (
        clk, done[0], checks[0 +: 32], errors[0 +: 32]
    );
    spare_unit #(.WIDTH(128), .CLOCKS(5000), .SEED(2)) unit_1 (
        clk, done[1], checks[32 +: 32], errors[32 +: 32]
    );
    spare_unit #(.WIDTH(320), .CLOCKS(5000), .SEED(3)) unit_2 (
        clk, done[2], checks[64 +: 32], errors[64 +: 32]
    );

    bench_verdict #(.UNITS(UNITS)) verdict (
        .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
    );
endmodule

// One spare seed, who makes and who takes it. Inputs change by nonblocking assignments, outputs are read before the edge.
module spare_unit #(
    parameter WIDTH = 64,
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

    reg              rst, load, made, take;
    reg  [WIDTH-1:0] seed;
    wire             keep, ready;
    wire [WIDTH-1:0] kept;

    playout_spare #(.WIDTH(WIDTH)) dut (
        .clk_i(clk), .rst_i(rst), .load_i(load), .valid_i(made), .ready_o(keep), .seed_i(seed), .valid_o(ready),
        .ready_i(take), .seed_o(kept)
    );

    reg  [31:0] checks;
    reg  [31:0] errors;
    assign checks_o = checks;
    assign errors_o = errors;

    reg              full, known, dropped;
    reg  [WIDTH-1:0] model;
    integer          clock, index, seen_kept, seen_taken, seen_both, seen_dropped;
    reg  [31:0]      random;

`include "bench_unit.vh"

    initial begin
        checks = 0;
        errors = 0;
        done = 1'b0;
        rst = 1'b1;
        load = 1'b0;
        made = 1'b0;
        take = 1'b0;
        seed = {WIDTH{1'b0}};
        full = 1'b0;
        known = 1'b0;
        clock = 0;
        seen_kept = 0;
        seen_taken = 0;
        seen_both = 0;
        seen_dropped = 0;
        random = SEED * 32'd2654435761 + 32'd12345;
    end

    always @(posedge clk) begin
        dropped = rst || load;
        if (known) begin
            check(ready === full, 1);
            check(!full || kept === model, 2);
            check(dropped || keep === (!full || take), 3);
        end
        seen_kept = seen_kept + (full && !take && made ? 1 : 0);
        seen_taken = seen_taken + (full && take ? 1 : 0);
        seen_both = seen_both + (full && take && made ? 1 : 0);
        seen_dropped = seen_dropped + (full && dropped ? 1 : 0);
        known = known || rst;

        // A seed that is not kept stays until it is.
        clock = clock + 1;
        next_random;
        if (dropped || !made || !full || take) begin
            if (!full || take) begin
                full = made;
                model = seed;
            end
            made <= !dropped && random[1:0] == 2'd0;
            for (index = 0; index < WIDTH; index = index + 32) begin
                next_random;
                seed[index +: 32] <= random;
            end
        end
        full = full && !dropped;
        next_random;
        take <= random[8:7] == 2'd0;
        load <= random[15:11] == 5'd0;
        rst <= clock < 3 || random[22:16] == 7'd0;
        if (clock == CLOCKS) begin
            check(seen_kept > 100, 10);
            check(seen_taken > 100, 11);
            check(seen_both > 20, 12);
            check(seen_dropped > 20, 13);
            done <= 1'b1;
        end
    end
endmodule

`default_nettype wire
