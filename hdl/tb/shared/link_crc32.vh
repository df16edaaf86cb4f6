// The check of frames, a byte at a time.

  function [31:0] crc_after(input [31:0] crc, input [7:0] data);
    integer step;
    begin
      crc_after = crc ^ {24'd0, data};
      for (step = 0; step < 8; step = step + 1)
        crc_after = crc_after[0] ? (crc_after >> 1) ^ 32'hedb8_8320 : crc_after >> 1;
    end
  endfunction
