// Random jobs for an engine, for playout_engine_tb: they are in slots there until their report is checked.

  // A job from any state that can be reached; some without steps, some that no engine plays.
  task make_job;
    begin
      slot = made % SLOTS;
      next_random;
      tag_of[slot] = random;
      start_of[slot] = GAME != ADDERS ? 14 : 0;
      if (random[4])
        start_of[slot] = GAME != ADDERS ? {20'd0, random[31:20]} % 12 : 2 + {20'd0, random[31:20]} % 18;
      next_random;
      lanes_of[slot] = 1 + {24'd0, random[11:4]} % (LANES * 2 + 6);
      quota_of[slot] = 1 + {24'd0, random[19:12]} % 7;
      limit_of[slot] = random[22:20] == 3'd0 ? 0 : {24'd0, random[30:23]} % 16;
      // One of fewer playouts than a lane has places, and one without steps.
      if (made == 2) begin
        start_of[slot] = GAME != ADDERS ? 14 : 0;
        quota_of[slot] = 1;
        limit_of[slot] = 9;
      end
      if (made == 3)
        limit_of[slot] = 0;
      // The last one keeps all cores busy: a lane is longer than the seeds of all others take.
      if (made == JOBS - 1) begin
        start_of[slot] = GAME != ADDERS ? 14 : 0;
        lanes_of[slot] = 2 * LANES + 2;
        quota_of[slot] = CORES > 7 ? 63 : CORES * (GAME == ADDERS ? 12 : 8);
        limit_of[slot] = 9;
      end
      next_random;
      refused_of[slot] = made == 1 || made >= JOBS && resets == 2
          || (made != 2 && made != 3 && made < JOBS - 1 && random[4:2] == 3'd0);
      if (refused_of[slot])
        case ({30'd0, random[6:5]})
          0: lanes_of[slot] = 0;
          1: lanes_of[slot] = 256;
          2: quota_of[slot] = random[7] ? 0 : 64;
          default: limit_of[slot] = 16;
        endcase
      still_of[slot] = !refused_of[slot] && (limit_of[slot] == 0 || over(start_of[slot]));
      next_random;
      origin_of[slot][31:0] = random;
      next_random;
      origin_of[slot][63:32] = random;
      // A first seed that would be 0.
      if (made == JOBS - 1)
        origin_of[slot] = 64'd0 - 64'h9e3779b97f4a7c15;
      for (index = 0; index < 16; index = index + 1)
        sum_of[16*slot+index] = 0;
      for (index = 0; index < 16 * CODES; index = index + 1)
        row_of[16*CODES*slot+index] = 0;
      made = made + 1;
    end
  endtask

  // A word of all the jobs that were made.
  function [31:0] job_word(input integer number);
    integer of_slot;
    begin
      of_slot = (number / WORDS) % SLOTS;
      case (number % WORDS)
        0: job_word = tag_of[of_slot];
        1: job_word = lanes_of[of_slot];
        2: job_word = quota_of[of_slot];
        3: job_word = limit_of[of_slot];
        4: job_word = origin_of[of_slot][31:0];
        5: job_word = origin_of[of_slot][63:32];
        default: job_word = {{32-STATE{1'b0}}, state_of(start_of[of_slot])};
      endcase
    end
  endfunction
