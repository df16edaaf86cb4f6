// Counts the playouts of one core by their first joint move: a bank for each counter, all at the same address.
//
// The core says when a playout with at least one move has ended, with the events of its end, the code of its first
// joint move and its steps. Counter 0 counts steps, the others count events.
//
// Shape   2^CODE codes, COUNTERS >= 1 counters of 32 bits each; counter k is bits 32k .. 32k+31 of values_o.
// Add     add_i: in every cycle, the same code again and again included.
// Take    take_i: values_o are the counters of code_i in the next cycle, and are zero from then on. They stay until the
//         next take or add. Only while settled_o, never together with add_i; not the same code in two successive
//         clocks.
// settled_o   All adds are in the counters: low in the clock after an add, and before ready_o.
// overflow_o  A counter ran over. Stays until clear_i; up to date whenever settled_o is high.
// Reset   rst_i forgets everything; ready_o rises 2^CODE cycles after it. No add or take before.
// Cost    COUNTERS memories of 2^CODE words of 32 bits, and their adders.

`default_nettype none

module playout_first #(
    parameter COUNTERS = 10,
    parameter CODE     = 4,
    parameter STEP     = 16
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   add_i,     // a playout ended
    input  wire [CODE-1:0]        code_i,    // its first joint move, or the one to read
    input  wire [COUNTERS-1:0]    events_i,  // what it counts for; bit 0 means nothing here
    input  wire [STEP-1:0]        steps_i,
    input  wire                   take_i,
    output wire [COUNTERS*32-1:0] values_o,  // in the next cycle
    output wire                   ready_o,
    output wire                   settled_o,
    output wire                   overflow_o,
    input  wire                   clear_i
);
  wire [COUNTERS-1:0] ready, settled, overflow;
  wire unused_step_event = &{1'b0, events_i[0]};
  assign ready_o = &ready;
  assign settled_o = &settled;
  assign overflow_o = |overflow;

  playout_bank #(.ADDRESS(CODE), .AMOUNT(STEP), .WIDTH(32)) u_steps (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .add_i(add_i),
      .address_i(code_i),
      .amount_i(steps_i),
      .take_i(take_i),
      .value_o(values_o[31:0]),
      .ready_o(ready[0]),
      .settled_o(settled[0]),
      .overflow_o(overflow[0]),
      .clear_i(clear_i)
  );

  genvar k;
  generate
    for (k = 1; k < COUNTERS; k = k + 1) begin : g_counter
      playout_bank #(.ADDRESS(CODE), .AMOUNT(1), .WIDTH(32)) u_events (
          .clk_i(clk_i),
          .rst_i(rst_i),
          .add_i(add_i & events_i[k]),
          .address_i(code_i),
          .amount_i(1'b1),
          .take_i(take_i),
          .value_o(values_o[32*k+:32]),
          .ready_o(ready[k]),
          .settled_o(settled[k]),
          .overflow_o(overflow[k]),
          .clear_i(clear_i)
      );
    end
  endgenerate
endmodule

`default_nettype wire
