// Counts the legal moves, and finds the one of a number among them, for few moves: the one before which as many legal
// ones stand. All these counts are made at once, while the number is not known yet; with it they are compared.
//
// Sums are written out as gates: chains of carries are slow and wide for numbers of three or four bits.
//
// Shape:  as playout_pick_tree, which takes less for many moves; MOVES is 1 to 16, of use up to 12
//         AHEAD     clocks by which legal_i is there before number_i, that of these moves
// Timing: combinational from legal_i to count_o and from number_i to pick_o: two or three LUTs for 9 moves.
// Cost:   ECP5 and iCE40 about 55 LUT4 for 9 moves. With AHEAD about 3 flip-flops for each move and clock.

`default_nettype none

module playout_pick_small #(
    parameter MOVES = 9,
    parameter AHEAD = 0
) (
    input  wire                                       clk_i,
    input  wire [MOVES-1:0]                           legal_i,
    output wire [$clog2(MOVES+1)-1:0]                 count_o,
    input  wire [(MOVES > 2 ? $clog2(MOVES) : 1)-1:0] number_i,
    output wire [MOVES-1:0]                           pick_o
);
    localparam NUMBER = MOVES > 2 ? $clog2(MOVES) : 1;
    localparam COUNT  = $clog2(MOVES + 1);
    localparam SPAN   = MOVES / 4 * 4 + 4;  // with moves that are never legal

    // Ones of four bits.
    function [2:0] ones(input [3:0] bits);
        ones = {&bits, ~&bits & ((bits[0] & bits[1]) | (bits[2] & bits[3]) | (|bits[1:0] & |bits[3:2])), ^bits};
    endfunction

    // A sum of up to 16, gate by gate.
    function [4:0] sum(input [4:0] a, input [2:0] b);
        reg [4:0] carry;
        begin
            carry[0] = 1'b0;
            carry[1] = a[0] & b[0];
            carry[2] = (a[1] & b[1]) | (carry[1] & (a[1] | b[1]));
            carry[3] = (a[2] & b[2]) | (carry[2] & (a[2] | b[2]));
            carry[4] = a[3] & carry[3];
            sum = a ^ {2'b00, b} ^ carry;
        end
    endfunction

    wire [SPAN-1:0]  legal = {{(SPAN-MOVES){1'b0}}, legal_i};
    wire [MOVES-1:0] legal_later;

    playout_delay #(.WIDTH(MOVES), .CLOCKS(AHEAD)) moves (
        .clk_i(clk_i), .rst_i(1'b0), .data_i(legal_i), .data_o(legal_later)
    );

    genvar i;
    generate
        // Legal moves before each fourth move.
        for (i = 0; i <= MOVES / 4; i = i + 1) begin : four
            wire [4:0] below;

            if (i == 0) begin : none
                assign below = 5'd0;
            end else begin : some
                assign below = sum(four[i-1].below, ones(legal[4*i-4 +: 4]));
            end
        end
        // Legal moves before each move; at last all of them.
        for (i = 0; i <= MOVES; i = i + 1) begin : move
            wire [3:0] own = legal[i/4*4 +: 4] & ((4'd1 << (i % 4)) - 4'd1);
            wire [4:0] below = sum(four[i/4].below, ones(own));

            if (i < MOVES) begin : pick
                wire [NUMBER-1:0] later;

                playout_delay #(.WIDTH(NUMBER), .CLOCKS(AHEAD)) counted (
                    .clk_i(clk_i), .rst_i(1'b0), .data_i(below[NUMBER-1:0]), .data_o(later)
                );
                assign pick_o[i] = legal_later[i] & later == number_i;
                if (NUMBER < 5) begin : narrow
                    wire unused_zero = |below[4:NUMBER];
                end
            end else begin : whole
                assign count_o = below[COUNT-1:0];
                if (COUNT < 5) begin : narrow
                    wire unused_zero = |below[4:COUNT];
                end
            end
        end
    endgenerate
endmodule

`default_nettype wire
