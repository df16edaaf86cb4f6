// Receives bytes from a UART: 8 data bits, low bit first, no parity, one stop bit.
//
// Shape   step_i, of link_step, for CLOCK_HZ / BAUD, which is at least 4; the sender's speed may differ by 2 %.
// Line    rx_i goes through two flip-flops. A start bit that is over in its middle is none. After a byte without stop
//         bit the line must have been high before the next one begins: a line that stays low is one such byte.
// Timing  valid_o is high for one cycle in the middle of the stop bit; data_o stays until the next byte begins. bad_o,
//         together with valid_o: there is no stop bit. Between two bytes are at least 9.5 bits.
// Reset   rst_i waits for a high line.
// Cost    iCE40, 12 MHz and 115200 baud: 33 LUTs, 34 FFs.
`default_nettype none

module link_receiver #(
    parameter CLOCK_HZ = 12000000,
    parameter BAUD     = 115200
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire [11:0] step_i,
    input  wire        rx_i,
    output reg         valid_o,
    output wire [7:0]  data_o,
    output reg         bad_o
);
  localparam [3:0] SAMPLES = 4'd10;

  reg [1:0] line_q;
  wire line = line_q[1];
  always @(posedge clk_i)
    line_q <= {line_q[0], rx_i};

  reg       armed_q;  // the line was high: the next low is a start bit
  reg [3:0] left_q;   // samples to come, none while nothing is received
  reg [7:0] shift_q;
  assign data_o = shift_q;

  wire idle = left_q == 4'd0;
  wire start = idle && armed_q && !line;
  wire tick;
  wire sample = tick && !idle;
  wire last = left_q == 4'd1;
  link_pace #(.CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .HALF(1)) u_pace (
      .clk_i(clk_i), .step_i(step_i), .start_i(start), .tick_o(tick)
  );

  always @(posedge clk_i) begin
    if (rst_i) begin
      armed_q <= 1'b0;
      left_q <= 4'd0;
      valid_o <= 1'b0;
    end else begin
      // What ends high, a byte or a mere spike, is followed by a start bit at once.
      armed_q <= (idle || sample) ? line : armed_q;
      if (start)
        left_q <= SAMPLES;
      else if (sample)
        left_q <= (left_q == SAMPLES && line) ? 4'd0 : left_q - 4'd1;
      valid_o <= sample && last;
    end
  end

  always @(posedge clk_i) begin
    bad_o <= !line;
    if (sample && !last)
      shift_q <= {line, shift_q[7:1]};
  end
endmodule

`default_nettype wire
