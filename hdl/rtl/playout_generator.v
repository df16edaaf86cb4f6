// The random bits of one step: a four-tap linear feedback shift register moved on by BITS bits at once.
//
// b[n] = b[n-64] ^ b[n-54] ^ b[n-46] ^ b[n-35]: docs/PLAYOUTS.md, section Generator.
// No lag is below 35, so all new bits are functions of old bits only.
//
// A seed comes in the same way, BITS bits in each of several steps, its last bits last: what stood there before is
// shifted out. So a seed takes a choice for each new bit, not for each of the 64.
//
// Shape:  state_i, state_o  the last 64 bits, the oldest in bit 0
//         load_i, chunk_i   takes these bits in place of new ones; the oldest in bit 0
//         draw_o            the new bits as a number, the first new bit highest; means nothing with load_i
//         BITS              1 to 35
// Timing: combinational, one LUT deep to draw_o, two to state_o.
// Cost:   2 * BITS LUT4.

`default_nettype none

module playout_generator #(
    parameter BITS = 16
) (
    input  wire [63:0]     state_i,
    input  wire            load_i,
    input  wire [BITS-1:0] chunk_i,
    output wire [63:0]     state_o,
    output wire [BITS-1:0] draw_o
);
    // Bit j is the new bit number j.
    wire [BITS-1:0] fresh = state_i[0 +: BITS] ^ state_i[10 +: BITS] ^ state_i[18 +: BITS] ^ state_i[29 +: BITS];

    assign state_o = {load_i ? chunk_i : fresh, state_i[63:BITS]};

    genvar j;
    generate
        for (j = 0; j < BITS; j = j + 1) begin : first_is_highest
            assign draw_o[BITS-1-j] = fresh[j];
        end
    endgenerate
endmodule

`default_nettype wire
