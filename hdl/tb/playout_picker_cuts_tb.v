// playout_picker with registers in it against one without: other moves and another draw in every cycle, and every
// output as many cycles later as its header says. Runs in Icarus and Verilator. The last line is PASS and the number of
// checks, or FAIL.
`default_nettype none

module playout_picker_cuts_tb;
  localparam UNITS = 22;
  wire                clk;
  wire [UNITS-1:0]    done;
  wire [32*UNITS-1:0] checks;
  wire [32*UNITS-1:0] errors;

  function integer moves(input integer unit);
    case (unit)
      0, 1: moves = 13;
      2: moves = 17;
      3, 4: moves = 66;
      5: moves = 100;
      6: moves = 128;
      7, 8: moves = 155;
      9: moves = 288;
      10, 12, 18, 19: moves = 9;
      13: moves = 16;
      14, 20: moves = 66;
      15, 21: moves = 155;
      16: moves = 32;
      17: moves = 40;
      default: moves = 1;
    endcase
  endfunction

  // All cuts that there are, none, and some.
  function integer cuts(input integer unit);
    case (unit)
      0, 2: cuts = 3;
      1: cuts = 2;
      3: cuts = 31;
      4: cuts = 5;
      5: cuts = 10;
      6: cuts = 4;
      7: cuts = 63;
      8: cuts = 18;
      9: cuts = 90;
      15: cuts = 45;
      default: cuts = 0;
    endcase
  endfunction

  // Levels of the count with a clock behind them.
  function integer counting(input integer unit);
    case (unit)
      1: counting = 3;
      3: counting = 5;
      5: counting = 2;
      7: counting = 15;
      9: counting = 9;
      13: counting = 1;
      14: counting = 6;
      15: counting = 10;
      16: counting = 2;
      17: counting = 5;
      default: counting = 0;
    endcase
  endfunction

  // Rows of the number with a clock behind them; with multipliers clocks behind the product.
  function integer scaling(input integer unit);
    case (unit)
      2, 10, 12, 18: scaling = 1;
      4, 13, 16: scaling = 2;
      7, 15, 21: scaling = 7;
      8: scaling = 5;
      9, 17: scaling = 3;
      default: scaling = 0;
    endcase
  endfunction

  // Clocks behind the count, and those that the draw waits for it. From unit 18 on in products as well, with 2, 1, 0 and 3
  // clocks behind these.
  function integer counted(input integer unit);
    counted = unit == 20 ? 2 : unit >= 18 ? 1 : unit % 2;
  endfunction

  function integer early(input integer unit);
    early = unit == 3 || unit == 11 || unit >= 18 ? 1 : 0;
  endfunction

  function integer multiply(input integer unit);
    multiply = unit >= 18 ? 1 : unit / 4 % 2;
  endfunction

  genvar i;
  generate
    for (i = 0; i < UNITS; i = i + 1) begin : of
      cuts_unit #(
          .MOVES(moves(i)), .CUTS(cuts(i)), .COUNTING(counting(i)), .COUNTED(counted(i)), .EARLY(early(i)),
          .SCALING(scaling(i)), .SCALED(i / 2 % 2), .MULTIPLY(multiply(i)), .AGAIN((i / 2 + i / 4) % 2), .SEED(i + 1)
      ) unit (clk, done[i], checks[32*i +: 32], errors[32*i +: 32]);
    end
  endgenerate
  bench_verdict #(.UNITS(UNITS)) verdict (
      .clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors)
  );
endmodule

module cuts_unit #(
    parameter MOVES = 13,
    parameter CUTS = 0,
    parameter COUNTING = 0,
    parameter COUNTED = 0,
    parameter EARLY = 0,
    parameter SCALING = 0,
    parameter SCALED = 0,
    parameter MULTIPLY = 0,
    parameter AGAIN = 0,
    parameter SEED = 1
) (
    input  wire        clk_i,
    output reg         done,
    output wire [31:0] checks_o,
    output wire [31:0] errors_o
);
  localparam NUMBER = MOVES > 2 ? $clog2(MOVES) : 1;
  localparam DRAW = 12 + NUMBER;
`ifdef VERILATOR
  localparam CLOCKS = 1500;
