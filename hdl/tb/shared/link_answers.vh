// Words of the reports of an engine that plays nothing: the tag, then words that need escapes now and then.

  function [31:0] report_word(input [31:0] tag, input integer at);
    report_word = at == 0 ? tag : (tag ^ 32'h7e00_7d00) + at * 32'h0107_7d7e;
  endfunction
