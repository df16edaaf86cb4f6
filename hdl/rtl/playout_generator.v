// The random bits of a lane: a four-tap linear feedback shift register, moved on by BITS bits in every clock.
//
// b[n] = b[n-64] ^ b[n-54] ^ b[n-46] ^ b[n-35]: docs/PLAYOUTS.md, section Generator.
// No lag is below 35, so all new bits are functions of old bits only.
//
// A seed comes in pieces of BITS bits, as playout_chunks makes them. With MOVED they go, up to 32 bits, where bits are only
// moved on, so that a new bit is one LUT. New bits are 0 until the last piece comes, when they are made of those before it:
// these are chosen so that the seed's last bits result. Else, and from 33 bits on, the pieces are the seed, and take the
// place of new bits: that needs no reset.
//
// Shape:  load_i, chunk_i   takes these bits; the oldest in bit 0
//         more_i            with load_i: more pieces come
//         draw_o            the new bits as a number, the first new bit highest. The first ones of a seed come in the
//                           clock behind that of its last piece
//         drawn_o           those of the clock before, out of flip-flops: they are kept anyway. No bits of a seed itself
//         BITS              1 to 35
//         MOVED             1 for cells of which a flip-flop without a table is one, 0 where flip-flops share resets
// Timing: one LUT deep from flip-flops to draw_o.
// Reset   None: bits mean nothing before a seed was taken.
// Cost:   64 flip-flops and BITS LUT4, and as many more where pieces are taken: on an iCE40 in 64 cells, 64 + BITS
//         without MOVED and from 33 bits on.

`default_nettype none

module playout_generator #(
    parameter BITS = 16,
    parameter MOVED = 1
) (
    input  wire            clk_i,
    input  wire            load_i,
    input  wire            more_i,
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
        if (MOVED != 0 && BITS <= 32) begin : g_moved
            localparam OLD = 64 - BITS;
            wire [BITS-1:0] next = load_i ? chunk_i : bits[63 -: BITS];

            // Up to 17 bits no tap reads a new bit before it has moved on: 29 + BITS <= OLD.
            wire clear = BITS > 17 & load_i & more_i;

            always @(posedge clk_i) bits[63 -: BITS] <= clear ? {BITS{1'b0}} : fresh;
            if (OLD > BITS) begin : g_rest
                always @(posedge clk_i) bits[OLD-1:0] <= {next, bits[OLD-1:BITS]};
            end else begin : g_half
                always @(posedge clk_i) bits[OLD-1:0] <= next;
            end
        end else begin : g_new
            wire unused = more_i;

            always @(posedge clk_i) bits <= {load_i ? chunk_i : fresh, bits[63:BITS]};
        end
        for (j = 0; j < BITS; j = j + 1) begin : first_is_highest
            assign draw_o[BITS-1-j] = fresh[j];
            assign drawn_o[BITS-1-j] = bits[64-BITS+j];
        end
    endgenerate
endmodule

`default_nettype wire
