// The number of the move that a draw picks: (draw * count) >> DRAW (docs/PLAYOUTS.md, section Pick).
//
// A row for each bit of the count, the lowest first. Of each sum the lowest bit is final, and not needed.
//
// Shape:  count_i   COUNT bits
//         draw_i    DRAW bits, at least COUNT
//         scaled_o  COUNT bits; below count_i, or 0 where that is 0
// Timing: combinational. Carries run along the diagonal: about DRAW + COUNT carries and COUNT LUTs deep.
// Cost:   iCE40 (COUNT - 1) * DRAW - 1 + COUNT LUT4, COUNT * DRAW cells. ECP5 about twice that.

`default_nettype none

module playout_scale #(
    parameter COUNT = 4,
    parameter DRAW = 15
) (
    input  wire [COUNT-1:0] count_i,
    input  wire [DRAW-1:0]  draw_i,
    output wire [COUNT-1:0] scaled_o
);
    genvar i;
    generate
        for (i = 0; i < COUNT; i = i + 1) begin : row
            // Of the last row nothing but the result is needed.
            localparam KEEP = i == COUNT - 1 ? COUNT : DRAW;
            wire [KEEP-1:0] sum;

            if (i == 0) begin : first
                wire [DRAW-1:0] shifted = draw_i >> 1;
                wire            unused  = &shifted;     // all but KEEP bits, where that is less

                assign sum = {KEEP{count_i[0]}} & shifted[DRAW-1 -: KEEP];
            end else begin : other
                playout_scale_row #(.DRAW(DRAW), .KEEP(KEEP)) adder (
                    .add_i(count_i[i]), .draw_i(draw_i), .sum_i(row[i-1].sum), .sum_o(sum)
                );
            end
        end
    endgenerate

    assign scaled_o = row[COUNT-1].sum;
endmodule

`default_nettype wire
