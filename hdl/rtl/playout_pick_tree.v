// Counts the legal moves, and finds the one of a number among them.
//
// Blocks of 2^WIDTH moves are counted, all but their last move, which is the carry in when two blocks are added, and so
// on up to the root. Down again, each step takes the half in which the number is; the count needed for it is that of
// the one node reached so far. Then one block is left: its moves are gathered, and playout_pick_block does the rest
// once for all blocks. A move is picked where its block, row and column cross.
//
// Shape:  legal_i   which moves are legal
//         count_o   how many
//         number_i  number of a legal move counted from bit 0, below count_o
//         pick_o    one-hot: that move; zero when no move is legal
//         MOVES     1 or more
//         AHEAD     clocks by which legal_i is there before number_i, that of these moves
//         HALVED    clocks behind the steps
// Timing: combinational from legal_i to count_o; pick_o comes HALVED clocks after number_i.
// Cost:   iCE40, see playout_picker. For each move about 1 LUT4 to be picked, 1.4 to be counted, 0.7 to be gathered.

`default_nettype none

module playout_pick_tree #(
    parameter MOVES = 8,
    parameter AHEAD = 0,
    parameter HALVED = 0
) (
    input  wire                                       clk_i,
    input  wire [MOVES-1:0]                           legal_i,
    output wire [$clog2(MOVES+1)-1:0]                 count_o,
    input  wire [(MOVES > 2 ? $clog2(MOVES) : 1)-1:0] number_i,
    output wire [MOVES-1:0]                           pick_o
);
    localparam NUMBER = MOVES > 2 ? $clog2(MOVES) : 1;
    localparam COUNT  = $clog2(MOVES + 1);
    localparam FULL   = NUMBER > 2 ? NUMBER : 2;    // 2^FULL moves, with those that are never legal
    localparam WIDTH  = (FULL + 1) / 2 > 2 ? (FULL + 1) / 2 : 2;
    localparam LEVELS = FULL - WIDTH;
    localparam BLOCK  = 1 << WIDTH;
    localparam BLOCKS = 1 << LEVELS;
    localparam SPAN   = 1 << FULL;

    wire [SPAN-1:0]    legal;
    // As they are when the number comes.
    wire [MOVES-1:0]   moves_later;
    wire [SPAN-1:0]    later;
    // The block, its moves, ~number in it: as they are found, and HALVED clocks later.
    wire [BLOCKS-1:0]  found;
    wire [BLOCKS-1:0]  here;
    wire [BLOCK-1:0]   gathered;
    wire [BLOCK-1:0]   left_moves;
    wire [WIDTH-1:0]   left_over;
    wire [WIDTH-1:0]   left_number;
    wire [BLOCK/4-1:0] row;
    wire [3:0]         column;

    genvar i, j, k;
    generate
        for (i = 0; i < SPAN; i = i + 1) begin : move
            wire picked = here[i/BLOCK] & row[i%BLOCK/4] & column[i%4];

            if (i < MOVES) begin : there
                assign legal[i]  = legal_i[i];
                assign later[i]  = moves_later[i];
                assign pick_o[i] = picked;
            end else begin : never
                wire unused = picked;

                assign legal[i] = 1'b0;
                assign later[i] = 1'b0;
            end
        end

        // Node i of level j has the moves from i << (WIDTH + j) on; its count leaves out the last of these.
        for (j = 0; j <= LEVELS; j = j + 1) begin : level
            localparam W = WIDTH + j;
            wire [W*(BLOCKS>>j)-1:0] counts;

            if (j < LEVELS) begin : kept
                wire [W*(BLOCKS>>j)-1:0] counts_later;

                playout_delay #(.WIDTH(W*(BLOCKS>>j)), .CLOCKS(AHEAD)) counted (
                    .clk_i(clk_i), .rst_i(1'b0), .data_i(counts), .data_o(counts_later)
                );
            end
            for (i = 0; i < BLOCKS >> j; i = i + 1) begin : node
                if (j == 0) begin : block
                    playout_count #(.WIDTH(W)) count (
                        .bits_i(legal[BLOCK*i +: BLOCK-1]), .count_o(counts[W*i +: W])
                    );
                end else begin : pair
                    wire [W-2:0] low  = level[j-1].counts[(W-1)*2*i +: W-1];
                    wire [W-2:0] high = level[j-1].counts[(W-1)*(2*i+1) +: W-1];
                    wire         unused;

                    // 1 + the bit between makes the carry into the chain.
                    assign {counts[W*i +: W], unused} =
                        {1'b0, low, 1'b1} + {1'b0, high, legal[(i<<W)+(1<<(W-1))-1]};
                end
            end
        end

        if (COUNT > FULL) begin : whole
            assign count_o = {1'b0, level[LEVELS].counts} + {{FULL{1'b0}}, legal[SPAN-1]};
        end else if (COUNT == FULL) begin : same
            assign count_o = level[LEVELS].counts;
        end else begin : less
            wire [FULL-COUNT-1:0] unused_zero = level[LEVELS].counts[FULL-1:COUNT];

            assign count_o = level[LEVELS].counts[COUNT-1:0];
        end

        // From a node of 2^W moves to one of its halves. `path` is the number of that half among all of its size.
        for (i = 0; i < LEVELS; i = i + 1) begin : step
            localparam W = FULL - i;
            wire [W-1:0]      inverse;
            wire [W-2:0]      left;
            wire [(1<<i)-1:0] lasts;
            wire              last;
            wire              low;
            wire [W-2:0]      rest;
            wire [i:0]        path;

            for (j = 0; j < 1 << i; j = j + 1) begin : node
                assign lasts[j] = later[(j<<W)+(1<<(W-1))-1];
            end
            for (j = 0; j < W - 1; j = j + 1) begin : digit
                wire [(1<<i)-1:0] lefts;

                for (k = 0; k < 1 << i; k = k + 1) begin : node
                    assign lefts[k] = level[LEVELS-1-i].kept.counts_later[(W-1)*2*k+j];
                end
                if (i == 0) begin : root
                    assign left[j] = lefts[0];
                end else begin : other
                    assign left[j] = lefts[step[i-1].path];
                end
            end
            if (i == 0) begin : root
                assign inverse = ~number_i;
                assign last    = lasts[0];
                assign path    = ~low;
            end else begin : other
                assign inverse = step[i-1].rest;
                assign last    = lasts[step[i-1].path];
                assign path    = {step[i-1].path, ~low};
            end

            playout_pick_step #(.WIDTH(W)) half (
                .inverse_i(inverse), .left_i(left), .last_i(last), .low_o(low), .inverse_o(rest)
            );
        end

        if (LEVELS > 0) begin : blocks
            assign left_over = step[LEVELS-1].rest;
            for (i = 0; i < BLOCKS; i = i + 1) begin : block
                localparam [31:0] I = i;

                assign found[i] = step[LEVELS-1].path == I[LEVELS-1:0];
            end
            for (j = 0; j < BLOCK; j = j + 1) begin : place
                wire [BLOCKS-1:0] gated;

                for (i = 0; i < BLOCKS; i = i + 1) begin : block
                    assign gated[i] = found[i] & later[BLOCK*i+j];
                end
                assign gathered[j] = |gated;
            end
        end else begin : single
            wire unused_last = legal[SPAN-1];   // nothing but the count of 2^FULL moves has a use for it

            assign found    = 1'b1;
            assign gathered = later;
            if (FULL > NUMBER) begin : tiny
                assign left_over = {1'b1, ~number_i};
            end else begin : fits
                assign left_over = ~number_i;
            end
        end
    endgenerate

    playout_delay #(.WIDTH(MOVES), .CLOCKS(AHEAD)) moves (
        .clk_i(clk_i), .rst_i(1'b0), .data_i(legal_i), .data_o(moves_later)
    );
    playout_delay #(.WIDTH(BLOCKS + BLOCK + WIDTH), .CLOCKS(HALVED)) halved (
        .clk_i(clk_i), .rst_i(1'b0),
        .data_i({found, gathered, left_over}), .data_o({here, left_moves, left_number})
    );
    playout_pick_block #(.WIDTH(WIDTH)) block (
        .bits_i(left_moves), .inverse_i(left_number), .row_o(row), .column_o(column)
    );
endmodule

`default_nettype wire
