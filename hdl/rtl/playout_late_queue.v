// A queue of words for fast clocks: playout_queue with more cycles, none of which has much to do.
//
// Shape   WIDTH bits a word; holds 2^LOG_DEPTH words, and one more in the register at the output. LOG_DEPTH >= 1.
// Timing  A word moves at each rising edge where valid and ready of its side are both high, and rst_i is low: in in every
//         clock, out in every second one. ready_o and valid_o are flip-flops. A word that goes into an empty queue is at
//         the output three cycles later. ready_o may be low for a cycle behind one in which a word went out of a full
//         queue. While valid_o is high and ready_i low, data_o stays. data_i is looked at only when the word moves;
//         valid_i may fall again without a move.
// Reset   rst_i empties the queue, whatever is going on.
// Cost    ECP5, 64 words of 32 bits: 2 DP16KD, 35 tables, those of carries among them, 17 FFs.
`default_nettype none

module playout_late_queue #(
    parameter WIDTH = 32,
    parameter LOG_DEPTH = 6
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             valid_i,
    output wire             ready_o,
    input  wire [WIDTH-1:0] data_i,
    output wire             valid_o,
    input  wire             ready_i,
    output wire [WIDTH-1:0] data_o
);
  // The pointers have one bit more than an address, which tells full from empty.
  reg  [LOG_DEPTH:0] write_q;
  reg  [LOG_DEPTH:0] read_q;
  reg                ready_q;
  reg                read_done_q;  // the word at read_q is behind the memory
  reg                valid_q;

  wire [LOG_DEPTH:0] held = write_q - read_q;
  wire               write = valid_i && ready_q;
  wire               moves = read_done_q && !valid_q;
  // A word that moves is still counted: there is room for the next one a cycle later.
  wire               full = held[LOG_DEPTH] || (&held[LOG_DEPTH-1:0] && write);

  assign ready_o = ready_q;
  assign valid_o = valid_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      write_q <= {(LOG_DEPTH+1){1'b0}};
      read_q <= {(LOG_DEPTH+1){1'b0}};
      ready_q <= 1'b1;
      read_done_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      write_q <= write_q + {{LOG_DEPTH{1'b0}}, write};
      read_q <= read_q + {{LOG_DEPTH{1'b0}}, moves};
      ready_q <= !full;
      read_done_q <= write_q != read_q && !moves;
      valid_q <= moves || (valid_q && !ready_i);
    end
  end

  // What is read in the clock it is written in is not counted yet, and so it is read again.
  playout_words #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH)) u_words (
      .clk_i(clk_i), .write_i(write), .write_address_i(write_q[LOG_DEPTH-1:0]), .data_i(data_i),
      .read_address_i(read_q[LOG_DEPTH-1:0]), .moves_i(moves), .data_o(data_o)
  );
endmodule

`default_nettype wire
