// One row of playout_scale: adds the draw where a bit of the count is 1, and drops the lowest bit of the sum.
//
// "The sum, or what there was" is written as a choice behind the adder. Its inputs are then those of one LUT4: enable,
// sum so far, draw, carry; the carry does not mind that the sum may not be taken. `keep_hierarchy` makes Yosys see it:
// in one piece with its neighbours, ABC joins the choices of two rows into a LUT, which then cannot join the adder.
//
// Shape:  sum_i, draw_i  DRAW bits
//         sum_o          the highest KEEP bits of the DRAW + 1 bits of the sum; KEEP is at most DRAW
// Timing: combinational, a chain of DRAW carries.
// Cost:   iCE40 KEEP LUT4, DRAW carries.

`default_nettype none

(* keep_hierarchy *)
module playout_scale_row #(
    parameter DRAW = 15,
    parameter KEEP = 15
) (
    input  wire            add_i,
    input  wire [DRAW-1:0] draw_i,
    input  wire [DRAW-1:0] sum_i,
    output wire [KEEP-1:0] sum_o
);
    wire [DRAW:0]      sum = {1'b0, sum_i} + {1'b0, draw_i};
    wire [DRAW-KEEP:0] unused_final = sum[DRAW-KEEP:0];

    assign sum_o = add_i ? sum[DRAW -: KEEP] : {1'b0, sum_i[DRAW-1 -: KEEP-1]};
endmodule

`default_nettype wire
