// playout_picker for many moves against a count of the legal ones: sets of all densities, and draws anywhere or next to
// one at which the number changes. The numbers of moves are those about powers of two, and those of some games.
// Every second picker multiplies; beside each is playout_scale with the other value of MULTIPLY.

`default_nettype none

module playout_picker_large_tb;
  localparam SIZES = 8;
`ifdef VERILATOR
  localparam EFFORT = 20000;
`else
  localparam EFFORT = 2000;
`endif

  integer checks;
  integer failures;
  integer running;

  initial begin
    checks = 0;
    failures = 0;
    running = SIZES;
  end

  initial begin
    #1;
    wait (running == 0);
    if (failures == 0) $display("PASS %0d", checks);
    else $display("FAIL %0d of %0d", failures, checks);
    $finish(0);
  end

  function integer size(input integer which);
    case (which)
      0: size = 16;
      1: size = 17;
      2: size = 32;
      3: size = 64;
      4: size = 66;
      5: size = 155;
      6: size = 512;
      default: size = 1000;
    endcase
  endfunction

  genvar which;
  generate
    for (which = 0; which < SIZES; which = which + 1) begin : of
      localparam MOVES  = size(which);
      localparam NUMBER = $clog2(MOVES);
      localparam COUNT  = $clog2(MOVES + 1);
      localparam DRAW   = which == 5 ? 35 : 12 + NUMBER;

      reg  [MOVES-1:0]  legal;
      reg  [MOVES-1:0]  expected;
      reg  [DRAW-1:0]   draw;
      wire              any;
      wire [NUMBER-1:0] number;
      wire [MOVES-1:0]  pick;
      wire [COUNT-1:0]  scaled;
      reg  [63:0]       want;
      reg  [63:0]       edge_at;
      integer           round;
      integer           try;
      integer           density;
      integer           single;
      integer           count;
      integer           index;
      integer           rank;

      playout_picker #(.MOVES(MOVES), .DRAW(DRAW), .MULTIPLY(which % 2)) u_dut (
          .clk_i(1'b0), .legal_i(legal), .again_i({MOVES{1'b0}}), .draw_i(draw), .any_o(any), .number_o(number),
          .pick_o(pick)
      );
      playout_scale #(.COUNT(COUNT), .DRAW(DRAW), .MULTIPLY(1 - which % 2)) u_other (
          .clk_i(1'b0), .count_i(count[COUNT-1:0]), .draw_i(draw), .scaled_o(scaled)
      );

      initial begin
        legal = 0;
        draw = 0;
        #1;
        for (round = 0; round < EFFORT / MOVES; round = round + 1) begin
          // All, then none, few, some, many or all, or one more than none.
          density = round == 0 ? 32 : $unsigned($random) % 33;
          index = $unsigned($random) % (2 * MOVES);
          if (round % 8 == 7) density = 0;
          single = round % 8 == 7 ? index : MOVES;
          count = 0;
          for (index = 0; index < MOVES; index = index + 1) begin
            legal[index] = $unsigned($random) % 32 < density || index == single;
            count = count + {31'd0, legal[index]};
          end
          for (try = 0; try < 4; try = try + 1) begin
            // The first draw of a number.
            rank = $unsigned($random) % (count + 1);
            edge_at = count == 0 ? 0 : (rank * (64'd1 << DRAW) + count - 1) / count;
            case (try)
              0: draw = {$random, $random};
              1: draw = edge_at - 1;
              2: draw = edge_at;
              default: draw = round % 2 == 0 ? 0 : -1;
            endcase
            want = ({{(64-DRAW){1'b0}}, draw} * count) >> DRAW;
            rank = 0;
            for (index = 0; index < MOVES; index = index + 1) begin
              expected[index] = legal[index] && rank == want;
              rank = rank + {31'd0, legal[index]};
            end
            #1;
            checks = checks + 1;
            if (any !== (count != 0) || number !== want[NUMBER-1:0] || pick !== expected
                || scaled !== want[COUNT-1:0]) begin
              failures = failures + 1;
              if (failures < 10) begin
                $display("%0d moves, %b, draw %0d: %b, %0d", MOVES, legal, draw, pick, scaled);
              end
            end
          end
        end
        running = running - 1;
      end
    end
  endgenerate
endmodule

`default_nettype wire
