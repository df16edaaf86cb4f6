// A queue of words: what goes in on the left comes out on the right, in order, none lost, none twice.
//
// Shape   WIDTH bits a word; holds 2^LOG_DEPTH words, and one more in the register at the output. LOG_DEPTH >= 1.
// Timing  A word moves at each rising edge where valid and ready of its side are both high, and rst_i is low: one word
//         in and one out in every cycle, at once. ready_o and valid_o come from registers only. A word that goes into
//         an empty queue is at the output two cycles later. While valid_o is high and ready_i low, data_o stays.
//         data_i is looked at only when the word moves; valid_i may fall again without a move.
// Reset   rst_i empties the queue, whatever is going on.
// Cost    iCE40, 64 words of 32 bits: 2 SB_RAM40, 26 LUTs, 15 FFs. The output register is that of the memory.
//         playout_late_queue is for devices whose memories give words late in the clock.
//
// Memory words are never read in the clock they are written in: the pointers differ, by registers, when a read is made,
// and a full queue takes nothing. The branch with x tells synthesis so, which then needs no logic for that case.
`default_nettype none

module playout_queue #(
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
  reg                valid_q;
  reg  [WIDTH-1:0]   word_q;
  reg  [WIDTH-1:0]   memory [0:(1 << LOG_DEPTH)-1];

  wire same_slot = write_q[LOG_DEPTH-1:0] == read_q[LOG_DEPTH-1:0];
  wire same_turn = write_q[LOG_DEPTH] == read_q[LOG_DEPTH];
  wire holds_words = !(same_slot && same_turn);

  assign ready_o = !(same_slot && !same_turn);
  assign valid_o = valid_q;
  assign data_o = word_q;

  wire write = valid_i && ready_o;
  wire read = holds_words && (ready_i || !valid_q);

  always @(posedge clk_i) begin
    if (rst_i) begin
      write_q <= {(LOG_DEPTH+1){1'b0}};
      read_q <= {(LOG_DEPTH+1){1'b0}};
      valid_q <= 1'b0;
    end else begin
      write_q <= write_q + {{LOG_DEPTH{1'b0}}, write};
      read_q <= read_q + {{LOG_DEPTH{1'b0}}, read};
      valid_q <= holds_words || (valid_q && !ready_i);
    end
  end

  always @(posedge clk_i) begin
    if (write)
      memory[write_q[LOG_DEPTH-1:0]] <= data_i;
    if (read) begin
      word_q <= memory[read_q[LOG_DEPTH-1:0]];
      if (write && same_slot)
        word_q <= {WIDTH{1'bx}};
    end
  end
endmodule

`default_nettype wire
