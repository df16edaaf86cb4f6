// The random bits of steps: four-tap linear feedback shift registers, moved on by BITS bits at once. PLACES streams have
// their turn one after another.
//
// b[n] = b[n-64] ^ b[n-54] ^ b[n-46] ^ b[n-35]: docs/PLAYOUTS.md, section Generator.
// No lag is below 35, so all new bits are functions of old bits only.
//
// A seed comes in the same way, BITS bits in each of several turns, its last bits last: what stood there before is
// shifted out. So a seed takes a choice for each new bit, not for each of the 64.
//
// What no tap reads goes through one delay of several turns, all the rest through one of a turn: as memories these take
// little.
//
// Shape:  load_i, chunk_i   takes these bits in place of new ones; the oldest in bit 0
//         draw_o            the new bits as a number, the first new bit highest; means nothing with load_i
//         BITS              1 to 35
//         PLACES            streams; each has its turn in every PLACES-th clock
//         MEMORY            0: in flip-flops; 1: in memories of look-up tables; 2: most of it in a block RAM, the rest as
//                           with 1; 3: what no tap reads in a block RAM, the rest in flip-flops
// Timing: one LUT deep from flip-flops to draw_o. A stream's turn is over at the edge.
// Reset   rst_i sets places in memories, not the bits.
// Cost:   2 * BITS LUT4, and 64 bits for each stream: in flip-flops, or in memories with at most 64 flip-flops.

`default_nettype none

module playout_generator #(
    parameter BITS = 16,
    parameter PLACES = 1,
    parameter MEMORY = 0
) (
    input  wire            clk_i,
    input  wire            rst_i,
    input  wire            load_i,
    input  wire [BITS-1:0] chunk_i,
    output wire [BITS-1:0] draw_o
);
    // Turns from a new bit to where it is read: no tap is nearer. Memories of look-up tables have 16 words, and one more
    // is in the registers behind.
    localparam UNREAD = 35 / BITS;
    localparam SHALLOW = PLACES < 17 ? 17 / PLACES : 1;
    localparam DEEP = MEMORY == 0 || MEMORY == 3;
    localparam TURNS = DEEP || UNREAD < SHALLOW ? UNREAD : SHALLOW;
    // The bits that can be read, the oldest in bit 0.
    localparam READ = 64 - (TURNS - 1) * BITS;

    wire [READ-1:0] bits;
    // Bit j is the new bit number j.
    wire [BITS-1:0] fresh = bits[0 +: BITS] ^ bits[10 +: BITS] ^ bits[18 +: BITS] ^ bits[29 +: BITS];

    playout_delay #(.WIDTH(BITS), .CLOCKS(PLACES * TURNS), .MEMORY(MEMORY == 3 ? 2 : MEMORY != 0 ? 1 : 0)) unread (
        .clk_i(clk_i), .rst_i(rst_i), .data_i(load_i ? chunk_i : fresh), .data_o(bits[READ-1 -: BITS])
    );
    playout_delay #(.WIDTH(READ - BITS), .CLOCKS(PLACES), .MEMORY(MEMORY == 3 ? 0 : MEMORY)) others (
        .clk_i(clk_i), .rst_i(rst_i), .data_i(bits[READ-1:BITS]), .data_o(bits[READ-BITS-1:0])
    );

    genvar j;
    generate
        for (j = 0; j < BITS; j = j + 1) begin : first_is_highest
            assign draw_o[BITS-1-j] = fresh[j];
        end
    endgenerate
endmodule

`default_nettype wire
