// Random bodies through link_framer, a line that alters some bytes, and link_unframer. Runs in Icarus and Verilator.
// The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module link_frames_tb;
  wire        clk;
  reg         done;
  reg  [31:0] checks, errors, random;
  integer     clock;
  bench_verdict #(.UNITS(1)) verdict (.clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors));
`include "bench_unit.vh"
`include "link_crc32.vh"

  reg        rst, offer, close;
  reg  [7:0] text;
  wire       ready, closed, line_valid;
  wire [7:0] line_data;
  reg        line_ready;
  link_framer u_framer (
      .clk_i(clk), .rst_i(rst), .valid_i(offer), .ready_o(ready), .data_i(text), .close_i(close), .closed_o(closed),
      .valid_o(line_valid), .ready_i(line_ready), .data_o(line_data)
  );
  reg        in_valid, in_bad;
  reg  [7:0] in_data;
  wire       out_valid, out_end, out_good;
  wire [7:0] out_data;
  link_unframer u_unframer (
      .clk_i(clk), .rst_i(rst), .valid_i(in_valid), .data_i(in_data), .bad_i(in_bad),
      .valid_o(out_valid), .data_o(out_data), .end_o(out_end), .good_o(out_good)
  );

  // The body with its check, and what has come of it.
  reg [7:0]  body [0:255];
  reg [31:0] crc;
  integer    length, given, got, gap, frames, harm, line_bytes, seen_good, seen_bad, i;
  reg        harmed, waits;
  reg [7:0]  waiting;

  // Text that often needs an escape.
  task make_body;
    begin
      next_random;
      length = 1 + {26'd0, random[13:8]} % 60;
      crc = 32'hffff_ffff;
      for (i = 0; i < length; i = i + 1) begin
        next_random;
        body[i] = random[10:8] == 0 ? 8'h7e : random[10:8] == 1 ? 8'h7d : random[23:16];
        crc = crc_after(crc, body[i]);
      end
      for (i = 0; i < 4; i = i + 1)
        body[length + i] = ~crc[8*i +: 8];
      given = 0;
      got = 0;
      line_bytes = 0;
      // Half of the frames get harm: a byte altered, without stop bit, or a break in the middle.
      next_random;
      harm = random[0] ? {29'd0, random[3:1]} % 3 : 3;
    end
  endtask

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    offer = 1'b0;
    close = 1'b0;
    text = 8'd0;
    line_ready = 1'b0;
    in_valid = 1'b0;
    in_bad = 1'b0;
    in_data = 8'd0;
    waits = 1'b0;
    waiting = 8'd0;
    clock = 0;
    gap = 0;
    frames = 0;
    seen_good = 0;
    seen_bad = 0;
    harmed = 1'b0;
    random = 32'd2463534242;
    make_body;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    rst <= clock < 4;
    next_random;
    // Bytes go in when they are asked for; then the frame is closed.
    if (!rst && offer && ready === 1'b1)
      given = given + 1;
    if (closed === 1'b1) begin
      frames = frames + 1;
      check(got == length + 4 || harm != 3, 1);
      check(given == length, 2);
      make_body;
    end
    offer <= clock > 6 && given < length && closed !== 1'b1;
    text <= body[given];
    close <= given == length && closed !== 1'b1;

    // The line takes a byte every 12 cycles or more, and hands it on.
    if (waits)
      check(line_valid === 1'b1 && line_data === waiting, 3);
    in_valid <= 1'b0;
    in_bad <= 1'b0;
    waits = line_valid === 1'b1 && !line_ready;
    waiting = line_data;
    if (line_valid === 1'b1 && line_ready) begin
      in_valid <= 1'b1;
      in_data <= line_data;
      line_bytes = line_bytes + 1;
      // The frame before is over for both now.
      if (line_bytes == 1)
        harmed = 1'b0;
      if (!harmed && harm != 3 && line_data != 8'h7e && line_data != 8'h7d && line_bytes > 2 && random[16]) begin
        // An altered byte is no flag and no escape, nor what an escape makes of another one.
        harmed = 1'b1;
        if (harm == 0)
          in_data <= line_data ^ 8'h01 ^ (line_data[7:2] == 6'h1f ? 8'h80 : 8'h00);
        else if (harm == 1)
          in_bad <= 1'b1;
        else
          in_data <= 8'h7e;
      end
      gap = 12;
    end
    gap = gap - 1;
    line_ready <= gap <= 0 && !(line_valid === 1'b1 && line_ready);

    if (out_valid === 1'b1) begin
      if (!harmed)
        check(out_data === body[got], 4);
      got = got + 1;
    end
    if (out_end === 1'b1) begin
      check(out_good === !harmed, 5);
      seen_good = seen_good + (harmed ? 0 : 1);
      seen_bad = seen_bad + (harmed ? 1 : 0);
    end
    if (frames == 300) begin
      check(seen_good > 100 && seen_bad > 50, 6);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
