// Game: two_button_lights. Propositional net, made by gdl2hdl VERSION.
// 2 registers, 2 moves, 2 goal values, 7 two-input gates.
// The manifest (.json) gives the sentence of every bit.

`default_nettype none

/* verilator lint_off DECLFILENAME */
module two_button_lights_propnet (
    input  wire clk_i,
    input  wire rst_i,   // state := initial state
    input  wire load_i,  // state := state_i
    input  wire step_i,  // state := next state under does_i
    input  wire [1:0] state_i,
    input  wire [1:0] does_i,
    output wire [1:0] state_o,
    output wire [1:0] legal_o,
    output wire [1:0] goal_o,
    output wire terminal_o
);
/* verilator lint_on DECLFILENAME */
  reg p;  // base 0: p
  reg q;  // base 1: q
  wire does_robot_a = does_i[0];  // move of robot: a
  wire does_robot_b = does_i[1];  // move of robot: b
  wire n6 = p & q;

  always @(posedge clk_i) begin
    if (rst_i) begin
      p <= 1'b0;
      q <= 1'b0;
    end else if (load_i) begin
      p <= state_i[0];
      q <= state_i[1];
    end else if (step_i) begin
      p <= (~p & does_robot_a) | (q & does_robot_b);
      q <= (p & does_robot_b) | (q & does_robot_a);
    end
  end

  assign state_o[0] = p;
  assign state_o[1] = q;
  assign legal_o[0] = 1'b1;  // robot: a
  assign legal_o[1] = 1'b1;  // robot: b
  assign goal_o[0] = ~n6;  // robot: 0
  assign goal_o[1] = n6;  // robot: 100
  assign terminal_o = n6;
endmodule

`default_nettype wire
