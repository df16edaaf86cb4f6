//! `analyze`: what it finds, that it is the same on every engine, and what it says of bad command lines.

use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::examples;
use serde_json::Value;
use std::process::Command;

/// Status, standard output and standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(gdl2hdl()).arg("analyze").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// What is found of a game; the fields that depend on the machine are left out.
fn found(game: &str, options: &[&str]) -> Value {
    let path = examples::path(game);
    let arguments = [&[path.to_str().unwrap(), "--format", "json"], options].concat();
    let (status, out, err) = run(&arguments);
    assert_eq!((status, err.as_str()), (0, ""), "{game} {options:?}");
    let mut value: Value = serde_json::from_str(&out).unwrap();
    for field in ["engine", "threads", "elapsed_s"] {
        value.as_object_mut().unwrap().remove(field).unwrap();
    }
    value
}

#[test]
fn small_games_are_proven() {
    let analysis = found("tic_tac_toe", &["--playouts", "100000000"]);
    assert_eq!(analysis["proven"], serde_json::json!([50.0, 50.0]));
    assert_eq!(analysis["roles"][0]["moves"].as_array().unwrap().len(), 9);
    assert_eq!(analysis["line"].as_array().unwrap().len(), 9);
    let solved = found("buttons_and_lights", &["--playouts", "100000000"]);
    assert_eq!(solved["proven"], serde_json::json!([100.0]));
}

#[test]
fn a_budget_finds_the_same_on_every_engine() {
    let options = ["--playouts", "3000", "--leaves", "8", "--batch", "128", "--seed", "5"];
    let first = found("connect_four", &options);
    for engine in [&["--threads", "2"][..], &["--engine", "scalar"], &["--backend", "portable", "--width", "64"]] {
        assert_eq!(first, found("connect_four", &[&options[..], engine].concat()), "{engine:?}");
    }
    assert_ne!(first, found("connect_four", &["--playouts", "3000", "--leaves", "8", "--batch", "128"]));
}

#[test]
fn verilog_finds_the_same() {
    let options = ["--playouts", "600", "--leaves", "4", "--batch", "64"];
    let verilator = [&options[..], &["--engine", "verilator"]].concat();
    assert_eq!(found("tic_tac_toe", &options), found("tic_tac_toe", &verilator));
}

#[test]
fn a_state_is_taken_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state.txt");
    // x has two in the first row, and it is its turn.
    let marks = ["1 1 x", "1 2 x", "1 3 b", "2 1 o", "2 2 o", "2 3 b", "3 1 b", "3 2 b", "3 3 b"];
    let cells: Vec<String> = marks.iter().map(|mark| format!("(cell {mark})")).collect();
    std::fs::write(&file, format!("{} (control x)\n", cells.join(" "))).unwrap();
    let analysis = found("tic_tac_toe", &["--state", file.to_str().unwrap()]);
    assert_eq!(analysis["roles"][0]["best"], "(mark 1 3)");
    assert_eq!(analysis["proven"], serde_json::json!([100.0, 0.0]));
    assert_eq!(analysis["line"], serde_json::json!([["(mark 1 3)", "noop"]]));
}

#[test]
fn people_see_a_table() {
    let (status, out, _) = run(&[examples::path("connect_four").to_str().unwrap(), "--playouts", "5000"]);
    assert_eq!(status, 0);
    assert!(out.starts_with("connect_four on cpu, 1 thread: "), "{out}");
    assert!(out.lines().any(|line| line.starts_with("* (drop ") && line.contains("mean goal")), "{out}");
    assert!(out.lines().any(|line| line.starts_with("line: (drop ")), "{out}");
}

#[test]
fn bad_options_are_refused() {
    let game = examples::path("tic_tac_toe");
    let game = game.to_str().unwrap();
    for (options, says) in [
        (&["--playouts", "0"][..], "--playouts"),
        (&["--exploration", "-1"], "--exploration"),
        (&["--exploration", "NaN"], "0 to 1000"),
        (&["--leaves", "0"], "--leaves"),
        (&["--engine", "abacus"], "abacus"),
    ] {
        let (status, _, err) = run(&[&[game], options].concat());
        assert!(status == 1 && err.contains(says), "{options:?}: {status} {err}");
    }
}
