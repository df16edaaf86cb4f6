// playout_picker for 1 to 12 moves against a count of the legal ones, with draws of 12 + $clog2(MOVES) bits. Beside it
// playout_scale as a product, with the same counts and draws: MULTIPLY changes nothing else in a picker.
//
// Up to `EVERY` moves: every set of legal moves with every draw.
// Beyond  every set with the draws next to all those at which the number changes; and every draw with one set of each
// number of legal moves. `+all` does every set with every draw: `make exhaustive`.
// Icarus does less than that: it is slower.

`default_nettype none

module playout_picker_tb;
`ifdef VERILATOR
  localparam EVERY = 8;
  localparam SWEPT = 12;
`else
  localparam EVERY = 4;
  localparam SWEPT = 6;
`endif

  integer checks;
  integer failures;
  integer running;
  reg     all;

  initial begin
    checks = 0;
    failures = 0;
    running = 12;
  end

  initial begin
    all = $test$plusargs("all") != 0;
    #1;
    wait (running == 0);
    if (failures == 0) $display("PASS %0d", checks);
    else $display("FAIL %0d of %0d", failures, checks);
    $finish(0);
  end

  genvar moves;
  generate
    for (moves = 1; moves <= 12; moves = moves + 1) begin : of
      localparam NUMBER = moves > 2 ? $clog2(moves) : 1;
      localparam COUNT  = $clog2(moves + 1);
      localparam DRAW   = 12 + $clog2(moves);

      reg  [moves-1:0]  legal;
      reg  [DRAW-1:0]   draw;
      wire              any;
      wire [NUMBER-1:0] number;
      wire [moves-1:0]  pick;
      wire [COUNT-1:0]  product;
      integer           set;
      integer           count;
      integer           index;
      integer           want;
      integer           edge_at;
      integer           seen;             // numbers of legal moves that were swept already
      integer           place [0:12];     // of each legal move

      playout_picker #(.MOVES(moves), .DRAW(DRAW)) u_dut (
          .clk_i(1'b0), .legal_i(legal), .again_i({moves{1'b0}}), .draw_i(draw), .any_o(any), .number_o(number),
          .pick_o(pick)
      );
      playout_scale #(.COUNT(COUNT), .DRAW(DRAW), .MULTIPLY(1)) u_multiplier (
          .clk_i(1'b0), .count_i(count[COUNT-1:0]), .draw_i(draw), .scaled_o(product)
      );

      task check(input [DRAW-1:0] with_draw);
        begin
          draw = with_draw;
          #1;
          want = (with_draw * count) >> DRAW;
          checks = checks + 1;
          if (any !== (count != 0) || number !== want[NUMBER-1:0] || product !== want[COUNT-1:0]
              || pick !== (count == 0 ? 0 : 1 << place[want])) begin
            failures = failures + 1;
            if (failures < 10) begin
              $display("%b, draw %0d: %b and %0d, not %0d", legal, draw, pick, product, want);
            end
          end
        end
      endtask

      initial begin
        legal = 0;
        draw = 0;
        #1;
        seen = 0;
        for (set = 0; set < 1 << moves; set = set + 1) begin
          legal = set;
          count = 0;
          for (index = 0; index < moves; index = index + 1) begin
            if (legal[index]) begin
              place[count] = index;
              count = count + 1;
            end
          end
          if (all || moves <= EVERY || (moves <= SWEPT && !seen[count])) begin
            seen[count] = 1'b1;
            for (index = 0; index < 1 << DRAW; index = index + 1) begin
              check(index);
            end
          end else begin
            check(0);
            check(-1);
            for (index = 1; index < count; index = index + 1) begin
              // The first draw of this number.
              edge_at = ((index << DRAW) + count - 1) / count;
              check(edge_at - 1);
              check(edge_at);
              check(edge_at + 1);
            end
          end
        end
        running = running - 1;
      end
    end
  endgenerate
endmodule

`default_nettype wire
