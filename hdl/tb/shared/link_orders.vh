// Orders of link_host.

  localparam [7:0] END = 8'd0, BYTE = 8'd1, LINE = 8'd2, ANSWER = 8'd3, WORD = 8'd4, DROPS = 8'd5, SIZE = 8'd6,
    LOST = 8'd7, SESSION = 8'd8, TAG = 8'd9, LENGTH = 8'd10, ROOM = 8'd11, QUIET = 8'd12, BYTES = 8'd13,
    PLAYS = 8'd14, BUSY = 8'd15;
