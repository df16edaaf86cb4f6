// What an engine's reports say, for playout_engine_tb: counts of the model, and the words that are compared with them.

  // What is counted of a job, and of its first move where it made one.
  task count(input integer what, input integer of_code);
    begin
      sum_of[16*slot+what] = sum_of[16*slot+what] + 1;
      if (of_code >= 0)
        row_of[16*(CODES*slot+of_code)+what] = row_of[16*(CODES*slot+of_code)+what] + 1;
    end
  endtask

  // How a playout ends: 1 finished, 2 truncated, 3 stuck.
  task count_end(input integer how, input integer state, input integer of_code);
    begin
      count(how, of_code);
      counted = how == 1 ? {{20-COUNTERS{1'b0}}, values_of(state)} : 16'd0;
      for (index = 4; index < COUNTERS; index = index + 1)
        if (counted[index-4])
          count(index, of_code);
      seen_finished = seen_finished + (how == 1 ? 1 : 0);
      seen_truncated = seen_truncated + (how == 2 ? 1 : 0);
      seen_stuck = seen_stuck + (how == 3 ? 1 : 0);
    end
  endtask

  // Whether a first move has a row.
  function has_row(input integer of_row);
    integer what;
    begin
      has_row = 1'b0;
      for (what = 0; what < COUNTERS; what = what + 1)
        has_row = has_row || row_of[16*(CODES*(reported%SLOTS)+of_row)+what] != 0;
    end
  endfunction

  // A word of the report: tag, counters, rows with their end, flags, clocks. `row` is the row at which the rows are,
  // or the next one.
  task check_word;
    begin
      slot = reported % SLOTS;
      check(reported + (left > 0 ? 1 : 0) < begun, 20);
      if (word == 0)
        check(report_data === tag_of[slot], 21);
      else if (word <= 2 * COUNTERS)
        check(report_data === (word % 2 == 1 && !UNCOUNTED[(word-1)/2] ? sum_of[16*slot+(word-1)/2] : 0), 22);
      else if (FIRST && row <= CODES && word == 2 * COUNTERS + 1) begin
        if (!at_row)
          while (row < CODES && !has_row(row))
            row = row + 1;
        check_row;
      end else if (word == 2 * COUNTERS + 1)
        check(report_data === {30'd0, refused_of[slot], 1'b0}, 23);
      else if (word == 2 * COUNTERS + 2)
        check(report_data > 2 * COUNTERS && report_data <= clock - begun_of[slot], 24);
      else
        check(report_data === 32'd0, 25);
      word = word + 1;
      if (word > 2 * COUNTERS + 3) begin
        word = 0;
        row = 0;
        reported = reported + 1;
      end
    end
  endtask

  // A word of the rows. `word` stands still meanwhile.
  task check_row;
    begin
      if (row == CODES) begin
        check(report_data === 32'hffff_ffff, 26);
        row = CODES + 1;
      end else if (!at_row) begin
        check(report_data === row, 27);
        at_row = 1'b1;
        column = 0;
      end else begin
        check(report_data === row_of[16*(CODES*slot+row)+column], 28);
        column = column + 1;
        if (column == COUNTERS) begin
          at_row = 1'b0;
          row = row + 1;
        end
      end
      word = word - 1;
    end
  endtask
