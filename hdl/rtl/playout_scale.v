// The number of the move that a draw picks: (draw * count) >> DRAW (docs/PLAYOUTS.md, section Pick).
//
// Either a row for each bit of the count, the lowest first: of each sum the lowest bit is final, and not needed. Or a
// product of which synthesis makes multipliers: much less where the FPGA has some, and more where it does not.
//
// Shape:  count_i   COUNT bits
//         draw_i    DRAW bits, at least COUNT
//         scaled_o  COUNT bits; below count_i, or 0 where that is 0
//         MULTIPLY  1: a product; 0: rows
// Timing: combinational. Carries of rows run along the diagonal: about DRAW + COUNT carries and COUNT LUTs deep.
// Cost:   rows: iCE40 (COUNT - 1) * DRAW - 1 + COUNT LUT4, COUNT * DRAW cells; ECP5 about twice that.
//         A product, Yosys 0.23, `synth_ice40 -dsp` and `synth_ecp5`; a CCU2C counts as two LUT4:
//                          iCE40                          ECP5
//             COUNT  DRAW  rows   product: LUT4 SB_MAC16  rows   product: LUT4 MULT18X18D
//                 3    14    30               0        1    62               0          1
//                 4    15    48               0        1    96               0          1
//                 5    16    68               0        1   140               0          1
//                 7    19   120              41        1   240              15          1
//                 8    20   147               0        2   301              10          2
//                10    21   198               0        2   396              14          2

`default_nettype none

module playout_scale #(
    parameter COUNT = 4,
    parameter DRAW = 15,
    parameter MULTIPLY = 0
) (
    input  wire [COUNT-1:0] count_i,
    input  wire [DRAW-1:0]  draw_i,
    output wire [COUNT-1:0] scaled_o
);
    genvar i;
    generate
        if (MULTIPLY != 0) begin : product
            // Operands as wide as the product, for Verilog's sake: synthesis drops their zeros.
            wire [COUNT+DRAW-1:0] whole = {{COUNT{1'b0}}, draw_i} * {{DRAW{1'b0}}, count_i};
            wire                  unused_fraction = &whole[DRAW-1:0];

            assign scaled_o = whole[COUNT+DRAW-1:DRAW];
        end else begin : rows
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

            assign scaled_o = row[COUNT-1].sum;
        end
    endgenerate
endmodule

`default_nettype wire
