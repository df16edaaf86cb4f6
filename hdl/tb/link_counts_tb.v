// Random changes of link_counts, all bytes looked at now and then. Runs in Icarus and Verilator. The last line is PASS
// and the number of checks, or FAIL.
`default_nettype none

module link_counts_tb;
  wire        clk;
  reg         done;
  reg  [31:0] checks, errors, random;
  integer     clock;
  bench_verdict #(.UNITS(1)) verdict (.clk_o(clk), .done_i(done), .checks_i(checks), .errors_i(errors));
`include "bench_unit.vh"

  reg        rst, start, clear, drop, drop_q, free;
  reg  [3:0] first, address;
  wire       ready;
  wire [7:0] out;
  link_counts u_dut (
      .clk_i(clk), .rst_i(rst), .start_i(start), .first_i(first), .clear_i(clear), .dropped_i(drop), .free_i(free),
      .ready_o(ready), .address_i(address), .byte_o(out)
  );

  reg  [31:0]  accepted, dropped, reports;
  reg  [15:0]  number, piece;
  wire [127:0] all = {piece, number, reports, dropped, accepted};
  integer      looks, place, operations, waits, seen_carry;

  initial begin
    checks = 0;
    errors = 0;
    done = 1'b0;
    rst = 1'b1;
    start = 1'b0;
    clear = 1'b0;
    drop = 1'b0;
    drop_q = 1'b0;
    free = 1'b0;
    first = 4'd0;
    address = 4'd0;
    clock = 0;
    accepted = 0;
    dropped = 0;
    reports = 0;
    number = 0;
    piece = 0;
    looks = 0;
    place = -1;
    operations = 0;
    waits = 0;
    seen_carry = 0;
    random = 32'd2463534242;
  end

  always @(posedge clk) begin
    clock = clock + 1;
    rst <= clock < 4;
    next_random;
    start <= 1'b0;
    drop <= 1'b0;
    drop_q <= drop;
    waits = rst || start || ready !== 1'b1 ? waits + 1 : 0;
    check(waits < 400, 1);
    // Frames are dropped at any time but while the bytes are looked at.
    if (clock > 60 && random[28:24] == 0 && place < 0 && random[23:22] == 0) begin
      drop <= 1'b1;
      dropped = dropped + 1;
    end
    // Frames are counted while nothing is looked at or begun.
    free <= place < 0;
    if (place >= 0) begin
      // A byte is there two cycles after its address was set.
      address <= place;
      if (place >= 2)
        check(out === all[8*(place-2) +: 8], 2);
      place = place == 17 ? -1 : place + 1;
    end else if (!rst && !start && !drop && !drop_q && ready === 1'b1 && clock > 60) begin
      if (random[3:0] == 0 && random[28:24] != 0) begin
        looks = looks + 1;
        place = 0;
        free <= 1'b0;
      end else if (random[7:5] != 0) begin
        operations = operations + 1;
        start <= 1'b1;
        free <= 1'b0;
        clear <= 1'b0;
        case (random[12:9])
          0, 1, 2, 3: begin first <= 4'd0; accepted = accepted + 1; end
          4, 5: begin
            first <= 4'd8;
            reports = reports + 1;
            number = number + 1;
            piece = 0;
          end
          6: if (random[20:13] == 0) begin
            first <= 4'd0;
            clear <= 1'b1;
            {accepted, reports, number, piece} = 0;
            dropped = 0;
          end else begin
            first <= 4'd12;
            clear <= 1'b1;
            {number, piece} = 0;
          end
          default: begin first <= 4'd14; piece = piece + 1; end
        endcase
        seen_carry = seen_carry + (piece == 256 || accepted == 256 || reports == 256 ? 1 : 0);
      end
    end
    if (operations == 5000) begin
      check(looks > 100, 3);
      check(seen_carry > 1, 4);
      done <= 1'b1;
    end
  end
endmodule

`default_nettype wire
