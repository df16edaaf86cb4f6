// What is above the units of a bench: their clock, and the verdict when all are done.
// The last line is PASS and the number of checks, or FAIL.
`default_nettype none

module bench_verdict #(
    parameter UNITS = 1
) (
    output reg                 clk_o,
    input  wire [UNITS-1:0]    done_i,
    input  wire [32*UNITS-1:0] checks_i,  // of each unit
    input  wire [32*UNITS-1:0] errors_i
);
  // The end is a clock that stops: $finish makes Verilator write a line of its own after the last one.
  reg stop;
  initial begin
    stop = 1'b0;
    clk_o = 1'b0;
    while (!stop)
      #5 clk_o = !clk_o;
  end

  reg [31:0] all_checks;
  reg [31:0] all_errors;
  integer    unit_id;
  always @(posedge clk_o) begin
    if (&done_i && !stop) begin
      all_checks = 0;
      all_errors = 0;
      for (unit_id = 0; unit_id < UNITS; unit_id = unit_id + 1) begin
        all_checks = all_checks + checks_i[32*unit_id +: 32];
        all_errors = all_errors + errors_i[32*unit_id +: 32];
      end
      if (all_errors == 0)
        $display("PASS %0d", all_checks);
      else
        $display("FAIL %0d of %0d checks", all_errors, all_checks);
      stop = 1'b1;
    end
  end
endmodule

`default_nettype wire
