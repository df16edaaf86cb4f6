// Keeps one seed ready while the seeder makes the next: two lanes that end soon after each other both find one.
//
// Shape:  seed_i, seed_o  WIDTH bits
// Timing: a seed is taken at the edge at which valid_i and ready_o are high, and shown from the next clock on until
//         valid_o & ready_i. ready_o depends on ready_i: as a seed goes, the next one comes.
//         load_i, with which the seeder begins anew, drops the seed; so does rst_i. ready_o means nothing in that clock.
// Cost:   WIDTH + 1 flip-flops, 3 LUT4.

`default_nettype none

module playout_spare #(
    parameter WIDTH = 64
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             load_i,
    input  wire             valid_i,
    output wire             ready_o,
    input  wire [WIDTH-1:0] seed_i,
    output wire             valid_o,
    input  wire             ready_i,
    output wire [WIDTH-1:0] seed_o
);
    reg             valid_q;
    reg [WIDTH-1:0] seed_q;

    assign ready_o = ~valid_q | ready_i;
    assign valid_o = valid_q;
    assign seed_o  = seed_q;

    always @(posedge clk_i) begin
        if (rst_i | load_i) begin
            valid_q <= 1'b0;
        end else if (ready_o) begin
            valid_q <= valid_i;
        end
    end

    always @(posedge clk_i) begin
        if (ready_o) begin
            seed_q <= seed_i;
        end
    end
endmodule

`default_nettype wire
