//! The command `requirements`: what it prints, and how it ends.

use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::examples;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn run(game: &Path, arguments: &[&str]) -> Output {
    Command::new(gdl2hdl()).arg("requirements").arg(game).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_good_game_passes() {
    let output = run(&examples::path("tic_tac_toe"), &[]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(text.starts_with("tic_tac_toe: all 5,478 states that can be reached, 16,167 transitions\n"), "{text}");
    assert!(text.contains("playability         holds: in all states\n"), "{text}");
    assert!(text.contains("weak-winnability    holds: o wins after 6 steps\n"), "{text}");
    assert!(
        text.contains("strong-winnability  fails, not required: x can be sure of 50, o can be sure of 50\n"),
        "{text}"
    );
}

#[test]
fn a_game_that_need_not_end_is_rejected() {
    let output = run(&examples::path("two_button_lights"), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("termination         FAILS: the state after "), "{}", stdout(&output));
    // Who does not ask for it is not told that it fails.
    let output = run(&examples::path("two_button_lights"), &["--require", "playability,goals"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn scripts_get_the_moves() {
    let output = run(&examples::path("dice_race"), &["--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((report["ok"].as_bool(), report["exhaustive"].as_bool()), (Some(false), Some(true)));
    let outcomes = report["outcomes"].as_array().unwrap();
    let of = |name: &str| outcomes.iter().find(|outcome| outcome["requirement"] == name).unwrap();
    let termination = of("termination");
    assert_eq!((&termination["verdict"], &termination["required"]), (&"fails".into(), &true.into()));
    assert_eq!(termination["confirmed"].as_bool(), Some(true));
    let moves = termination["moves"].as_array().unwrap();
    assert!(termination["repeats_from"].as_u64().unwrap() < moves.len() as u64);
    assert!(moves.iter().all(|joint| joint["random"].as_str().unwrap().starts_with("(roll ")), "{moves:?}");
    assert_eq!(of("weak-winnability")["role"], "ann");
}

#[test]
fn what_stays_open_is_a_limit() {
    let few = ["--max-states", "10", "--playouts", "20", "--max-steps", "30"];
    let output = run(&examples::path("eight_puzzle"), &few);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stdout(&output).contains("20 random playouts, 20 cut off"), "{}", stdout(&output));
    assert!(stdout(&output).contains("with 95 % confidence at most 15.00 % of random playouts"), "{}", stdout(&output));
}
