// Counts the legal moves, and finds the one of a number among them, for few moves: the one before which as many legal
// ones stand. All these counts are made at once, while the number is not known yet; with it they are compared.
//
// Sums are written out as gates: chains of carries are slow and wide for numbers of three or four bits.
//
// Shape   as playout_pick_tree, which takes less for many moves; MOVES is 1 to 16, of use up to 12
//         AHEAD     clocks by which legal_i is there before number_i, that of these moves
//         WAIT      of these so many before the counts are made, fewer than AHEAD where that is not 0: fewer flip-flops,
//                   more LUTs
//         AGAIN     1: again_i is what legal_i was AHEAD cycles before
// Timing  combinational from legal_i to count_o and from number_i to pick_o: two or three LUTs for 9 moves.
// Cost    ECP5 and iCE40 about 55 LUT4 for 9 moves, 10 more with WAIT. A flip-flop for each move and clock of AHEAD, and
//         about two and a half more in clocks behind WAIT.

`default_nettype none

module playout_pick_small #(
    parameter MOVES = 9,
    parameter AHEAD = 0,
    parameter WAIT = 0,
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


  // The moves of the count, those that are counted before each move, and those of the number.
  wire [SPAN-1:0]  legal = {{(SPAN-MOVES){1'b0}}, legal_i};
  wire [SPAN-1:0]  legal_waited;
  wire [MOVES-1:0] legal_later;

  playout_delay #(.WIDTH(SPAN), .CLOCKS(WAIT)) u_waited (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(legal), .data_o(legal_waited)
  );
  generate
    if (AGAIN != 0) begin : g_again
      assign legal_later = again_i;
    end else begin : g_kept
      wire unused_again = &{1'b0, again_i};

      playout_delay #(.WIDTH(MOVES), .CLOCKS(AHEAD - WAIT)) u_moves (
          .clk_i(clk_i), .rst_i(1'b0), .data_i(legal_waited[MOVES-1:0]), .data_o(legal_later)
      );
    end
  endgenerate

  genvar i;
  generate
    // Legal moves before each fourth move, now and when they are compared.
    for (i = 0; i <= MOVES / 4 + 1; i = i + 1) begin : four
      wire [4:0] all;
      wire [4:0] below;

      if (i == 0) begin : none
        assign all = 5'd0;
        assign below = 5'd0;
      end else begin : some
        assign all = sum(four[i-1].all, ones(legal[4*i-4 +: 4]));
        assign below = sum(four[i-1].below, ones(legal_waited[4*i-4 +: 4]));
      end
    end
    // Legal moves before each move.
    for (i = 0; i < MOVES; i = i + 1) begin : move
      wire [3:0] own = legal_waited[i/4*4 +: 4] & ((4'd1 << (i % 4)) - 4'd1);
      wire [4:0] below = sum(four[i/4].below, ones(own));
      wire [NUMBER-1:0] later;

      playout_delay #(.WIDTH(NUMBER), .CLOCKS(AHEAD - WAIT)) u_counted (
          .clk_i(clk_i), .rst_i(1'b0), .data_i(below[NUMBER-1:0]), .data_o(later)
      );
      assign pick_o[i] = legal_later[i] & later == number_i;
      if (NUMBER < 5) begin : narrow
        wire unused_zero = |below[4:NUMBER];
      end
    end
  endgenerate

  wire [4:0] all = four[SPAN/4].all;
  wire       unused_all = &{1'b0, all, four[SPAN/4].below};
  assign count_o = all[COUNT-1:0];
endmodule

`default_nettype wire
