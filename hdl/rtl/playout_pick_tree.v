// Counts the legal moves, and finds the one of a number among them.
//
// Blocks of 2^WIDTH moves are counted, all but their last move, which is the carry in when two blocks are added, and so
// on up to the root. Down again, each step takes the half in which the number is; the count needed for it is that of
// the one node reached so far. Then one block is left: its moves are gathered, and playout_pick_block does the rest
// once for all blocks. A move is picked where its block, row and column cross.
//
// Shape   legal_i   which moves are legal
//         count_o   how many
//         number_i  number of a legal move counted from bit 0, below count_o
//         pick_o    one-hot: that move; zero when no move is legal
//         MOVES     1 or more
//         AHEAD     clocks by which legal_i is there before number_i, that of these moves; not fewer than bits in COUNTING
//         AGAIN     1: again_i is what legal_i was AHEAD cycles before
//         COUNTING  bit i: a clock behind level i of the count, level 0 being the blocks; below $clog2(MOVES) / 2 (rounded
//                   down)
//         CUTS      bit i: a clock behind step i. The first $clog2(MOVES) / 2 (rounded down) steps lead to a block, the
//                   others go on in it, to four moves
// Timing  count_o comes after legal_i by as many cycles as there are bits in COUNTING, without any it is combinational;
//         pick_o comes after number_i by as many cycles as there are bits in CUTS.
// Cost    iCE40, see playout_picker. For each move about 1 LUT4 to be picked, 1.4 to be counted, 0.7 to be gathered.

