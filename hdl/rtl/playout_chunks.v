// A seed in pieces, as playout_generator takes it.
//
// Shape:  seed_i   64 bits, the oldest in bit 0
//         chunk_o  BITS bits of it. CHUNKS pieces make a seed: the first ones begin with bits that mean nothing where
//                  the pieces have more than 64.
// Timing: load_i: from the next clock on chunk_o is the first piece; next_i: the next one.
// Cost:   BITS * CHUNKS flip-flops and LUT4.

`default_nettype none

module playout_chunks #(
    parameter BITS = 16,
    parameter CHUNKS = 4  // at least 64 / BITS
) (
    input  wire            clk_i,
    input  wire            load_i,
    input  wire            next_i,
    input  wire [63:0]     seed_i,
    output wire [BITS-1:0] chunk_o
);
    localparam ALL = BITS * CHUNKS;

    reg  [ALL-1:0] left;
    wire [ALL-1:0] whole;

    generate
        if (ALL > 64) begin : g_more
            assign whole = {seed_i, {(ALL-64){1'b0}}};
        end else begin : g_same
            assign whole = seed_i;
        end
    endgenerate

    always @(posedge clk_i) begin
        if (load_i) left <= whole;
        else if (next_i) left <= left >> BITS;
    end
    assign chunk_o = left[BITS-1:0];
endmodule

`default_nettype wire
