// Makes frames for the line: flags around them, escapes in them, and their check. docs/LINK.md describes frames.
//
// In      The first byte begins a frame. A byte is taken where valid_i and ready_o are high. close_i, instead of a
//         byte, ends the frame; it stays until closed_o, the clock behind that in which the line takes
//         the last byte.
// Out     Bytes for the line; one passes where valid_o and ready_i are high. valid_o and data_o stay until then.
// Timing  Between two bytes taken are at least 10 cycles, which is less than the line needs for them.
// Reset   rst_i forgets the frame.
// Cost    iCE40: 65 LUTs, 55 FFs with the link_crc.
`default_nettype none

module link_framer (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       valid_i,
    output wire       ready_o,
    input  wire [7:0] data_i,
    input  wire       close_i,
    output wire       closed_o,
    output wire       valid_o,
    input  wire       ready_i,
    output reg  [7:0] data_o
);
  localparam [2:0] IDLE = 3'd0, OPEN = 3'd1, TAKE = 3'd2, SHIFT = 3'd3, SEND = 3'd4, ESCAPED = 3'd5, SHUT = 3'd6,
    CLOSED = 3'd7;
  localparam [7:0] FLAG = 8'h7e, ESCAPE = 8'h7d;

  reg [2:0] phase_q;
  reg [2:0] bits_q;    // bits that were shifted
  reg       check_q;   // the check is sent
  reg [1:0] checks_q;  // bytes of it that were made, or 0 for all four
  reg [7:0] data_q;
  reg       special_q; // the byte takes an escape: known when it is whole

  wire shift = phase_q == SHIFT;
  wire check_bit, unused_good;
  link_crc u_crc (
      .clk_i(clk_i), .clear_i(phase_q == IDLE), .step_i(shift), .bit_i(check_q ? ~check_bit : data_q[0]),
      .next_o(check_bit), .good_o(unused_good)
  );

  wire [7:0] shifted = {check_q ? check_bit : data_q[0], data_q[7:1]};
  assign ready_o = phase_q == TAKE;
  assign valid_o = phase_q == OPEN || phase_q == SEND || phase_q == ESCAPED || phase_q == SHUT;
  assign closed_o = phase_q == CLOSED;
  always @* begin
    case (phase_q)
      SEND: data_o = special_q ? ESCAPE : data_q;
      ESCAPED: data_o = data_q ^ 8'h20;
      default: data_o = FLAG;
    endcase
  end

  // Behind a byte of the check comes the next one.
  wire [2:0] behind = !check_q ? TAKE : checks_q == 2'd0 ? SHUT : SHIFT;

  always @(posedge clk_i) begin
    if (rst_i) begin
      phase_q <= IDLE;
    end else begin
      case (phase_q)
        IDLE: if (valid_i) phase_q <= OPEN;
        OPEN: if (ready_i) phase_q <= TAKE;
        TAKE: if (valid_i || close_i) phase_q <= SHIFT;
        SHIFT: if (bits_q == 3'd7) phase_q <= SEND;
        SEND: if (ready_i) phase_q <= special_q ? ESCAPED : behind;
        ESCAPED: if (ready_i) phase_q <= behind;
        SHUT: if (ready_i) phase_q <= CLOSED;
        default: phase_q <= IDLE;
      endcase
    end
  end

  always @(posedge clk_i) begin
    bits_q <= shift ? bits_q + 3'd1 : 3'd0;
    if (phase_q == TAKE) begin
      check_q <= !valid_i;
      checks_q <= 2'd0;
    end else if (shift && bits_q == 3'd7) begin
      checks_q <= checks_q + 2'd1;
    end
  end

  // A byte goes once around while the check takes its bits; a byte of the check comes in instead.
  always @(posedge clk_i) begin
    if (phase_q == TAKE)
      data_q <= data_i;
    else if (shift)
      data_q <= shifted;
    if (shift)
      special_q <= shifted[7:2] == FLAG[7:2] && shifted[1] != shifted[0];
  end
endmodule

`default_nettype wire
