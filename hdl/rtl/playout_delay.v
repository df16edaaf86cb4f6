// Gives back what it got CLOCKS clocks ago.
//
// Shape   WIDTH, CLOCKS  any; 0 cycles are a wire
//         MEMORY         0: in flip-flops; 1: from 3 cycles on in a memory of LUTs that is written and read in turn
//         LATE           1: data_o comes right out of the memory of LUTs, where there is one
// Timing  data_o comes out of a flip-flop, with LATE out of a LUT that is a memory.
// Reset   rst_i sets the place in the memory, not the words.
// Cost    CLOCKS * WIDTH flip-flops. With MEMORY a memory of CLOCKS - 1 words (in ECP5 6 LUT4 for each 4 bits up to 16
//         words), about 2 * $clog2(CLOCKS) LUT4, and WIDTH flip-flops; with LATE one word more and none of these.

`default_nettype none

module playout_delay #(
    parameter WIDTH = 8,
    parameter CLOCKS = 1,
    parameter MEMORY = 0,
    parameter LATE = 0
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire [WIDTH-1:0] data_i,
    output wire [WIDTH-1:0] data_o
);
  genvar i;
  generate
    if (CLOCKS == 0) begin : g_wire
      wire unused = &{1'b0, clk_i, rst_i};
      assign data_o = data_i;
    end else if (MEMORY != 0 && CLOCKS >= 3) begin : g_memory
      localparam WORDS = LATE != 0 ? CLOCKS : CLOCKS - 1;
      localparam ADDRESS = $clog2(WORDS);
      localparam [31:0] LAST = WORDS - 1;

      (* ram_style = "distributed" *)
      reg [WIDTH-1:0]   memory [0:(1<<ADDRESS)-1];
      reg [ADDRESS-1:0] place_q;
      // What was written one round ago.
      wire [WIDTH-1:0]  word = memory[place_q];

      always @(posedge clk_i) begin
        place_q <= (rst_i | place_q == LAST[ADDRESS-1:0]) ? {ADDRESS{1'b0}} : place_q + 1'b1;
        memory[place_q] <= data_i;
      end
      if (LATE != 0) begin : g_late
        assign data_o = word;
      end else begin : g_last
        // The last clock.
        reg [WIDTH-1:0] data_q;

        always @(posedge clk_i) data_q <= word;
        assign data_o = data_q;
      end
    end else begin : g_registers
      wire unused = rst_i;

      for (i = 0; i < CLOCKS; i = i + 1) begin : stage
        reg [WIDTH-1:0] data_q;

        if (i == 0) begin : first
          always @(posedge clk_i) data_q <= data_i;
        end else begin : other
          always @(posedge clk_i) data_q <= stage[i-1].data_q;
        end
      end
      assign data_o = stage[CLOCKS-1].data_q;
    end
  endgenerate
endmodule

`default_nettype wire
