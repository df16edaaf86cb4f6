// Keeps good frames until they are looked at, and forgets the others.
//
// Shape   2^LOG_DEPTH bytes, LOG_DEPTH 9 to 16. A frame takes one byte more than it has. LATE: for devices whose memories
//         give words late in the clock, in playout_words.
// In      valid_i: data_i is the next byte of a frame. end_i: the frame is over; it is kept when good_i says so, when
//         it is 2 to 255 whole words long, and when there was room for all of it. kept_o or dropped_o is high in the
//         clock behind end_i. Between two cycles with valid_i or end_i there are two with neither at least.
// Out     Kept frames, each as a byte that says how many words it has, and then its bytes, the check's too. A byte
//         passes where valid_o and ready_i are high; data_o stays until then. ready_i may wait for valid_o.
// Timing  A byte goes out in every third clock; the first six cycles after end_i. One never follows another at once. All
//         outputs are flip-flops, and what moves is decided a cycle before: the line is slower by far, and the clock of
//         an engine is not to wait for it.
// Reset   rst_i empties it.
// Cost    iCE40, 512 bytes: 1 SB_RAM40, 88 LUTs, 52 FFs.
//
// The place for the number of words is kept free before each frame and filled in behind it. No byte is read in the
// clock it is written in: what is written was not yet kept. The branch with x tells synthesis so.
`default_nettype none

module link_inbox #(
    parameter LOG_DEPTH = 9,
    parameter LATE = 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       valid_i,
    input  wire [7:0] data_i,
    input  wire       end_i,
    input  wire       good_i,
    output wire       kept_o,
    output wire       dropped_o,
    output wire       valid_o,
    input  wire       ready_i,
    output wire [7:0] data_o
);
  localparam [LOG_DEPTH-1:0] ONE = 1;

  reg [LOG_DEPTH-1:0] base_q;   // the frame that comes in begins here
  reg [LOG_DEPTH-1:0] write_q;  // its next byte
  reg [LOG_DEPTH-1:0] read_q;   // the next byte that goes out
  reg [9:0]           size_q;   // bytes of it that came
  reg                 full_q;   // there was no room a clock ago; nothing came since
  reg                 lost_q;   // there was no room for a byte, or there are too many
  reg                 kept_q;   // a frame was over a clock ago, and is kept,
  reg                 dropped_q;  // or is not
  reg                 fetch_q;  // a byte is read
  reg                 valid_q;  // a byte is read, and
  reg [7:0]           byte_q;   // this is it
  reg                 out_q;    // a byte goes out, and
  reg [7:0]           data_q;   // this is it
  reg [7:0]           memory [0:(1 << LOG_DEPTH)-1];

  wire whole = size_q[1:0] == 2'd0 && size_q[9:3] != 7'd0;
  wire lost = valid_i && (full_q || &size_q);

  assign kept_o = kept_q;
  assign dropped_o = dropped_q;
  assign valid_o = out_q;

  wire keeps = good_i && whole && !lost_q && !full_q;
  wire write = kept_q || (valid_i && !full_q);
  wire [LOG_DEPTH-1:0] address = kept_q ? base_q : write_q;
  wire holds = read_q != base_q;
  wire moves = valid_q && !out_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      base_q <= {LOG_DEPTH{1'b0}};
      write_q <= ONE;
      read_q <= {LOG_DEPTH{1'b0}};
      lost_q <= 1'b0;
      kept_q <= 1'b0;
      dropped_q <= 1'b0;
      fetch_q <= 1'b0;
      valid_q <= 1'b0;
      out_q <= 1'b0;
    end else begin
      kept_q <= end_i && keeps;
      dropped_q <= end_i && !keeps;
      if (kept_q)
        base_q <= write_q;
      if (write || dropped_q)
        write_q <= (dropped_q ? base_q : write_q) + ONE;
      fetch_q <= holds && !fetch_q && !valid_q;
      if (LATE != 0 ? moves : fetch_q)
        read_q <= read_q + ONE;
      lost_q <= !end_i && (lost_q || lost);
      valid_q <= fetch_q || (valid_q && out_q);
      out_q <= moves || (out_q && !ready_i);
    end
  end

  always @(posedge clk_i) begin
    full_q <= write_q == read_q;
    if (rst_i || kept_q || dropped_q)
      size_q <= 10'd0;
    else if (valid_i)
      size_q <= size_q + 10'd1;
  end

  always @(posedge clk_i) begin
    if (write && LATE == 0)
      memory[address] <= kept_q ? size_q[9:2] : data_i;
    if (fetch_q) begin
      byte_q <= memory[read_q];
      if (write && address == read_q)
        byte_q <= 8'dx;
    end
    if (moves)
      data_q <= byte_q;
  end

  wire [7:0] late;
  assign data_o = LATE != 0 ? late : data_q;
  generate
    if (LATE != 0) begin : g_late
      playout_words #(.WIDTH(8), .LOG_DEPTH(LOG_DEPTH)) u_words (
          .clk_i(clk_i), .write_i(write), .write_address_i(address), .data_i(kept_q ? size_q[9:2] : data_i),
          .read_address_i(read_q), .moves_i(moves), .data_o(late)
      );
    end else begin : g_early
      assign late = 8'd0;
    end
  endgenerate
endmodule

`default_nettype wire
