// Sends bytes to a UART: 8 data bits, low bit first, no parity, one stop bit.
//
// Shape   step_i, of link_step, for CLOCK_HZ / BAUD, which is at least 4. Edges are late by less than a clock.
// Timing  A byte is taken where valid_i and ready_o are high, and is on the UART from the next clock on, 10 bits long.
//         ready_o is high while nothing is sent and in the last clock of a stop bit: bytes follow without a gap.
// Reset   rst_i makes the line high, whatever is going on.
// Cost    iCE40, 12 MHz and 115200 baud: 37 LUTs, 30 FFs.
//
// The bits are kept inverted: flip-flops that wake up as 0 leave the line high, before there was a reset.
`default_nettype none

module link_transmitter #(
    parameter CLOCK_HZ = 12000000,
    parameter BAUD     = 115200
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire [11:0] step_i,
    input  wire        valid_i,
    output wire        ready_o,
    input  wire [7:0]  data_i,
    output wire        tx_o
);
  reg [3:0] left_q;   // bits to come, with the present one
  reg [8:0] shift_q;  // start bit and data, inverted
  assign tx_o = ~shift_q[0];

  wire tick;
  wire idle = left_q == 4'd0;
  assign ready_o = idle || (tick && left_q == 4'd1);
  wire start = valid_i && ready_o;
  link_pace #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .HALF(0)) u_pace (
      .clk_i(clk_i), .step_i(step_i), .start_i(start), .tick_o(tick)
  );

  always @(posedge clk_i) begin
    if (rst_i) begin
      left_q <= 4'd0;
      shift_q <= 9'd0;
    end else if (start) begin
      left_q <= 4'd10;
      shift_q <= {~data_i, 1'b1};
    end else if (tick && !idle) begin
      left_q <= left_q - 4'd1;
      shift_q <= {1'b0, shift_q[8:1]};
    end
  end
endmodule

`default_nettype wire
