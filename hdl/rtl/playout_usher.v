// Shows the next lane to one of many cores: to one with a free place, else to one that plays the last playout of a lane
// and will have a place soon. Of several to the lowest; to none when no core is either.
//
// A core that is shown a lane may take it in the same clock. The choice is one clock old, so that no path leads through
// all cores: of many cores that become free at once some wait a few clocks, also because a core that has just taken a
// lane is shown once more as a rule. A single core is always shown the lane.
//
// Reset   Nothing is shown in the clock after rst_i, but to a single core.
// Cost    CORES flip-flops, about 4 * CORES LUTs, two carry chains; nothing for one core.

`default_nettype none

module playout_usher #(
    parameter CORES = 1
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire [CORES-1:0] idle_i,  // the core has a free place
    input  wire [CORES-1:0] last_i,  // the core plays the last playout of a lane
    output wire [CORES-1:0] show_o   // one of them
);
  generate
    if (CORES == 1) begin : g_one
      wire unused = &{1'b0, clk_i, rst_i, idle_i, last_i};
      assign show_o = 1'b1;
    end else begin : g_many
      reg [CORES-1:0] show;
      wire [CORES-1:0] wanted = |idle_i ? idle_i : last_i;
      always @(posedge clk_i) begin
        if (rst_i) show <= {CORES{1'b0}};
        else show <= wanted & (~wanted + 1'b1);  // the lowest bit
      end
      assign show_o = show;
    end
  endgenerate
endmodule

`default_nettype wire
