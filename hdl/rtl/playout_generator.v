// The random bits of one step: a four-tap linear feedback shift register moved on by BITS bits at once.
//
// b[n] = b[n-64] ^ b[n-54] ^ b[n-46] ^ b[n-35]: docs/PLAYOUTS.md, section Generator.
// No lag is below 35, so all new bits are functions of old bits only.
//
// Shape:  state_i, state_o  the last 64 bits, the oldest in bit 0
//         draw_o            the new bits as a number, the first new bit highest
//         BITS              1 to 35
// Timing: combinational, one LUT deep.
// Cost:   BITS LUT4.

`default_nettype none

module playout_generator #(
    parameter BITS = 16
) (
    input  wire [63:0]     state_i,
    output wire [63:0]     state_o,
    output wire [BITS-1:0] draw_o
);
    // Bit j is the new bit number j.
    wire [BITS-1:0] fresh = state_i[0 +: BITS] ^ state_i[10 +: BITS] ^ state_i[18 +: BITS] ^ state_i[29 +: BITS];

    assign state_o = {fresh, state_i[63:BITS]};

    genvar j;
    generate
        for (j = 0; j < BITS; j = j + 1) begin : first_is_highest
            assign draw_o[BITS-1-j] = fresh[j];
        end
    endgenerate
endmodule

`default_nettype wire
