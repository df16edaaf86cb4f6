// Offers lanes to the cores, one after another, as many as there are free places.
//
// A lane is offered in the first clock of its first window. A window is as many clocks as a core has places: in each
// window every place has its turn once, and the one that took the lane takes a piece of the seed. Which core that is
// nobody asks: an offer goes from core to core until one with a free place takes it. There is one, as no more lanes are
// out than there are places, and a place that is free stays free until an offer comes by.
//
// Shape:  open_i    there are lanes to hand out
//         seeded_i  the seed of the next one is there
//         took_o    it is handed out in this clock: the seed is taken
//         offer_o   the first clock of a lane's first window
//         next_o    the last clock of a window: the next piece is due
//         last_o    high during the last window
//         ended_i   how many lanes ended, in clocks before
//         busy_o    lanes are out
//         PLACES    in a core; CORES; CHUNKS windows of a lane
// Timing: offer_o, next_o and last_o come out of flip-flops. took_o is one clock before offer_o.
// Reset   rst_i forgets all lanes.
// Cost:   about 3 * $clog2(CORES * PLACES) LUT4.

`default_nettype none

module playout_feeder #(
    parameter CORES = 1,
    parameter PLACES = 1,
    parameter CHUNKS = 4
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       open_i,
    input  wire                       seeded_i,
    input  wire [$clog2(CORES+1)-1:0] ended_i,
    output wire                       took_o,
    output reg                        offer_o,
    output reg                        next_o,
    output reg                        last_o,
    output wire                       busy_o
);
    localparam ALL = CORES * PLACES;
    localparam OUT = $clog2(ALL + 1);
    localparam ENDED = $clog2(CORES + 1);
    localparam CLOCK = PLACES > 1 ? $clog2(PLACES) : 1;
    localparam CHUNK = CHUNKS > 1 ? $clog2(CHUNKS) : 1;
    localparam [31:0] LAST_CLOCK = PLACES - 1;
    localparam [31:0] LAST_CHUNK = CHUNKS - 1;
    localparam [31:0] MOST = ALL;

    // Lanes that are out, and whether one more may be.
    reg  [OUT-1:0]   out;
    reg              room;
    wire [OUT-1:0]   fewer = out - {{(OUT-ENDED){1'b0}}, ended_i};
    // The window, and the clock in it.
    reg              active;
    reg  [CLOCK-1:0] tick;
    reg  [CHUNK-1:0] chunk;
    wire             full = tick == LAST_CLOCK[CLOCK-1:0];
    wire             final_chunk = chunk == LAST_CHUNK[CHUNK-1:0];

    assign took_o = open_i & seeded_i & room & ~active;
    assign busy_o = |out;

    always @(posedge clk_i) begin
        if (rst_i) begin
            out <= {OUT{1'b0}};
            room <= 1'b0;
            active <= 1'b0;
            offer_o <= 1'b0;
        end else begin
            out <= took_o ? fewer + 1'b1 : fewer;
            // One clock old: between two lanes there are two clocks at least.
            room <= out != MOST[OUT-1:0] & ~took_o;
            active <= took_o | (active & ~(full & final_chunk));
            offer_o <= took_o;
        end
        if (took_o) begin
            tick <= {CLOCK{1'b0}};
            chunk <= {CHUNK{1'b0}};
            last_o <= CHUNKS == 1;
            next_o <= PLACES == 1 & CHUNKS > 1;
        end else begin
            tick <= full ? {CLOCK{1'b0}} : tick + 1'b1;
            if (full) chunk <= chunk + 1'b1;
            if (full) last_o <= chunk + 1'b1 == LAST_CHUNK[CHUNK-1:0];
            next_o <= PLACES == 1 | tick + 1'b1 == LAST_CLOCK[CLOCK-1:0];
        end
    end
endmodule

`default_nettype wire
