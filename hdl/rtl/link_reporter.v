// Cuts reports into pieces of 64 words, and holds one until it is sent.
//
// In      Words of reports, as the engine gives them: a word passes where report_valid_i and report_ready_o are high.
// Out     piece_o: a piece is there, the last of its report when last_o is high. Its bytes pass where valid_o and
//         ready_i are high, low byte of each word first; end_o is high with the last one. data_o stays until then.
// Timing  A word goes in in 4 cycles, a byte goes out in 3.
// LATE    1: for devices whose memories give words late in the clock, in playout_words.
// Reset   rst_i drops what is there.
// Cost    iCE40: 1 SB_RAM40, 46 LUTs, 28 FFs.
//
// A piece says in front whether it is the last one, so it must be there as a whole.
`default_nettype none

module link_reporter #(
    parameter LATE = 0
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        report_valid_i,
    output wire        report_ready_o,
    input  wire [31:0] report_data_i,
    input  wire        report_last_i,
    output wire        piece_o,
    output wire        last_o,
    output wire        valid_o,
    input  wire        ready_i,
    output wire [7:0]  data_o,
    output wire        end_o
);
  reg       full_q;   // the piece is whole
  reg       last_q;
  reg [7:0] place_q;  // the byte that is written, or read when the piece is whole
  reg [7:0] end_q;    // the last byte of a whole piece
  reg       at_end_q; // it was the last one in the clock before: known before the byte is there
  reg       fresh_q;  // the byte is read
  reg       valid_q;
  reg [7:0] byte_q;
  reg [7:0] data_q;
  reg [7:0] memory [0:255];

  wire write = report_valid_i && !full_q;
  wire word = place_q[1:0] == 2'd3;
  wire whole = word && (report_last_i || place_q[7:2] == 6'd63);
  assign report_ready_o = word && !full_q;

  wire take = valid_q && ready_i;
  assign piece_o = full_q;
  assign last_o = last_q;
  assign valid_o = valid_q;
  assign end_o = at_end_q;

  always @(posedge clk_i) begin
    if (rst_i || (take && end_o)) begin
      full_q <= 1'b0;
      place_q <= 8'd0;
      fresh_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (write)
        full_q <= whole;
      if (write || take)
        place_q <= (write && whole) ? 8'd0 : place_q + 8'd1;
      // The byte behind one that was taken is there after two cycles.
      fresh_q <= full_q && !take;
      valid_q <= fresh_q && !take;
    end
  end

  always @(posedge clk_i) begin
    at_end_q <= place_q == end_q;
    if (write) begin
      last_q <= report_last_i;
      end_q <= place_q;
    end
  end

  reg [7:0] part;
  always @* begin
    case (place_q[1:0])
      2'd0: part = report_data_i[7:0];
      2'd1: part = report_data_i[15:8];
      2'd2: part = report_data_i[23:16];
      default: part = report_data_i[31:24];
    endcase
  end

  // Bytes are read only when none is written; the branch with x tells synthesis so.
  always @(posedge clk_i) begin
    if (write && LATE == 0)
      memory[place_q] <= part;
    if (full_q) begin
      byte_q <= memory[place_q];
      if (write)
        byte_q <= 8'dx;
    end
    // Once more in a flip-flop, as a memory gives its words late in the clock.
    data_q <= byte_q;
  end

  wire [7:0] late;
  assign data_o = LATE != 0 ? late : data_q;
  generate
    if (LATE != 0) begin : g_late
      playout_words #(.WIDTH(8), .LOG_DEPTH(8)) u_words (
          .clk_i(clk_i), .write_i(write), .write_address_i(place_q), .data_i(part),
          .read_address_i(place_q), .moves_i(1'b1), .data_o(late)
      );
    end else begin : g_early
      assign late = 8'd0;
    end
  endgenerate
endmodule

`default_nettype wire
