// Holds reports that come in bytes until they are sent, each in one piece. In place of link_reporter where reports are
// small, and of the engine's own queue.
//
// Shape   2^LOG_DEPTH bytes; a report has no more, and 256 at most, in whole words.
// In      Bytes of reports: one passes where report_valid_i and report_ready_o are high.
// Out     As link_reporter: piece_o: a whole report is there. last_o is high, as it is the last piece. Its bytes pass where
//         valid_o and ready_i are high; end_o is high with the last one. data_o stays until then.
// Timing  A byte goes in in a cycle, or in two; one goes out in 3.
// Reset   rst_i drops what is there.
// Cost    iCE40: 1 SB_RAM40, 40 LUTs, 30 FFs.
//
// A byte is read only when its report is whole, so never when it is written: the branch with x tells synthesis so.
`default_nettype none

module link_byte_reporter #(
    parameter LOG_DEPTH = 8
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       report_valid_i,
    output wire       report_ready_o,
    input  wire [7:0] report_data_i,
    input  wire       report_last_i,
    output wire       piece_o,
    output wire       last_o,
    output wire       valid_o,
    input  wire       ready_i,
    output wire [7:0] data_o,
    output wire       end_o
);
  localparam [LOG_DEPTH-1:0] ONE = 1;

  reg [LOG_DEPTH-1:0] write_q;
  reg [LOG_DEPTH-1:0] read_q;
  reg                 room_q;   // there was room a clock ago, and nothing came since
  reg [3:0]           whole_q;  // whole reports
  reg                 fetch_q;  // a byte is read
  reg                 valid_q;  // it is there
  reg [8:0]           word_q;   // with whether it is the last one
  reg [8:0]           memory [0:(1 << LOG_DEPTH)-1];

  wire write = report_valid_i && room_q;
  wire take = valid_q && ready_i;
  wire comes = write && report_last_i;
  wire goes = take && word_q[8];

  assign report_ready_o = room_q;
  assign piece_o = whole_q != 4'd0;
  assign last_o = 1'b1;
  assign valid_o = valid_q;
  assign end_o = word_q[8];
  assign data_o = word_q[7:0];

  always @(posedge clk_i) begin
    if (rst_i) begin
      write_q <= {LOG_DEPTH{1'b0}};
      read_q <= {LOG_DEPTH{1'b0}};
      room_q <= 1'b0;
      whole_q <= 4'd0;
      fetch_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (write)
        write_q <= write_q + ONE;
      if (take)
        read_q <= read_q + ONE;
      // A place stays free, so that full is not empty.
      room_q <= write_q + ONE != read_q && !write && whole_q != 4'd15;
      whole_q <= whole_q + {3'd0, comes} - {3'd0, goes};
      fetch_q <= piece_o && !fetch_q && !valid_q;
      valid_q <= fetch_q || (valid_q && !ready_i);
    end
  end

  always @(posedge clk_i) begin
    if (write)
      memory[write_q] <= {report_last_i, report_data_i};
    if (fetch_q) begin
      word_q <= memory[read_q];
      if (write && write_q == read_q)
        word_q <= 9'dx;
    end
  end
endmodule

`default_nettype wire
