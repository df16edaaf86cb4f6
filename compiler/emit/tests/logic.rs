//! The logic of nets as combinational modules: the text, and what is in which module.

use crate::common::net;
use expect_test::expect;
use gdl2hdl_emit::{self as emit, Clocking, Logic, Part};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::verify;
use gdl2hdl_opt::{Level, optimise};

/// Two lamps; `wait` does nothing, and the end does not depend on `c`.
const LAMPS: &str = "(role r) (init a) (legal r wait) (<= (legal r push) (not both)) (<= (legal r pull) (true c))
    (<= (next a) (true a)) (<= (next c) (not (true c))) (<= (next b) (true a) (does r push)) (<= (next b) (true b) (not (does r pull)))
    (<= both (true a) (true b)) (<= terminal both) (<= (goal r 100) both) (<= (goal r 0) (not both))";

/// The logic of a game text, not optimised.
fn logic(game: &str, text: &str) -> Logic {
    emit::logic(verify(&net(text)).unwrap(), game, &Unobserved).unwrap()
}

/// The text, with nothing that changes with the version.
fn text(part: &Part) -> String {
    part.text.replace(concat!("made by gdl2hdl ", env!("CARGO_PKG_VERSION"), "."), "made by gdl2hdl VERSION.")
}

#[test]
fn legal_moves() {
    expect![[r#"
        // Game: lamps. Legal moves of a state, made by gdl2hdl VERSION.
        // Combinational. 3 of 3 state bits, 1 of 4 two-input gates.
        // The manifest (.json) gives the sentence of every bit.

        `default_nettype none

        module lamps_legal (
            input  wire [2:0] state_i,
            output wire [2:0] legal_o
        );
          wire a = state_i[0];  // base 0: a
          wire b = state_i[1];  // base 1: b
          wire c = state_i[2];  // base 2: c
          wire both = a & b;  // both

          assign legal_o[0] = c;  // r: pull
          assign legal_o[1] = ~both;  // r: push
          assign legal_o[2] = 1'b1;  // r: wait
        endmodule

        `default_nettype wire
    "#]]
    .assert_eq(&text(&logic("lamps", LAMPS).legal));
}

#[test]
fn next_states() {
    expect![[r#"
        // Game: lamps. State after a joint move, made by gdl2hdl VERSION.
        // Combinational. 3 of 3 state bits, 3 of 4 two-input gates.
        // The manifest (.json) gives the sentence of every bit.

        `default_nettype none

        module lamps_next (
            input  wire [2:0] state_i,
            input  wire [2:0] does_i,
            output wire [2:0] next_o
        );
          wire a = state_i[0];  // base 0: a
          wire b = state_i[1];  // base 1: b
          wire c = state_i[2];  // base 2: c
          wire does_r_pull = does_i[0];  // move of r: pull
          wire does_r_push = does_i[1];  // move of r: push

          assign next_o[0] = a;  // a
          assign next_o[1] = (a & does_r_push) | (b & ~does_r_pull);  // b
          assign next_o[2] = ~c;  // c

          // Moves without influence.
          wire [0:0] unused_moves;
          assign unused_moves[0] = does_i[2];
        endmodule

        `default_nettype wire
    "#]]
    .assert_eq(&text(&logic("lamps", LAMPS).next));
}

#[test]
fn the_end() {
    expect![[r#"
        // Game: lamps. Goals and end of the game in a state, made by gdl2hdl VERSION.
        // Combinational. 2 of 3 state bits, 1 of 4 two-input gates.
        // The manifest (.json) gives the sentence of every bit.

        `default_nettype none

        module lamps_end (
            input  wire [2:0] state_i,
            output wire [1:0] goal_o,
            output wire terminal_o
        );
          wire a = state_i[0];  // base 0: a
          wire b = state_i[1];  // base 1: b
          wire both = a & b;  // both

          assign goal_o[0] = ~both;  // r: 0
          assign goal_o[1] = both;  // r: 100
          assign terminal_o = both;

          // State bits without influence.
          wire [0:0] unused_state;
          assign unused_state[0] = state_i[2];
        endmodule

        `default_nettype wire
    "#]]
    .assert_eq(&text(&logic("lamps", LAMPS).end));
}

#[test]
fn ports_of_width_zero_do_not_exist() {
    let ports = |part: &Part| {
        let lines = part.text.lines().filter(|line| line.starts_with("    "));
        lines.map(|line| line.rsplit(' ').next().unwrap_or_default().to_owned()).collect::<Vec<_>>().join(" ")
    };
    let all = |text| logic("g", text).parts().map(ports);
    assert_eq!(all("(role r) (legal r a) (goal r 100) terminal"), ["legal_o", "does_i", "goal_o, terminal_o"]);
    assert_eq!(all("(role r) terminal"), ["", "", "terminal_o"]);
    assert!(logic("g", "(role r) terminal").next.text.contains("\nmodule g_next;\n"));
    let state = "(role r) (init p) (<= (next p) (not (true p))) (<= terminal (true p))";
    assert_eq!(all(state), ["state_i", "state_i, next_o", "state_i, terminal_o"]);
}

/// What a part names, the module with registers calls the same, if it names it.
#[test]
fn names_are_those_of_the_whole_module() {
    let rules = "(role r) (init next_o) (init (cell 1)) (init unused_state) (legal r legal_o)
        (<= (next ?x) (true ?x) (does r legal_o)) (<= terminal (true next_o) (not lost)) (<= lost (true unused_state) (true (cell 1)))";
    let logic = logic("names", rules);
    assert!(logic.end.text.contains("  wire next_o_2 = state_i[1];  // base 1: next_o\n"), "{}", logic.end.text);
    assert!(logic.end.text.contains(";  // lost\n") && !logic.legal.text.contains("lost"));
    let net = net(LAMPS);
    let whole = emit::verilog(verify(&net).unwrap(), "lamps", Clocking::Common, &Unobserved).unwrap().text;
    for part in emit::logic(verify(&net).unwrap(), "lamps", &Unobserved).unwrap().parts() {
        for wire in part.text.lines().filter_map(|line| line.strip_prefix("  wire ")?.split_once(" = ")) {
            let declared = [format!("  wire {} = ", wire.0), format!("  reg {};", wire.0)];
            assert!(declared.iter().any(|line| whole.contains(line)), "{}", wire.0);
        }
    }
}

#[test]
fn modules_have_names_of_their_own() {
    let names = |game| logic(game, LAMPS).parts().map(|part| part.name.clone());
    assert_eq!(names("../../Tic-Tac.Toe"), ["tic_tac_toe_legal", "tic_tac_toe_next", "tic_tac_toe_end"]);
    // `va_end` is a word of C.
    assert_eq!(names("va"), ["va_legal", "va_next", "va_end_2"]);
}

/// A gate stands where an output needs it, and nowhere else.
#[test]
fn only_gates_of_the_cone_are_there() {
    let optimised = optimise(net(LAMPS), Level::O2.into(), &Unobserved).unwrap();
    let verified = verify(&optimised.net).unwrap();
    let again = emit::logic(verified, "lamps", &Unobserved).unwrap();
    assert_eq!(emit::logic(verified, "lamps", &Unobserved).unwrap(), again);
    assert!(!again.legal.text.contains("does_r_push") && !again.end.text.contains("does_r_push"));
    assert!(again.next.text.contains("does_r_push") && !again.next.text.contains("both"));
}

#[test]
fn lines_are_bounded() {
    let cells: String = (0..3000).map(|i| format!("(init (c {i})) (d {i}) ")).collect();
    let game = format!(
        "(role r) {cells} (legal r a) (<= (next (c ?x)) (true (c ?x)) (does r a)) (<= (legal r b) (true (c ?x)))
         (<= some (true (c ?x))) (<= terminal (not some)) (<= (next (c 1)) (does r b)) (goal r 1)"
    );
    for part in logic("wide", &game).parts() {
        assert!(part.text.is_ascii() && part.text.lines().all(|line| line.len() < 200));
    }
}
