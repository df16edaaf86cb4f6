// playout_generator against registers moved on bit by bit, for every number of bits a step may take, and for one to seven
// streams in flip-flops and in memories.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_generator_tb;
    localparam UNITS = 35 * 4;

    wire                clk;
    wire [UNITS-1:0]    done;
    wire [32*UNITS-1:0] checks;
    wire [32*UNITS-1:0] errors;

    genvar i;
    generate
        for (i = 0; i < UNITS; i = i + 1) begin : units
            generator_unit #(
                .BITS(i / 4 + 1), .PLACES(i % 4 == 0 ? 1 : (i / 4 + i) % 7 + 1), .MEMORY(i / 2 % 4), .SEED(i + 1)
            ) unit (
                clk, done[i], checks[32*i +: 32], errors[32*i +: 32]
            );
        end
    endgenerate

    bench_verdict #(.UNITS(UNITS)) verdict (
        .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
    );
endmodule

// Streams are loaded, first with single bits, then with anything, and make steps.
module generator_unit #(
    parameter BITS = 16,
    parameter PLACES = 1,
    parameter MEMORY = 0,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
    localparam CHUNKS = (64 + BITS - 1) / BITS;
    localparam STEPS = 12;
    localparam ROUNDS = 70;

    reg             rst, load;
    reg  [BITS-1:0] chunk;
    wire [BITS-1:0] draw;

    playout_generator #(.BITS(BITS), .PLACES(PLACES), .MEMORY(MEMORY)) dut (
        .clk_i(clk_i), .rst_i(rst), .load_i(load), .chunk_i(chunk), .draw_o(draw)
    );

    reg [63:0]     stream [0:PLACES-1];
    reg [63:0]     state;
    reg [BITS-1:0] expected;
    integer        place, turn, round, j, reset_left, clock;
    reg [31:0]     checks, errors, random;
    reg [63:0]     seed;

    assign checks_o = checks;
    assign errors_o = errors;

`include "bench_unit.vh"

    // What the next turn loads: of a seed of one bit, or of any bits, this turn's piece.
    task drive;
        begin
            load <= turn < CHUNKS;
            next_random;
            seed[31:0] = random;
            next_random;
            seed[63:32] = random;
            for (j = 0; j < BITS; j = j + 1)
                chunk[j] <= round < 64 ? 64 - (CHUNKS - turn) * BITS + j == round : seed[j];
        end
    endtask

    initial begin
        checks = 0;
        errors = 0;
        done = 1'b0;
        rst = 1'b1;
        load = 1'b0;
        chunk = {BITS{1'b0}};
        reset_left = PLACES + 1;
        clock = 0;
        place = 0;
        turn = 0;
        round = 0;
        random = SEED * 32'd2654435761 + 32'd12345;
    end

    always @(posedge clk_i) if (!done) begin
        if (!rst) begin
            state = stream[place];
            for (j = 0; j < BITS; j = j + 1) begin
                // b[n-64] is bit 0, b[n-54] bit 10, b[n-46] bit 18, b[n-35] bit 29.
                state = {^(state & 64'h0000_0000_2004_0401), state[63:1]};
                expected[BITS-1-j] = state[63];
            end
            if (load) begin
                state = stream[place] >> BITS;
                for (j = 0; j < BITS; j = j + 1)
                    state[64-BITS+j] = chunk[j];
            end else
                check(draw === expected, 1);
            stream[place] = state;
            place = place + 1;
            if (place == PLACES) begin
                place = 0;
                turn = turn + 1;
                if (turn == CHUNKS + STEPS) begin
                    turn = 0;
                    round = round + 1;
                end
            end
        end
        clock = clock + 1;
        if (reset_left > 0)
            reset_left = reset_left - 1;
        rst <= reset_left > 0;
        drive;
        if (round == ROUNDS)
            done <= 1'b1;
    end
endmodule

`default_nettype wire
