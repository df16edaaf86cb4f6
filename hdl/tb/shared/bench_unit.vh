// Tasks of a unit, which has the registers `random`, `checks`, `errors` and `clock`.

  // A generator of its own: $random is not the same in all simulators.
  task next_random;
    begin
      random = random ^ (random << 13);
      random = random ^ (random >> 17);
      random = random ^ (random << 5);
    end
  endtask

  task check(input ok, input integer what);
    begin
      checks = checks + 1;
      if (ok !== 1'b1) begin
        errors = errors + 1;
        if (errors < 5)
          $display("%m: clock %0d: check %0d failed", clock, what);
      end
    end
  endtask
