// playout_delay of 0 to 12 cycles, through flip-flops and through a memory, and playout_carry of as many cycles and of
// several widths, through flip-flops and through block RAMs of 8 and of 36 bits, against all that went in before.
// Runs in Icarus and Verilator. The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module playout_delay_tb;
  localparam MOST = 12;
  localparam WIDTH = 80;
  localparam CLOCKS = 2000;
  // Widths of carries: less than half a block, half of one, most of one, one, one and a little, one and a half, two and
  // a half; the same for the larger ones.
  localparam WIDTHS = 12;
  localparam [8*WIDTHS-1:0] BITS = {
      8'd3, 8'd4, 8'd7, 8'd8, 8'd11, 8'd12, 8'd20, 8'd30, 8'd36, 8'd41, 8'd54, 8'd80
  };
  localparam EACH = 3 + 3 * WIDTHS;
  localparam UNITS = EACH * (MOST + 1);

  reg              clk;
  reg              rst;
  reg  [WIDTH-1:0] data;
  // What went in, the newest lowest.
  reg  [WIDTH*(MOST+1)-1:0] past;
  integer          clock, checks, failures, unit;
  wire [UNITS-1:0] wrong;

  genvar i, j;
  generate
    for (i = 0; i <= MOST; i = i + 1) begin : clocks
      wire [WIDTH-1:0] registers, memory, late;
      playout_delay #(.WIDTH(WIDTH), .CLOCKS(i)) u_first (
          .clk_i(clk), .rst_i(rst), .data_i(data), .data_o(registers)
      );
      playout_delay #(.WIDTH(WIDTH), .CLOCKS(i), .MEMORY(1)) u_second (
          .clk_i(clk), .rst_i(rst), .data_i(data), .data_o(memory)
      );
      playout_delay #(.WIDTH(WIDTH), .CLOCKS(i), .MEMORY(1), .LATE(1)) u_third (
          .clk_i(clk), .rst_i(rst), .data_i(data), .data_o(late)
      );
      wire [WIDTH-1:0] expected = i == 0 ? data : past[WIDTH*(i == 0 ? 0 : i-1) +: WIDTH];
      assign wrong[EACH*i] = registers !== expected;
      assign wrong[EACH*i+1] = memory !== expected;
      assign wrong[EACH*i+2] = late !== expected;
      for (j = 0; j < WIDTHS; j = j + 1) begin : carries
        localparam OWN = {24'd0, BITS[8*j +: 8]};
        wire [OWN-1:0] plain, short, wide;
        playout_carry #(.WIDTH(OWN), .CLOCKS(i)) u_fourth (
            .clk_i(clk), .rst_i(rst), .data_i(data[OWN-1:0]), .data_o(plain)
        );
        playout_carry #(.WIDTH(OWN), .CLOCKS(i), .BLOCK(8)) u_fifth (
            .clk_i(clk), .rst_i(rst), .data_i(data[OWN-1:0]), .data_o(short)
        );
        playout_carry #(.WIDTH(OWN), .CLOCKS(i), .BLOCK(36)) u_sixth (
            .clk_i(clk), .rst_i(rst), .data_i(data[OWN-1:0]), .data_o(wide)
        );
        assign wrong[EACH*i+3+3*j] = plain !== expected[OWN-1:0];
        assign wrong[EACH*i+4+3*j] = short !== expected[OWN-1:0];
        assign wrong[EACH*i+5+3*j] = wide !== expected[OWN-1:0];
      end
    end
  endgenerate

  initial begin
    clk = 1'b0;
    rst = 1'b1;
    data = {WIDTH{1'b0}};
    past = {WIDTH*(MOST+1){1'b0}};
    checks = 0;
    failures = 0;
    for (clock = 0; clock < CLOCKS; clock = clock + 1) begin
      #1;
      // A reset in the middle leaves the memories in another order: not looked at for a round.
      if (clock % 500 > 40)
        for (unit = 0; unit < UNITS; unit = unit + 1) begin
          checks = checks + 1;
          if (wrong[unit] !== 1'b0) begin
            failures = failures + 1;
            if (failures < 10) $display("clock %0d, unit %0d", clock, unit);
          end
        end
      clk = 1'b1;
      #1;
      clk = 1'b0;
      past = {past[WIDTH*MOST-1:0], data};
      data = {$random, $random, $random};
      rst = clock < 2 | clock % 500 < 3;
    end
    if (failures == 0) $display("PASS %0d", checks);
    else $display("FAIL %0d of %0d", failures, checks);
    $finish(0);
  end
endmodule

`default_nettype wire
