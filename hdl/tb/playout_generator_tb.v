// playout_generator against a register moved on bit by bit, for every number of bits a turn may take, and with pieces of
// seeds taken early for every number for which that can be.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_generator_tb;
    localparam LATE = 35;
    localparam UNITS = LATE + 17;

    wire                clk;
    wire [UNITS-1:0]    done;
    wire [32*UNITS-1:0] checks;
    wire [32*UNITS-1:0] errors;

    genvar i;
    generate
        for (i = 0; i < UNITS; i = i + 1) begin : units
            generator_unit #(
                .BITS(i < LATE ? i + 1 : i - LATE + 1), .EARLY(i < LATE ? 0 : 1), .SEED(i + 1)
            ) unit (
                clk, done[i], checks[32*i +: 32], errors[32*i +: 32]
            );
        end
    endgenerate

    bench_verdict #(.UNITS(UNITS)) verdict (
        .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
    );
endmodule

// A seed is loaded, first ones of a single bit, then of anything, and moved on in every clock. Then comes the next one,
// without a pause.
module generator_unit #(
    parameter BITS = 16,
    parameter EARLY = 0,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
    localparam CHUNKS = (64 + BITS - 1) / BITS;
    // The longest time from a new bit to its last tap, and some clocks more.
    localparam STEPS = CHUNKS + 12;
    localparam ROUNDS = 90;
    // Draws of a clock are known when the whole seed is in, with its last piece in the same clock where that is early.
    localparam FIRST = CHUNKS - EARLY;

    reg             load;
    reg  [BITS-1:0] chunk;
    wire [BITS-1:0] draw, drawn;

    playout_generator #(.BITS(BITS), .EARLY(EARLY)) dut (
        .clk_i(clk_i), .load_i(load), .chunk_i(chunk), .draw_o(draw), .drawn_o(drawn)
    );

    reg [63:0]     state;
    reg [BITS-1:0] expected;
    integer        turn, round, j, clock;
    reg [31:0]     checks, errors, random;
    reg [63:0]     seed;

    assign checks_o = checks;
    assign errors_o = errors;

`include "bench_unit.vh"

    task make_seed;
        begin
            next_random;
            seed[31:0] = random;
            next_random;
            seed[63:32] = random;
            if (round < 64)
                seed = 64'd1 << round;
        end
    endtask

    // The piece of a clock: the last one ends with the newest bit. Behind the seed, and before its first bit where pieces
    // have more than 64, come bits that mean nothing.
    task drive;
        begin
            load <= turn < CHUNKS;
            next_random;
            for (j = 0; j < BITS; j = j + 1)
                chunk[j] <= turn < CHUNKS && 64 - (CHUNKS - turn) * BITS + j >= 0
                    ? seed[(64 - (CHUNKS - turn) * BITS + j) & 63] : random[j % 32];
        end
    endtask

    initial begin
        checks = 0;
        errors = 0;
        done = 1'b0;
        load = 1'b0;
        chunk = {BITS{1'b0}};
        clock = 0;
        turn = -1;
        round = 0;
        random = SEED * 32'd2654435761 + 32'd12345;
        make_seed;
    end

    // `turn` is that of the clock that ends here.
    always @(posedge clk_i) if (!done) begin
        if (turn == FIRST)
            state = seed;
        if (turn >= FIRST) begin
            // What was drawn in the clock before.
            if (turn > FIRST)
                check(drawn === expected, 2);
            for (j = 0; j < BITS; j = j + 1) begin
                // b[n-64] is bit 0, b[n-54] bit 10, b[n-46] bit 18, b[n-35] bit 29.
                state = {^(state & 64'h0000_0000_2004_0401), state[63:1]};
                expected[BITS-1-j] = state[63];
            end
            check(draw === expected, 1);
        end
        clock = clock + 1;
        turn = turn + 1;
        if (turn == CHUNKS + STEPS) begin
            turn = 0;
            round = round + 1;
            make_seed;
        end
        drive;
        if (round == ROUNDS)
            done <= 1'b1;
    end
endmodule

`default_nettype wire
