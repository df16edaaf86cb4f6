// The random bits of a lane: a four-tap linear feedback shift register, moved on by BITS bits in every clock.
//
// b[n] = b[n-64] ^ b[n-54] ^ b[n-46] ^ b[n-35]: docs/PLAYOUTS.md, section Generator.
// No lag is below 35, so all new bits are functions of old bits only.
//
// A seed comes in pieces, BITS bits in each clock, its last bits last: what stood there before is shifted out. With EARLY
// pieces go where bits are only moved on, so that a new bit is one LUT; by then the bits that follow the last piece are
// those that the seed begins with.
//
// Shape:  load_i, chunk_i   takes these bits; the oldest in bit 0
//         draw_o            the new bits as a number, the first new bit highest. The first ones of a seed come in the
//                           clock behind that of its last piece, with EARLY in the same clock
//         drawn_o           those of the clock before, out of flip-flops: they are kept anyway. No bits of a seed itself
//         BITS              1 to 35; with EARLY at most 17
// Timing: one LUT deep from flip-flops to draw_o.
// Reset   None: bits mean nothing before a seed was taken.
// Cost:   64 flip-flops and BITS LUT4; without EARLY as many more.

`default_nettype none

module playout_generator #(
    parameter BITS = 16,
    parameter EARLY = 0
) (
    input  wire            clk_i,
    input  wire            load_i,
    input  wire [BITS-1:0] chunk_i,
    output wire [BITS-1:0] draw_o,
    output wire [BITS-1:0] drawn_o
);
    // The oldest in bit 0.
    reg  [63:0]     bits;
    // Bit j is the new bit number j.
    wire [BITS-1:0] fresh = bits[0 +: BITS] ^ bits[10 +: BITS] ^ bits[18 +: BITS] ^ bits[29 +: BITS];

    genvar j;
    generate
        if (EARLY != 0) begin : g_early
            // No tap reads the pieces before they have moved on: 29 + BITS <= 64 - BITS.
            wire [BITS-1:0] next = load_i ? chunk_i : bits[63 -: BITS];

            always @(posedge clk_i) bits <= {fresh, next, bits[63-BITS : BITS]};
        end else begin : g_late
            always @(posedge clk_i) bits <= {load_i ? chunk_i : fresh, bits[63:BITS]};
        end
        for (j = 0; j < BITS; j = j + 1) begin : first_is_highest
            assign draw_o[BITS-1-j] = fresh[j];
            assign drawn_o[BITS-1-j] = bits[64-BITS+j];
        end
    endgenerate
endmodule

`default_nettype wire
