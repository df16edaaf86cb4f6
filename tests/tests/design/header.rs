//! The Verilog header of a module: a user's design plays by names.

use super::place::Place;
use gdl2hdl_tests::examples;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A bench that plays a game of tic-tac-toe, each move by its name, and prints what it sees by names.
const BENCH: &str = "module named_tb;
`include \"t.vh\"
  reg clk, rst, step;
  reg [TIC_TAC_TOE_DOES_BITS-1:0] does;
  wire [TIC_TAC_TOE_TRUE_BITS-1:0] state;
  wire [TIC_TAC_TOE_DOES_BITS-1:0] legal;
  wire [TIC_TAC_TOE_GOAL_BITS-1:0] goal;
  wire terminal;
  tic_tac_toe_propnet dut (
      .clk_i(clk), .rst_i(rst), .load_i(1'b0), .step_i(step), .state_i({TIC_TAC_TOE_TRUE_BITS{1'b0}}), .does_i(does),
      .state_o(state), .legal_o(legal), .goal_o(goal), .terminal_o(terminal)
  );
  task both(input [4:0] move, input [4:0] other);
    begin
      does = tic_tac_toe_does(move) | tic_tac_toe_does(other);
      #1 if ((does & ~legal) != 0) $display(\"not legal\");
      clk = 1'b1;
      #1 clk = 1'b0;
    end
  endtask
  task x(input [4:0] move);
    both(move, TIC_TAC_TOE_DOES_O_NOOP);
  endtask
  task o(input [4:0] move);
    both(move, TIC_TAC_TOE_DOES_X_NOOP);
  endtask
  initial begin
    clk = 1'b0; rst = 1'b1; step = 1'b0; does = 0;
    #1 clk = 1'b1;
    #1 clk = 1'b0; rst = 1'b0; step = 1'b1;
    x(TIC_TAC_TOE_DOES_X_MARK_2_2);
    o(TIC_TAC_TOE_DOES_O_MARK_1_1);
    x(TIC_TAC_TOE_DOES_X_MARK_1_3);
    $display(\"%b%b%b\", state[TIC_TAC_TOE_TRUE_CELL_2_2_X], state[TIC_TAC_TOE_TRUE_CELL_1_1_O], terminal);
    $display(\"%b%b\", tic_tac_toe_true_cell_1_3_b(state), tic_tac_toe_true_cell_3_1_b(state));
    o(TIC_TAC_TOE_DOES_O_MARK_1_2);
    x(TIC_TAC_TOE_DOES_X_MARK_3_1);
    $display(\"%b%b%b%b\", terminal, goal[TIC_TAC_TOE_GOAL_X_100], goal[TIC_TAC_TOE_GOAL_O_0], goal[TIC_TAC_TOE_GOAL_X_0]);
  end
endmodule
";

#[test]
fn a_game_is_played_by_names() {
    let place = Place::of(&["tic_tac_toe"]);
    place.gdl2hdl("tic_tac_toe.kif -o t.v --header t.vh").expect(0);
    place.write("bench.v", BENCH);
    assert_eq!(place.simulate("named_tb", "bench.v t.v"), "110\n01\n1110\n");
}

/// Each bit has one name, whatever the game's words; all tools take the header.
#[test]
fn names_are_legal_and_each_is_there_once() {
    let nasty = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/names/nasty.kif");
    let place = Place::of(&[]);
    let games = ["tic_tac_toe", "two_button_lights", "one_card_poker", "eight_puzzle"].map(examples::path);
    for game in games.iter().chain([&nasty]) {
        fs::copy(game, place.path("game.kif")).unwrap();
        place.gdl2hdl("game.kif -o game.v --header names.vh").expect(0);
        let (names, manifest) = (place.read("names.vh"), place.read("game.json"));
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        let bits: usize =
            ["bases", "moves", "goals", "sees"].iter().map(|list| manifest[list].as_array().unwrap().len()).sum();
        let of_bits = names.lines().filter(|line| line.starts_with("localparam [")).count();
        assert!(bits > 0 && of_bits == bits, "{}: {of_bits} names of {bits} bits", game.display());
        assert!(names.is_ascii() && names.lines().all(|line| line.len() < 300), "{}", game.display());
        place.write("user.v", "module user;\n`include \"names.vh\"\nendmodule\n");
        place.lint("user", "user.v");
        assert_eq!(place.simulate("user", "user.v"), "");
        place.yosys("read_verilog user.v; hierarchy -check -top user").expect(0);
    }
}

#[test]
fn a_header_has_a_file_of_its_own() {
    let place = Place::of(&["tic_tac_toe"]);
    let before = place.read("tic_tac_toe.kif");
    for arguments in ["-o t.v --header t.v", "-o t.v --header t.json", "--header tic_tac_toe.kif", "--header -"] {
        place.gdl2hdl(&format!("tic_tac_toe.kif {arguments}")).expect(1);
    }
    assert!(!place.exists("t.v") && place.read("tic_tac_toe.kif") == before);
    // The Verilog may go to standard output.
    let ended = place.gdl2hdl("tic_tac_toe.kif --header t.vh").expect(0);
    assert!(ended.out.contains("module tic_tac_toe_propnet") && place.exists("t.vh"));
}
