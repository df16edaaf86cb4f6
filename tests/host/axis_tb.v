// Gives the words of job.hex, two jobs, to an engine with AXI-Stream ports and prints those of both reports; valid and ready
// come and go at random. WRAPPER is the module, WORDS the number of words of both jobs; with MISFRAMED the first packet ends
// a word early.
module axis_tb;
  reg         aclk, aresetn, offer, take, held;
  reg  [31:0] job [0:`WORDS];
  integer     sent, reports, seed, waits;
  wire        s_tready, m_tvalid, m_tlast, busy, misframed;
  wire [31:0] m_tdata;
  reg  [31:0] word;
  reg         last;

`ifdef MISFRAMED
  wire s_tlast = sent == `WORDS / 2 - 2 || sent == `WORDS - 1;
`else
  wire s_tlast = sent == `WORDS / 2 - 1 || sent == `WORDS - 1;
`endif
  wire s_tvalid = offer && sent < `WORDS;

  `WRAPPER u_engine (
      .aclk(aclk), .aresetn(aresetn),
      .s_axis_tvalid(s_tvalid), .s_axis_tready(s_tready), .s_axis_tdata(job[sent]), .s_axis_tlast(s_tlast),
      .m_axis_tvalid(m_tvalid), .m_axis_tready(take), .m_axis_tdata(m_tdata), .m_axis_tlast(m_tlast),
      .busy_o(busy), .misframed_o(misframed)
  );

  always #1 aclk = ~aclk;
  always @(posedge aclk) begin
    if (!aresetn && (s_tready !== 1'b0 || m_tvalid !== 1'b0))
      $display("ready or valid in reset");
    if (aresetn) begin
      // What is offered stays until it is taken.
      if (held && (!m_tvalid || m_tdata !== word || m_tlast !== last))
        $display("a word was taken back");
      held <= m_tvalid && !take;
      word <= m_tdata;
      last <= m_tlast;
      waits <= waits + (m_tvalid && !take) + (s_tvalid && !s_tready);
      if (s_tvalid && s_tready)
        sent <= sent + 1;
      // A valid stays until its ready.
      offer <= (s_tvalid && !s_tready) || $random(seed) % 3 == 0;
      take  <= $random(seed) % 4 == 0;
      if (m_tvalid && take) begin
        $display("%h", m_tdata);
        if (m_tlast) begin
          reports <= reports + 1;
          if (reports == 1) begin
            $display("misframed %b, waited %b", misframed, waits > 20);
            $finish(0);
          end
        end
      end
    end
  end

  initial begin
    $readmemh("job.hex", job, 0, `WORDS - 1);
    job[`WORDS] = 32'd0;
    {aclk, aresetn, offer, take, held} = 5'd0;
    sent = 0;
    reports = 0;
    waits = 0;
    seed = 5;
    #20 aresetn = 1'b1;
    #2000000 $display("no report");
    $finish(0);
  end
endmodule
