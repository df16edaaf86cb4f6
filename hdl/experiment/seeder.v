// SplitMix64, a seed every 66 clocks: x += 0x9e3779b97f4a7c15, seed = mix(x).
// mix multiplies twice modulo 2^64, two bits of the multiplicand a clock, the highest first.
// load_i takes the origin x and begins; a seed is taken when valid_o and ready_i.
module seeder (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        load_i,
    input  wire [63:0] origin_i,
    output wire        valid_o,
    input  wire        ready_i,
    output wire [63:0] seed_o
);
    localparam [63:0] GAMMA = 64'h9e3779b97f4a7c15;
    localparam [63:0] FACTOR_0 = 64'hbf58476d1ce4e5b9;
    localparam [63:0] FACTOR_1 = 64'h94d049bb133111eb;
    localparam [1:0] IDLE = 2'd0, FIRST = 2'd1, SECOND = 2'd2, DONE = 2'd3;

    reg [1:0] state_q;
    reg [4:0] digit_q;
    reg [63:0] x_q;
    reg [63:0] multiplicand_q;
    reg [63:0] product_q;

    wire [63:0] factor = state_q == SECOND ? FACTOR_1 : FACTOR_0;
    wire [63:0] partial = (multiplicand_q[62] ? factor : 64'd0)
                        + (multiplicand_q[63] ? factor << 1 : 64'd0);
    wire [63:0] product = (product_q << 2) + partial;
    wire [63:0] x = (load_i ? origin_i : x_q) + GAMMA;

    assign valid_o = state_q == DONE;
    assign seed_o = product_q ^ (product_q >> 31);

    always @(posedge clk_i) begin
        if (rst_i) begin
            state_q <= IDLE;
        end else if (load_i || (state_q == DONE && ready_i)) begin
            state_q <= FIRST;
            digit_q <= 5'd0;
            x_q <= x;
            multiplicand_q <= x ^ (x >> 30);
            product_q <= 64'd0;
        end else if (state_q == FIRST || state_q == SECOND) begin
            digit_q <= digit_q + 5'd1;
            multiplicand_q <= multiplicand_q << 2;
            product_q <= product;
            if (digit_q == 5'd31) begin
                state_q <= state_q + 2'd1;
                if (state_q == FIRST) begin
                    multiplicand_q <= product ^ (product >> 27);
                    product_q <= 64'd0;
                end
            end
        end
    end
endmodule
