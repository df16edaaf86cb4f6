// Game: rock_paper_scissors. Propositional net, made by gdl2hdl VERSION.
// 15 registers, 6 moves, 6 goal values, 72 two-input gates.
// The manifest (.json) gives the sentence of every bit.

`default_nettype none

/* verilator lint_off DECLFILENAME */
module rock_paper_scissors_propnet (
    input  wire clk_i,
    input  wire rst_i,   // state := initial state
    input  wire load_i,  // state := state_i
    input  wire step_i,  // state := next state under does_i
    input  wire [14:0] state_i,
    input  wire [5:0] does_i,
    output wire [14:0] state_o,
    output wire [5:0] legal_o,
    output wire [5:0] goal_o,
    output wire terminal_o
);
/* verilator lint_on DECLFILENAME */
  reg round_0_or_others;  // base 0, initially true: (or (round 0) (round 2) (round 3) (round 4))
  reg round_1_or_others;  // base 1: (or (round 1) (round 3) (round 4) (round 5))
  reg round_2_or_others;  // base 2: (or (round 2) (round 4) (round 5))
  reg score_left_0;  // base 3, initially true: (score left 0)
  reg score_left_1;  // base 4: (score left 1)
  reg score_left_2;  // base 5: (score left 2)
  reg score_left_3;  // base 6: (score left 3)
  reg score_left_4;  // base 7: (score left 4)
  reg score_left_5;  // base 8: (score left 5)
  reg score_right_0;  // base 9, initially true: (score right 0)
  reg score_right_1;  // base 10: (score right 1)
  reg score_right_2;  // base 11: (score right 2)
  reg score_right_3;  // base 12: (score right 3)
  reg score_right_4;  // base 13: (score right 4)
  reg score_right_5;  // base 14: (score right 5)
  wire does_left_show_paper = does_i[0];  // move of left: (show paper)
  wire does_left_show_rock = does_i[1];  // move of left: (show rock)
  wire does_left_show_scissors = does_i[2];  // move of left: (show scissors)
  wire does_right_show_paper = does_i[3];  // move of right: (show paper)
  wire does_right_show_rock = does_i[4];  // move of right: (show rock)
  wire does_right_show_scissors = does_i[5];  // move of right: (show scissors)
  wire wins_left = (does_left_show_paper & does_right_show_rock) | (does_left_show_scissors & does_right_show_paper) |
        (does_left_show_rock & does_right_show_scissors);  // (wins left)
  wire n11 = ~score_left_1 & ~score_left_2;
  wire wins_right = (does_left_show_paper & does_right_show_scissors) | (does_left_show_scissors & does_right_show_rock) |
        (does_left_show_rock & does_right_show_paper);  // (wins right)
  wire n21 = ~score_right_0 & ~score_right_1;
  wire n26 = ~score_right_2 & ~score_right_3;
  wire n32 = ~score_right_5 & ~score_right_3 & ~score_right_4;
  wire leads_right = (score_left_0 & (~n32 | score_right_1 | score_right_2)) | (~n32 & (~n11 | (score_left_3 &
        ~score_right_3))) | (score_left_1 & score_right_2) | (score_left_4 & score_right_5);  // (leads right)
  wire leads_left = ((score_left_3 | (score_left_2 & ~n21)) & (score_right_2 | ~n21)) | ((score_left_4 |
        score_left_5) & (~n21 | ~n26)) | (score_left_5 & score_right_4) | (score_left_1 & score_right_0);  // (leads left)
  wire n54 = ~leads_right & ~leads_left;

  always @(posedge clk_i) begin
    if (rst_i) begin
      round_0_or_others <= 1'b1;
      round_1_or_others <= 1'b0;
      round_2_or_others <= 1'b0;
      score_left_0 <= 1'b1;
      score_left_2 <= 1'b0;
      score_right_1 <= 1'b0;
      score_right_3 <= 1'b0;
      score_left_1 <= 1'b0;
      score_left_3 <= 1'b0;
      score_left_4 <= 1'b0;
      score_left_5 <= 1'b0;
      score_right_0 <= 1'b1;
      score_right_2 <= 1'b0;
      score_right_4 <= 1'b0;
      score_right_5 <= 1'b0;
    end else if (load_i) begin
      round_0_or_others <= state_i[0];
      round_1_or_others <= state_i[1];
      round_2_or_others <= state_i[2];
      score_left_0 <= state_i[3];
      score_left_2 <= state_i[5];
      score_right_1 <= state_i[10];
      score_right_3 <= state_i[12];
      score_left_1 <= state_i[4];
      score_left_3 <= state_i[6];
      score_left_4 <= state_i[7];
      score_left_5 <= state_i[8];
      score_right_0 <= state_i[9];
      score_right_2 <= state_i[11];
      score_right_4 <= state_i[13];
      score_right_5 <= state_i[14];
    end else if (step_i) begin
      round_0_or_others <= (~round_1_or_others | ~round_2_or_others) & (round_1_or_others | round_2_or_others);
      round_1_or_others <= round_0_or_others;
      round_2_or_others <= round_1_or_others;
      score_left_0 <= score_left_0 & ~wins_left;
      score_left_2 <= (~score_left_2 | ~wins_left) & (~score_left_1 | wins_left) & ~n11;
      score_right_1 <= (~score_right_1 | ~wins_right) & (~score_right_0 | wins_right) & ~n21;
      score_right_3 <= (~score_right_3 | ~wins_right) & (~score_right_2 | wins_right) & ~n26;
      if (wins_left) begin
        score_left_1 <= score_left_0;
        score_left_3 <= score_left_2;
        score_left_4 <= score_left_3;
        score_left_5 <= score_left_4;
      end
      if (wins_right) begin
        score_right_0 <= 1'b0;
        score_right_2 <= score_right_1;
        score_right_4 <= score_right_3;
        score_right_5 <= score_right_4;
      end
    end
  end

  assign state_o[0] = round_0_or_others;
  assign state_o[1] = round_1_or_others;
  assign state_o[2] = round_2_or_others;
  assign state_o[3] = score_left_0;
  assign state_o[4] = score_left_1;
  assign state_o[5] = score_left_2;
  assign state_o[6] = score_left_3;
  assign state_o[7] = score_left_4;
  assign state_o[8] = score_left_5;
  assign state_o[9] = score_right_0;
  assign state_o[10] = score_right_1;
  assign state_o[11] = score_right_2;
  assign state_o[12] = score_right_3;
  assign state_o[13] = score_right_4;
  assign state_o[14] = score_right_5;
  assign legal_o[0] = 1'b1;  // left: (show paper)
  assign legal_o[1] = 1'b1;  // left: (show rock)
  assign legal_o[2] = 1'b1;  // left: (show scissors)
  assign legal_o[3] = 1'b1;  // right: (show paper)
  assign legal_o[4] = 1'b1;  // right: (show rock)
  assign legal_o[5] = 1'b1;  // right: (show scissors)
  assign goal_o[0] = leads_right;  // left: 0
  assign goal_o[1] = n54;  // left: 50
  assign goal_o[2] = leads_left;  // left: 100
  assign goal_o[3] = leads_left;  // right: 0
  assign goal_o[4] = n54;  // right: 50
  assign goal_o[5] = leads_right;  // right: 100
  assign terminal_o = ~round_0_or_others & round_2_or_others;
endmodule

`default_nettype wire
