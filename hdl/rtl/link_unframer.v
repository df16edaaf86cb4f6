// Finds frames in the bytes of the line: takes escapes out and checks the check. docs/LINK.md describes frames.
//
// Bytes   valid_i is high for one clock with each byte, at least 12 cycles apart; bad_i: it had no stop bit. data_i is
//         still the same a cycle later.
// Frames  valid_o is high for one clock with each byte of a body, the check's too, before it is known whether the frame
//         is any good. end_o is high for one cycle behind each body that is not empty, with good_o: nothing is wrong
//         with it, its check is right. How many bytes it has is not looked at.
// Reset   rst_i; what comes before the first flag is nothing.
// Cost    iCE40: 59 LUTs, 55 FFs with the link_crc.
`default_nettype none

module link_unframer (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       valid_i,
    input  wire [7:0] data_i,
    input  wire       bad_i,
    output wire       valid_o,
    output wire [7:0] data_o,
    output wire       end_o,
    output wire       good_o
);
  localparam [7:0] FLAG = 8'h7e, ESCAPE = 8'h7d;

  reg       wrong_q;    // the frame can't be good any more
  reg       open_q;     // there was a flag
  reg       filled_q;   // the body is not empty
  reg       escaped_q;  // the last byte was an escape
  reg [3:0] steps_q;    // bits of the byte that the check has still to take
  reg       fresh_q;    // that is all of them
  reg [7:0] data_q;
  reg       end_q;      // there was a flag behind a body a clock ago,
  reg       good_q;     // and nothing was wrong with it

  // What came a clock ago: all else depends on it, and the line's bits are far away.
  reg valid_q;
  reg flag_q;
  reg plain_q;   // neither a flag nor without stop bit
  reg escape_q;  // may be one
  always @(posedge clk_i) begin
    valid_q <= valid_i && !rst_i;
    flag_q <= valid_i && !rst_i && !bad_i && data_i == FLAG;
    plain_q <= valid_i && !rst_i && !bad_i && data_i != FLAG;
    escape_q <= data_i == ESCAPE;
  end

  wire load = plain_q && open_q && (escaped_q || !escape_q);
  wire step = steps_q != 4'd0;
  wire right, unused_next;
  link_crc u_crc (
      .clk_i(clk_i), .clear_i(rst_i || flag_q), .step_i(step), .bit_i(data_q[0]), .next_o(unused_next), .good_o(right)
  );

  // A flip-flop: what keeps bytes may be far away.
  assign valid_o = fresh_q;
  assign data_o = data_q;
  assign end_o = end_q;
  assign good_o = good_q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      wrong_q <= 1'b0;
      open_q <= 1'b0;
      filled_q <= 1'b0;
      escaped_q <= 1'b0;
      steps_q <= 4'd0;
      fresh_q <= 1'b0;
    end else begin
      fresh_q <= load;
      if (valid_q) begin
        wrong_q <= !flag_q && (wrong_q || !plain_q);
        open_q <= open_q || flag_q;
        filled_q <= !flag_q && open_q;
        escaped_q <= !flag_q && !escaped_q && escape_q;
      end
      if (load)
        steps_q <= 4'd8;
      else if (step)
        steps_q <= steps_q - 4'd1;
    end
  end

  always @(posedge clk_i) begin
    end_q <= !rst_i && flag_q && filled_q;
    good_q <= right && !wrong_q && !escaped_q;
    if (load)
      data_q <= data_i ^ {2'b00, escaped_q, 5'd0};
    else if (step)
      data_q <= {1'b0, data_q[7:1]};
  end
endmodule

`default_nettype wire
