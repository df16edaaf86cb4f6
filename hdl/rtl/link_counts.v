// The numbers that the link counts, in a memory of 16 bytes: an adder of one byte goes along them.
//
// Bytes   low byte first: 0-3 jobs accepted; 4-7 frames dropped; 8-11 reports sent; 12-13 number of the report that is
//         sent next, 14-15 of its piece.
// Change  start_i begins at byte first_i, where ready_o was high in this clock or in one since which nothing was begun.
//         With clear_i all bytes from first_i on become 0. Without, from 0: one more job; from 8: one more report, and
//         the pieces count from 0; from 14: one more piece. dropped_i: one more frame was dropped. That may happen at
//         any time, and is added where free_i is high; up to 31 may wait. free_i is low in the clock of start_i, and while
//         bytes are looked at. ready_o falls two cycles behind dropped_i.
// Look    byte_o is the byte address_i of the clock before; while ready_o is low it means nothing.
// Timing  two cycles for each byte from the first one on to the end of its number, or of all, and one before them.
// Reset   rst_i makes all 0: ready_o is low for 33 cycles.
// Cost    iCE40: 1 SB_RAM40, 47 LUTs, 21 FFs.
`default_nettype none

module link_counts (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       start_i,
    input  wire [3:0] first_i,
    input  wire       clear_i,
    input  wire       dropped_i,
    input  wire       free_i,
    output wire       ready_o,
    input  wire [3:0] address_i,
    output wire [7:0] byte_o
);
  localparam [3:0] DROPPED = 4'd4;

  // What is begun, a clock late: it is known late in its clock.
  reg       start_q;
  reg       erase_q;
  reg [3:0] first_q;

  reg       walk_q;
  reg       write_q;  // the byte was read, and is written in this clock
  reg       clear_q;
  reg       carry_q;
  reg [3:0] place_q;
  reg [4:0] drops_q;  // frames that wait to be counted
  reg       drop_q;   // the count of one begins: it waits no longer
  reg       waits_q;  // some wait, or did two cycles ago: far fewer than a count takes
  reg [7:0] byte_q;
  reg [7:0] memory [0:15];
  assign byte_o = byte_q;

  // Nothing is begun in a clock of free_i.
  wire drop = waits_q && free_i && !walk_q && !start_q && !drop_q;
  assign ready_o = !walk_q && !waits_q && !start_q;

  // Numbers before the ninth byte are alone; reports sent, their number and that of the piece change together.
  wire last = (place_q[1:0] == 2'd3) && (place_q[3:2] == 2'd3 || (!clear_q && !place_q[3]));
  wire [8:0] sum = {1'b0, byte_q} + {8'd0, carry_q};

  always @(posedge clk_i) begin
    start_q <= start_i && !rst_i;
    erase_q <= clear_i;
    first_q <= first_i;
    if (rst_i) begin
      walk_q <= 1'b1;
      write_q <= 1'b0;
      clear_q <= 1'b1;
      carry_q <= 1'b1;
      place_q <= 4'd0;
      drops_q <= 5'd0;
      drop_q <= 1'b0;
      waits_q <= 1'b0;
    end else begin
      drops_q <= drops_q + {4'd0, dropped_i} - {4'd0, drop_q};
      drop_q <= drop;
      waits_q <= drops_q != 5'd0;
      if (start_q || drop_q) begin
        walk_q <= 1'b1;
        clear_q <= start_q && erase_q;
        carry_q <= 1'b1;
        place_q <= start_q ? first_q : DROPPED;
      end else if (write_q) begin
        walk_q <= !last;
        clear_q <= clear_q || place_q == 4'd13;
        carry_q <= sum[8] || place_q == 4'd11;
        place_q <= place_q + 4'd1;
      end
      write_q <= walk_q && !write_q;
    end
  end

  always @(posedge clk_i) begin
    if (write_q)
      memory[place_q] <= clear_q ? 8'd0 : sum[7:0];
    else
      byte_q <= memory[walk_q ? place_q : address_i];
  end
endmodule

`default_nettype wire
