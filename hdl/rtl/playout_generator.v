// The random bits of a lane: a four-tap linear feedback shift register, moved on by BITS bits in every cycle.
//
// Which bits are new, playout_taps says.
//
// A seed comes in pieces. With MOVED, up to 32 bits, they are BITS bits as playout_chunks makes them, and go where bits are
// only moved on, so that a new bit is one LUT. New bits are 0 until the last piece comes, when they are made of those before it:
// these are chosen so that the seed's last bits result. With ENTERS they are 4 bits as playout_entry makes them, which are
// added to bits that are only moved on, and all begins with zeros. Else the pieces are the seed, and take the place of new
// bits: that needs no reset.
//
// Shape   load_i, chunk_i   takes these bits; the oldest in bit 0
//         more_i            with load_i: more pieces come
//         clear_i           no bit means anything, and none is needed until a seed comes; before the first piece
//         draw_o            the new bits as a number, the first new bit highest. The first ones of a seed come in the
//                           clock behind that of its last piece
//         drawn_o           those of the clock before, out of flip-flops: they are kept anyway. No bits of a seed itself
//         BITS              1 to 63
//         MOVED             1 for cells of which a flip-flop without a table is one, 0 where flip-flops share resets
//         ENTERS            a bit for each bit, the oldest lowest: those 4 below 64 - BITS to which pieces are added; or 0
//         PIECE             bits of a piece
// Timing  one LUT deep from flip-flops to draw_o, two with more than 35 bits.
// Reset   None: bits mean nothing before a seed was taken.
// Cost    64 flip-flops and BITS LUT4, and as many more where pieces are taken: on an iCE40 in 64 cells, 64 + BITS
//         with neither MOVED, up to 32 bits, nor ENTERS.

`default_nettype none

module playout_generator #(
    parameter        BITS = 16,
    parameter        MOVED = 1,
    parameter [63:0] ENTERS = 64'd0,
    parameter        PIECE = BITS
) (
    input  wire            clk_i,
    input  wire            load_i,
    input  wire            more_i,
    input  wire            clear_i,
    input  wire [PIECE-1:0] chunk_i,
    output wire [BITS-1:0] draw_o,
    output wire [BITS-1:0] drawn_o
);
  // The oldest in bit 0.
  reg  [63:0]     bits_q;
  wire [BITS-1:0] fresh;

  playout_taps #(.BITS(BITS)) u_taps (.bits_i(bits_q), .fresh_o(fresh), .draw_o(draw_o));

  // How many pieces' bits are added below this one.
  function integer below(input integer place);
    integer k;
    begin
      below = 0;
      for (k = 0; k < place; k = k + 1)
        below = below + (ENTERS[k] ? 1 : 0);
    end
  endfunction

  genvar j;
  generate
    if (ENTERS != 64'd0) begin : g_entered
      localparam OLD = 64 - BITS;
      wire [OLD-1:0] entering;
      wire unused = more_i;

      for (j = 0; j < OLD; j = j + 1) begin : enter
        if (ENTERS[j]) begin : g_piece
          assign entering[j] = load_i & chunk_i[below(j)];
        end else begin : g_none
          assign entering[j] = 1'b0;
        end
      end
      always @(posedge clk_i) begin
        if (clear_i)
          bits_q <= 64'd0;
        else
          bits_q <= {fresh, bits_q[63:BITS] ^ entering};
      end
    end else if (MOVED != 0 && BITS <= 32) begin : g_moved
      localparam OLD = 64 - BITS;
      wire unused = clear_i;
      wire [BITS-1:0] next = load_i ? chunk_i : bits_q[63 -: BITS];

      // Up to 17 bits no tap reads a new bit before it has moved on: 29 + BITS <= OLD.
      wire clear = BITS > 17 & load_i & more_i;

      always @(posedge clk_i) bits_q[63 -: BITS] <= clear ? {BITS{1'b0}} : fresh;
      if (OLD > BITS) begin : g_rest
        always @(posedge clk_i) bits_q[OLD-1:0] <= {next, bits_q[OLD-1:BITS]};
      end else begin : g_half
        always @(posedge clk_i) bits_q[OLD-1:0] <= next;
      end
    end else begin : g_new
      wire unused = more_i | clear_i;

      always @(posedge clk_i) bits_q <= {load_i ? chunk_i : fresh, bits_q[63:BITS]};
    end
    for (j = 0; j < BITS; j = j + 1) begin : first_is_highest
      assign drawn_o[BITS-1-j] = bits_q[64-BITS+j];
    end
  endgenerate
endmodule

`default_nettype wire
