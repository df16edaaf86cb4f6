// The number of the move that a draw picks, as a product of which synthesis makes multipliers: (draw * count) >> DRAW.
//
// Boards with an ECP5 have ecp5/playout_product.v in its place.
//
// Shape   count_i   COUNT bits
//         draw_i    DRAW bits, at least COUNT
//         scaled_o  COUNT bits
//         COUNTED   clocks from the count to the product
//         EARLY     clocks from the draw to it
//         CLOCKS    clocks behind it
// Timing  registers lie before the product and behind it, where multipliers have theirs.
// Cost    see playout_scale.v.

`default_nettype none

module playout_product #(
    parameter COUNT = 4,
    parameter DRAW = 15,
    parameter COUNTED = 0,
    parameter EARLY = 0,
    parameter CLOCKS = 0
) (
    input  wire             clk_i,
    input  wire [COUNT-1:0] count_i,
    input  wire [DRAW-1:0]  draw_i,
    output wire [COUNT-1:0] scaled_o
);
  wire [COUNT-1:0]      count;
  wire [DRAW-1:0]       draw;
  // Operands as wide as the product, for Verilog's sake: synthesis drops their zeros.
  wire [COUNT+DRAW-1:0] whole = {{COUNT{1'b0}}, draw} * {{DRAW{1'b0}}, count};
  wire                  unused_fraction = &whole[DRAW-1:0];

  playout_delay #(.WIDTH(COUNT), .CLOCKS(COUNTED)) u_counted (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(count_i), .data_o(count)
  );
  playout_delay #(.WIDTH(DRAW), .CLOCKS(EARLY)) u_drawn (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(draw_i), .data_o(draw)
  );
  playout_delay #(.WIDTH(COUNT), .CLOCKS(CLOCKS)) u_multiplied (
      .clk_i(clk_i), .rst_i(1'b0), .data_i(whole[COUNT+DRAW-1:DRAW]), .data_o(scaled_o)
  );
endmodule

`default_nettype wire
