// Gives the words of job.hex to an engine and prints those of its report. ENGINE is the engine's module, without debug
// ports, and WORDS the number of words.
module engine_host_tb;
  reg         clk, rst;
  reg  [31:0] job [0:`WORDS];
  integer     sent;
  wire        job_ready, report_valid, report_last, busy;
  wire [31:0] report_data;

  `ENGINE u_engine (
      .clk_i(clk), .rst_i(rst),
      .job_valid_i(sent < `WORDS), .job_ready_o(job_ready), .job_data_i(job[sent]),
      .report_valid_o(report_valid), .report_ready_i(1'b1), .report_data_o(report_data),
      .report_last_o(report_last), .busy_o(busy)
  );

  always #1 clk = ~clk;
  always @(posedge clk)
    if (!rst) begin
      if (job_ready && sent < `WORDS)
        sent <= sent + 1;
      if (report_valid) begin
        $display("%h", report_data);
        if (report_last)
          $finish(0);
      end
    end

  initial begin
    $readmemh("job.hex", job, 0, `WORDS - 1);
    job[`WORDS] = 32'd0;
    clk = 1'b0;
    rst = 1'b1;
    sent = 0;
    #4 rst = 1'b0;
    #2000000 $display("no report");
    $finish(0);
  end
endmodule