`default_nettype none

module playout_pick_tree #(
    parameter MOVES = 8,
    parameter AHEAD = 0,
    parameter COUNTING = 0,
    parameter CUTS = 0,
    parameter AGAIN = 0
) (
    input  wire                                       clk_i,
    input  wire [MOVES-1:0]                           legal_i,
    input  wire [MOVES-1:0]                           again_i,
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
  localparam [31:0] LEVEL = COUNTING;
  localparam [31:0] STEPS = CUTS;
  localparam [31:0] INNER = STEPS >> LEVELS;

  wire [SPAN-1:0]    legal;
  // As they are when the number comes.
  wire [MOVES-1:0]   moves_later;
  wire [SPAN-1:0]    later;
  // The block that was reached; when its row and its column are known.
  wire [BLOCKS-1:0]  found;
  wire [BLOCKS-1:0]  here;
  wire [BLOCK/4-1:0] row;
  wire [3:0]         column;

  // The step behind which moves were gathered for the last time before a step, or at it.
  function integer since(input integer step);
    integer past;
    begin
      since = 0;
      for (past = 1; past <= step; past = past + 1)
        if (STEPS[past-1] || past == LEVELS)
          since = past;
    end
  endfunction

  function integer levels_in(input [31:0] bits);
    integer at;
    begin
      levels_in = 0;
      for (at = 0; at < 32; at = at + 1)
        levels_in = levels_in + {31'd0, bits[at]};
    end
  endfunction

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
      localparam NODES = BLOCKS >> j;
      wire [W*NODES-1:0] counts;
      wire [NODES-1:0]   lasts;
      wire [W*NODES-1:0] counts_later;
      wire [NODES-1:0]   lasts_later;

      playout_delay #(.WIDTH((W + 1) * NODES), .CLOCKS({31'd0, LEVEL[j]})) u_cut (
          .clk_i(clk_i), .rst_i(1'b0), .data_i({counts, lasts}), .data_o({counts_later, lasts_later})
      );

      // On the way down only those of first halves are needed.
      if (j < LEVELS) begin : kept
        localparam HALVES = BLOCKS >> (j + 1);
        localparam PAST = levels_in(LEVEL & ((32'd2 << j) - 32'd1));
        wire [W*HALVES-1:0] firsts;
        wire [W*HALVES-1:0] firsts_later;

        for (i = 0; i < HALVES; i = i + 1) begin : half
          assign firsts[W*i +: W] = counts_later[2*W*i +: W];
        end
        playout_delay #(.WIDTH(W*HALVES), .CLOCKS(AHEAD - PAST)) u_counted (
            .clk_i(clk_i), .rst_i(1'b0), .data_i(firsts), .data_o(firsts_later)
        );
      end
      for (i = 0; i < NODES; i = i + 1) begin : node
        if (j == 0) begin : block
          playout_count #(.WIDTH(W)) u_count (
              .bits_i(legal[BLOCK*i +: BLOCK-1]), .count_o(counts[W*i +: W])
          );
          assign lasts[i] = legal[BLOCK*i+BLOCK-1];
        end else begin : pair
          wire [W-2:0] low  = level[j-1].counts_later[(W-1)*2*i +: W-1];
          wire [W-2:0] high = level[j-1].counts_later[(W-1)*(2*i+1) +: W-1];
          wire         unused;

          // 1 + the bit between makes the carry into the chain.
          assign {counts[W*i +: W], unused} =
              {1'b0, low, 1'b1} + {1'b0, high, level[j-1].lasts_later[2*i]};
          assign lasts[i] = level[j-1].lasts_later[2*i+1];
        end
      end
    end

    if (COUNT > FULL) begin : whole
      assign count_o = {1'b0, level[LEVELS].counts_later} + {{FULL{1'b0}}, level[LEVELS].lasts_later};
    end else if (COUNT == FULL) begin : same
      wire unused_last = level[LEVELS].lasts_later;

      assign count_o = level[LEVELS].counts_later;
    end else begin : less
      wire [FULL-COUNT:0] unused_zero = {level[LEVELS].lasts_later, level[LEVELS].counts_later[FULL-1:COUNT]};

      assign count_o = level[LEVELS].counts_later[COUNT-1:0];
    end

    // What a step sees, step LEVELS being the block: the nodes it may be in, all below the one that was reached when
    // moves were gathered for the last time. `reached` says which one that was; `node`, which one of those that the
    // step before has seen is reached now.
    for (i = 0; i <= LEVELS; i = i + 1) begin : seen
      localparam W = FULL - i;
      localparam SINCE = since(i);
      localparam BEFORE = i > 0 ? since(i - 1) : 0;
      localparam NODES = 1 << (i - BEFORE);
      wire [(1<<(FULL-SINCE))-1:0] moves;
      wire [W-1:0]                 inverse;
      wire [(1<<SINCE)-1:0]        reached;
      wire [NODES-1:0]             node;

      for (k = 0; k < NODES; k = k + 1) begin : is
        localparam [31:0] K = k;

        if (i == 0) begin : root
          assign node[k] = 1'b1;
        end else begin : other
          assign node[k] = step[i-1].path == K[i-BEFORE-1:0];
        end
      end

      if (i == 0) begin : root
        wire unused = node;

        assign moves = later;
        assign reached = 1'b1;
        if (FULL > NUMBER) begin : tiny
          assign inverse = {1'b1, ~number_i};
        end else begin : fits
          assign inverse = ~number_i;
        end
      end else if (SINCE < i) begin : same
        wire unused = |node;

        assign moves = seen[i-1].moves;
        assign inverse = step[i-1].rest;
        assign reached = seen[i-1].reached;
      end else begin : one
        wire [(1<<W)-1:0]     gathered;
        wire [(1<<SINCE)-1:0] crossed;

        for (k = 0; k < NODES; k = k + 1) begin : of
          for (j = 0; j < 1 << BEFORE; j = j + 1) begin : above
            assign crossed[NODES*j+k] = seen[i-1].reached[j] & node[k];
          end
        end
        for (j = 0; j < 1 << W; j = j + 1) begin : place
          wire [NODES-1:0] gated;

          for (k = 0; k < NODES; k = k + 1) begin : of
            assign gated[k] = node[k] & seen[i-1].moves[(k<<W)+j];
          end
          assign gathered[j] = |gated;
        end
        playout_delay #(.WIDTH((1 << W) + W + (1 << SINCE)), .CLOCKS({31'd0, STEPS[i-1]})) u_cut (
            .clk_i(clk_i), .rst_i(1'b0),
            .data_i({gathered, step[i-1].rest, crossed}), .data_o({moves, inverse, reached})
        );
      end

      // The counts of the first halves of the nodes of a step to come.
      for (j = i; j < LEVELS; j = j + 1) begin : to
        localparam DIGITS = FULL - j - 1;
        wire [(DIGITS<<(j-SINCE))-1:0] lefts;

        if (i == 0) begin : root
          assign lefts = level[LEVELS-1-j].kept.firsts_later;
        end else if (SINCE < i) begin : same
          assign lefts = seen[i-1].to[j].lefts;
        end else begin : one
          localparam SIZE = DIGITS << (j - i);
          wire [SIZE-1:0] gathered;

          for (k = 0; k < SIZE; k = k + 1) begin : digit
            wire [NODES-1:0] gated;
            genvar n;

            for (n = 0; n < NODES; n = n + 1) begin : of
              assign gated[n] = node[n] & seen[i-1].to[j].lefts[SIZE*n+k];
            end
            assign gathered[k] = |gated;
          end
          playout_delay #(.WIDTH(SIZE), .CLOCKS(1)) u_cut (
              .clk_i(clk_i), .rst_i(1'b0), .data_i(gathered), .data_o(lefts)
          );
        end
      end
    end

    // From a node of 2^W moves to one of its halves. `path` is the number of that half among all that are seen.
    for (i = 0; i < LEVELS; i = i + 1) begin : step
      localparam W = FULL - i;
      localparam SINCE = since(i);
      localparam NODES = 1 << (i - SINCE);
      wire [W-2:0]     left;
      wire [NODES-1:0] lasts;
      wire             last;
      wire             low;
      wire [W-2:0]     rest;
      wire [i-SINCE:0] path;

      for (j = 0; j < NODES; j = j + 1) begin : node
        assign lasts[j] = seen[i].moves[(j<<W)+(1<<(W-1))-1];
      end
      if (i == SINCE) begin : root
        assign left = seen[i].to[i].lefts;
        assign last = lasts;
        assign path = ~low;
      end else begin : other
        for (j = 0; j < W - 1; j = j + 1) begin : digit
          wire [NODES-1:0] lefts;

          for (k = 0; k < NODES; k = k + 1) begin : node
            assign lefts[k] = seen[i].to[i].lefts[(W-1)*k+j];
          end
          assign left[j] = lefts[step[i-1].path];
        end
        assign last = lasts[step[i-1].path];
        assign path = {step[i-1].path, ~low};
      end

      playout_pick_step #(.WIDTH(W)) u_half (
          .inverse_i(seen[i].inverse), .left_i(left), .last_i(last), .low_o(low), .inverse_o(rest)
      );
    end
  endgenerate

  assign found = seen[LEVELS].reached;

  generate
    if (AGAIN != 0) begin : g_again
      assign moves_later = again_i;
    end else begin : g_kept
      wire unused_again = &{1'b0, again_i};

      playout_delay #(.WIDTH(MOVES), .CLOCKS(AHEAD)) u_moves (
          .clk_i(clk_i), .rst_i(1'b0), .data_i(legal_i), .data_o(moves_later)
      );
    end
  endgenerate
  playout_delay #(.WIDTH(BLOCKS), .CLOCKS(levels_in(INNER))) u_reached (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(found), .data_o(here)
  );
  playout_pick_block #(.WIDTH(WIDTH), .CUTS(INNER)) u_block (
      .clk_i(clk_i), .bits_i(seen[LEVELS].moves), .inverse_i(seen[LEVELS].inverse), .row_o(row), .column_o(column)
  );
endmodule

`default_nettype wire