`else
  localparam CLOCKS = 100;
`endif

  function integer ones(input [31:0] bits);
    integer at;
    begin
      ones = 0;
      for (at = 0; at < 32; at = at + 1)
        ones = ones + {31'd0, bits[at]};
    end
  endfunction
  // Clocks up to what the draw is multiplied by, from there to the number, and to the move.
  localparam DRAWN = ones(COUNTING) + COUNTED;
  localparam NUMBERED = ones(SCALING) + SCALED;
  localparam LATER = NUMBERED + ones(CUTS);

  reg  [MOVES-1:0]  legal;
  reg  [DRAW-1:0]   draw;
  reg  [31:0]       checks, errors, random;
  integer           clock, density, index;
  assign checks_o = checks;
  assign errors_o = errors;
`include "bench_unit.vh"

  wire              any, any_known;
  wire [NUMBER-1:0] number, number_known, number_later;
  wire [DRAW-1:0]   draw_later;
  wire [MOVES-1:0]  pick, pick_known, pick_later, legal_later, legal_again;
  playout_picker #(
      .MOVES(MOVES), .DRAW(DRAW), .MULTIPLY(MULTIPLY), .COUNTING(COUNTING), .COUNTED(COUNTED), .EARLY(EARLY),
      .SCALING(SCALING), .SCALED(SCALED), .CUTS(CUTS), .AGAIN(AGAIN)
  ) u_dut (
      .clk_i(clk_i), .legal_i(legal), .again_i(legal_again), .draw_i(draw), .any_o(any), .number_o(number),
      .pick_o(pick)
  );

  playout_delay #(.WIDTH(MOVES), .CLOCKS(DRAWN)) u_earlier (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(legal), .data_o(legal_later)
  );
  playout_delay #(.WIDTH(MOVES), .CLOCKS(NUMBERED)) u_again (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(AGAIN != 0 ? legal_later : {MOVES{1'b0}}), .data_o(legal_again)
  );
  playout_delay #(.WIDTH(DRAW), .CLOCKS(EARLY)) u_waited (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(draw), .data_o(draw_later)
  );
  playout_picker #(.MOVES(MOVES), .DRAW(DRAW)) u_known (
      .clk_i(1'b0), .legal_i(legal_later), .again_i({MOVES{1'b0}}), .draw_i(draw_later), .any_o(any_known), .number_o(number_known),
      .pick_o(pick_known)
  );
  playout_delay #(.WIDTH(NUMBER), .CLOCKS(NUMBERED)) u_numbered (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(number_known), .data_o(number_later)
  );
  playout_delay #(.WIDTH(MOVES), .CLOCKS(LATER)) u_picked (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(pick_known), .data_o(pick_later)
  );

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    clock = 0;
    density = 0;
    legal = {MOVES{1'b0}};
    draw = {DRAW{1'b0}};
    random = SEED * 32'd2654435761 + 32'd12345;
  end

  always @(posedge clk_i) begin
    if (clock > DRAWN + LATER + 1 && !done) begin
      check(any === any_known, 1);
      check(number === number_later, 2);
      check(pick === pick_later, 3);
    end
    clock = clock + 1;
    // None, few, some, many or all.
    next_random;
    density = {26'd0, random[5:0]} % 33;
    for (index = 0; index < MOVES; index = index + 1) begin
      next_random;
      legal[index] <= {27'd0, random[4:0]} < density;
    end
    next_random;
    draw <= random[DRAW-1:0];
    if (clock == CLOCKS)
      done <= 1'b1;
  end
endmodule

`default_nettype wire
