// A host at the pins of a device with a link: follows a script, decodes what the device sends, and checks it by what is
// made here of docs/LINK.md.
//
// script holds an order and a number in each entry; a bench fills it, or reads it from a file, before `go_i` is high:
//
//   BYTE    bits 7:0 are sent as a byte; bit 8: without stop bit, then the line is high for two bits
//   LINE    the line is bit 0 for one bit
//   ANSWER  waits for a frame that is no report: its header is this number
//   WORD    the next word of that frame is this number
//   DROPS   the next word of that frame is this number and those of LOST
//   SIZE    that frame had so many words
//   LOST    waits for a frame that is no report: when its header is another one than this, it stays for the next order
//   SESSION what the device sends from now on has this session; its reports count anew
//   TAG     the report behind those that are to come has this tag, and, with the next order,
//   LENGTH  so many words
//   ROOM    waits until fewer than so many reports are still to come
//   QUIET   nothing comes for so many bits
//   BYTES   waits until so many more bytes have come
//   PLAYS   plays_o
//   BUSY    busy_i is this
//   END     of the script
//
// Words of reports are checked when MODEL is 1: they are as link_answers.vh says; else they are printed, 8 hex digits a
// line. Bits last RATIO clocks.
`default_nettype none

module link_host #(
    parameter RATIO = 4,
    parameter MODEL = 1
) (
    input  wire       clk_i,
    input  wire       go_i,
    output reg        tx_o,
    input  wire       rx_i,
    input  wire       busy_i,
    output reg        plays_o,
    output reg        done_o,
    output integer    checks_o,
    output integer    errors_o,
    output integer    lost_o
);
`include "link_crc32.vh"
`include "link_answers.vh"
`include "link_orders.vh"
  localparam PATIENCE = 400000;

  reg [39:0] script [0:65535];
  reg [7:0]  order;
  reg [31:0] number;
  integer    at, bits, waited, bytes_due;

  task check(input ok, input integer what);
    begin
      checks_o = checks_o + 1;
      if (ok !== 1'b1) begin
        errors_o = errors_o + 1;
        if (errors_o < 9)
          $display("%m: check %0d failed at order %0d, %h of %h", what, at, order, number);
      end
    end
  endtask

  // What comes: bytes, frames, the words of the frame that is looked at.
  reg [31:0] words [0:4095];
  reg [31:0] sizes [0:1023];
  integer    clock, filled, count, frames, bytes;
  reg        open, escaped;
  reg [7:0]  shift;
  reg [31:0] crc, word;
  // The first word that was not yet looked at, the frame it is of, and how many of its words were.
  integer    first, seen, looked;

  // The last word of a body is its check, which is no part of the frame that is kept.
  task take(input [7:0] data);
    begin
      bytes = bytes + 1;
      if (data == 8'h7e) begin
        check(!escaped && count % 4 == 0, 100);
        check(count == 0 || (count >= 8 && crc == 32'hdebb20e3), 101);
        if (count >= 8) begin
          filled = filled + count / 4 - 1;
          sizes[frames % 1024] = count / 4 - 1;
          frames = frames + 1;
        end
        open = count == 0;
        count = 0;
        crc = 32'hffff_ffff;
        escaped = 1'b0;
      end else if (data == 8'h7d) begin
        check(open && !escaped, 102);
        escaped = 1'b1;
      end else begin
        check(open, 103);
        word = {escaped ? data ^ 8'h20 : data, word[31:8]};
        crc = crc_after(crc, word[31:24]);
        escaped = 1'b0;
        count = count + 1;
        if (count % 4 == 0)
          words[(filled + count / 4 - 1) % 4096] = word;
      end
    end
  endtask

  task sample;
    begin
      if (clock == 0)
        clock = rx_i === 1'b1 ? 0 : 1;
      else begin
        if (clock % RATIO == RATIO / 2) begin
          if (clock / RATIO == 0)
            check(rx_i === 1'b0, 104);
          if (clock / RATIO == 9) begin
            check(rx_i === 1'b1, 105);
            take(shift);
            clock = -1;
          end
          shift = {rx_i, shift[7:1]};
        end
        clock = clock + 1;
      end
    end
  endtask

  function [31:0] look(input integer which);
    look = words[(first + which) % 4096];
  endfunction
  task leave;
    begin
      first = first + sizes[seen % 1024];
      seen = seen + 1;
    end
  endtask

  // Reports: those to come, and the piece that is next.
  reg [31:0] tags [0:63];
  integer    lengths [0:63];
  integer    given, reported, piece, numbered, size, i;
  reg [15:0] session;
  task see_piece;
    begin
      check(look(0) == {session, 16'h0090}, 110);
      check(reported < given, 111);
      size = sizes[seen % 1024] - 2;
      if (MODEL != 0) begin
        i = lengths[reported % 64] - 64 * piece;
        check(size == (i > 64 ? 64 : i), 112);
        check(look(1) == {i <= 64, numbered[14:0], piece[15:0]}, 113);
      end else begin
        check(size == 64 || look(1) >= 32'h8000_0000, 112);
        check((look(1) & 32'h7fff_ffff) == {1'b0, numbered[14:0], piece[15:0]}, 113);
      end
      for (i = 0; i < size; i = i + 1) begin
        if (MODEL != 0)
          check(look(i + 2) == report_word(tags[reported % 64], i + 64 * piece), 114);
        else
          $display("%h", look(i + 2));
      end
      piece = piece + 1;
      if (look(1) >= 32'h8000_0000) begin
        piece = 0;
        numbered = numbered + 1;
        reported = reported + 1;
      end
      leave;
    end
  endtask

  // An order takes a clock, or is looked at again in the next one.
  task next;
    begin
      at = at + 1;
      bits = 0;
      waited = 0;
    end
  endtask
  task impatient;
    begin
      waited = waited + 1;
      if (waited == PATIENCE) begin
        check(1'b0, 120);
        next;
      end
    end
  endtask
  task follow;
    begin
      {order, number} = script[at];
      case (order)
        BYTE: begin
          tx_o <= bits < RATIO ? 1'b0 : bits < 9 * RATIO ? number[bits / RATIO - 1]
                  : bits < 10 * RATIO ? !number[8] : 1'b1;
          bits = bits + 1;
          if (bits == (number[8] ? 12 : 10) * RATIO)
            next;
        end
        LINE: begin
          tx_o <= number[0];
          bits = bits + 1;
          if (bits == RATIO)
            next;
        end
        ANSWER: begin
          impatient;
          if (frames > seen) begin
            check(look(0) == number, 121);
            looked = 1;
            leave;
            next;
          end
        end
        LOST: begin
          impatient;
          if (frames > seen) begin
            if (look(0) == number)
              leave;
            else
              lost_o = lost_o + 1;
            next;
          end
        end
        // The frame was left, its words are still there.
        WORD, DROPS: begin
          i = first - sizes[(seen + 1023) % 1024] + looked;
          check(words[i % 4096] == number + (order == DROPS ? lost_o : 0), 122);
          looked = looked + 1;
          next;
        end
        SIZE: begin
          check(sizes[(seen + 1023) % 1024] == number, 123);
          next;
        end
        SESSION: begin
          session = number[15:0];
          reported = 0;
          given = 0;
          piece = 0;
          numbered = 0;
          lost_o = 0;
          next;
        end
        TAG: begin
          tags[given % 64] = number;
          next;
        end
        LENGTH: begin
          lengths[given % 64] = number;
          given = given + 1;
          next;
        end
        ROOM: begin
          impatient;
          if (given - reported < number)
            next;
        end
        QUIET: begin
          waited = waited + 1;
          check(frames == seen, 124);
          if (waited == number * RATIO)
            next;
        end
        BYTES: begin
          if (waited == 0)
            bytes_due = bytes + number;
          impatient;
          if (bytes >= bytes_due)
            next;
        end
        PLAYS: begin
          plays_o <= number[0];
          next;
        end
        BUSY: begin
          check(busy_i === number[0], 125);
          next;
        end
        default: begin
          check(order == END && frames == seen, 126);
          done_o <= 1'b1;
        end
      endcase
    end
  endtask

  initial begin
    tx_o = 1'b1;
    plays_o = 1'b1;
    done_o = 1'b0;
    checks_o = 0;
    errors_o = 0;
    lost_o = 0;
    at = 0;
    bits = 0;
    waited = 0;
    clock = 0;
    filled = 0;
    count = 0;
    frames = 0;
    bytes = 0;
    open = 1'b0;
    escaped = 1'b0;
    crc = 32'hffff_ffff;
    first = 0;
    seen = 0;
    looked = 0;
    given = 0;
    reported = 0;
    piece = 0;
    numbered = 0;
    session = 16'd0;
  end

  always @(posedge clk_i) begin
    if (go_i && !done_o) begin
      sample;
      if (frames > seen && (look(0) & 32'hff) == 32'h90)
        see_piece;
      else
        follow;
    end
  end
endmodule

`default_nettype wire
