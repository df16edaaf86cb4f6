//! Properties for formal tools: Yosys reads them, and its own solver proves them, or finds what breaks them.

use super::place::Place;

/// The game's module with its checker, read as the project of SymbiYosys reads them.
fn read(place: &Place, task: &str) -> String {
    let project = place.read("f/tic_tac_toe_formal.sby");
    let script: Vec<&str> = project.lines().skip_while(|line| *line != "[script]").skip(1).collect();
    let lines = script.iter().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with('#'));
    // A line that begins with a task's name is of that task alone.
    let of_task = lines.filter_map(|line| match line.split_once(": ") {
        Some((name, line)) => (name == task).then_some(line),
        None => Some(*line),
    });
    of_task.collect::<Vec<_>>().join("; ").replace("read -formal ", "read -formal f/") + "; flatten; dffunmap"
}

/// What Yosys' solver says. It knows no `cover`.
fn solved(place: &Place, task: &str, how: &str) -> bool {
    let script = format!("{}; delete t:$cover; sat -verify -prove-asserts -set-assumes {how}", read(place, task));
    let ended = place.yosys(&script);
    let refuted = ended.err.contains("proof did fail");
    assert!(ended.status == Some(0) || refuted, "{}", ended.err);
    !refuted
}

const INDUCTION: &str = "-tempinduct -maxsteps 3";
const BOUNDED: &str = "-tempinduct -tempinduct-baseonly -maxsteps 10";

fn place() -> Place {
    let place = Place::of(&["tic_tac_toe"]);
    place.gdl2hdl("emit tic_tac_toe.kif --what formal -o f").expect(0);
    place
}

#[test]
fn guarantees_are_proven() {
    let place = place();
    // What solvers of SymbiYosys are given.
    place.yosys(&format!("{}; write_smt2 -wires t.smt2", read(&place, "bmc"))).expect(0);
    assert!(place.read("t.smt2").matches("; yosys-smt2-assert ").count() >= 2);
    assert!(solved(&place, "prove", INDUCTION), "ports do what they should in any state");
    assert!(solved(&place, "bmc", BOUNDED), "play comes to states of play");
}

/// A module that does something else is found out, for each kind of guarantee.
#[test]
fn broken_modules_are_found_out() {
    let place = place();
    let file = "f/tic_tac_toe_propnet.v";
    let good = place.read(file);
    let reset = good.lines().find(|line| line.contains("rst_i)")).unwrap();
    assert!(good.contains("load_i") && good.contains("step_i"), "{good}");
    // A reset that nobody gives.
    place.write(file, &good.replace(reset, &reset.replace("rst_i", "(rst_i & ~load_i)")));
    assert!(!solved(&place, "prove", INDUCTION));
    place.write(file, &good);
    // A checker that takes more for granted, or less: groups of which two members hold, and any joint move.
    let (file, checker) = ("f/tic_tac_toe_properties.v", place.read("f/tic_tac_toe_properties.v"));
    let wrong = [
        ("wire [1:0] group_0 = {\n      state_o[1]", "wire [1:0] group_0 = {\n      state_o[3]"),
        ("assume (steps)", "assume (1'b1)"),
    ];
    for (from, to) in wrong {
        assert!(checker.contains(from), "{from}");
        place.write(file, &checker.replace(from, to));
        assert!(!solved(&place, "bmc", BOUNDED), "{to}");
    }
}

/// With `OF_USER` the checker is one of another design: here one that plays the lowest legal move of each role.
#[test]
fn users_are_checked() {
    let user = "module tic_tac_toe_formal #(parameter PLAY = 1) (input wire clk_i);
  reg [1:0] age = 2'd0;
  always @(posedge clk_i) if (age != 2'd3) age <= age + 2'd1;
  wire rst = age == 2'd0;
  wire [18:0] state;
  wire [19:0] legal;
  wire [5:0] goal;
  wire terminal;
  wire step = ~rst & ~terminal;
  wire [9:0] of_x = legal[9:0] & (~legal[9:0] + 10'd1);
  wire [9:0] of_o = legal[19:10] & (~legal[19:10] + 10'd1);
  wire [19:0] does = {of_o, of_x};
  tic_tac_toe_propnet u_module (.clk_i(clk_i), .rst_i(rst), .load_i(1'b0), .step_i(step), .state_i(19'd0),
      .does_i(does), .state_o(state), .legal_o(legal), .goal_o(goal), .terminal_o(terminal));
  tic_tac_toe_properties #(.OF_USER(1)) u_user (.clk_i(clk_i), .rst_i(rst), .load_i(1'b0), .step_i(step),
      .state_i(19'd0), .does_i(does), .state_o(state), .legal_o(legal), .terminal_o(terminal));
endmodule
";
    let place = place();
    let file = "f/tic_tac_toe_formal.v";
    place.write(file, user);
    assert!(solved(&place, "bmc", BOUNDED));
    for (from, to) in [("~rst & ~terminal", "~rst"), ("= {of_o, of_x}", "= legal"), ("age == 2'd0", "age == 2'd1")] {
        place.write(file, &user.replace(from, to));
        assert!(!solved(&place, "bmc", BOUNDED), "{to}");
    }
}

#[test]
fn without_state_nothing_is_to_be_proven() {
    let place = Place::of(&[]);
    place.write("one.kif", "(role r) (legal r a) (legal r b) (goal r 100) (<= terminal (p)) (p)");
    let ended = place.gdl2hdl("emit one.kif --what formal -o f").expect(1);
    assert!(ended.err.contains("no state") && !place.exists("f"), "{}", ended.err);
}
