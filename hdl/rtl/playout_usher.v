// Shows the next lane to one of many cores: to one with a free place, else to one that plays the last playout of a lane
// and may have a free place then. Of several to the lowest; to none when no core is either.
//
// The choice is one clock old, so that no path leads through all cores: a core asks one clock before the place has its
// turn that could take the lane. Of several cores whose lanes end in the same clock one takes the lane; the others are
// shown the next ones from two clocks later on. A single core is always shown the lane.
//
// Reset   Nothing is shown in the clock after rst_i, but to a single core.
// Cost    CORES flip-flops, about 4 * CORES LUTs, two carry chains; nothing for one core.

`default_nettype none

module playout_usher #(
    parameter CORES = 1
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire [CORES-1:0] idle_i,  // the place that has its turn in the next clock is free
    input  wire [CORES-1:0] last_i,  // it plays the last playout of a lane
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
