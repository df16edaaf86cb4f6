`default_nettype none
module playout_picker #(parameter MOVES = 8, parameter DRAW = 15) (
    input  wire [MOVES-1:0] legal_i, input wire [DRAW-1:0] draw_i,
    output wire any_o, output wire [(MOVES > 2 ? $clog2(MOVES) : 1)-1:0] number_o, output reg [MOVES-1:0] pick_o);
  integer i; reg [31:0] n; reg [31:0] c; reg [63:0] q; wire unused = &{1'b0, q, n, c};
  always @* begin
    n = 0; for (i = 0; i < MOVES; i = i + 1) n = n + {31'd0, legal_i[i]};
    q = ({{64-DRAW{1'b0}}, draw_i} * {32'd0, n}) >> DRAW;
    c = 0; pick_o = 0;
    for (i = 0; i < MOVES; i = i + 1) begin pick_o[i] = legal_i[i] & (c == q[31:0]); c = c + {31'd0, legal_i[i]}; end
  end
  assign any_o = |legal_i;
  assign number_o = q[(MOVES > 2 ? $clog2(MOVES) : 1)-1:0];
endmodule
`default_nettype wire
