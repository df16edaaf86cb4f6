//! Games of GDL-II through the command line: percepts are recorded, every engine agrees with them, and one that is wrong
//! is found.

use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::examples;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const GAMES: [&str; 4] = ["monty_hall", "one_card_poker", "kriegtictactoe", "dice_race"];

fn run(arguments: &[&str], files: &[&Path]) -> Output {
    Command::new(gdl2hdl()).args(arguments).args(files).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A trace of a game, by an engine.
fn record(folder: &TempDir, game: &str, engine: &str) -> String {
    let trace = folder.path().join(format!("{game}_{engine}.jsonl"));
    let job = ["record", "--playouts", "8", "--seed", "5", "--engine", engine, "-o", trace.to_str().unwrap()];
    let output = run(&job, &[&examples::path(game)]);
    assert!(output.status.success(), "{}", said(&output));
    fs::read_to_string(trace).unwrap()
}

fn replay(folder: &TempDir, game: &str, trace: &str, options: &[&str]) -> Output {
    let file = folder.path().join("trace.jsonl");
    fs::write(&file, trace).unwrap();
    run(&[&["replay"], options].concat(), &[&examples::path(game), &file])
}

#[test]
fn every_engine_records_and_agrees() {
    let folder = TempDir::new().unwrap();
    for game in GAMES {
        let trace = record(&folder, game, "interpreter");
        let (moves, sees) = (trace.matches(r#""move":{"#).count(), trace.matches(r#""sees":{"#).count());
        assert!(moves > 8 && sees == moves, "{game}: {sees} of {moves}");
        assert_eq!(record(&folder, game, "cpu"), trace, "{game}");
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            let output = replay(&folder, game, &trace, &["--engine", "ground,propnet,net,cpu", level]);
            assert!(output.status.success(), "{game} {level}: {}", said(&output));
        }
    }
}

#[test]
fn the_verilog_agrees_and_plays() {
    let folder = TempDir::new().unwrap();
    for game in ["monty_hall", "one_card_poker", "kriegtictactoe"] {
        let trace = record(&folder, game, "interpreter");
        let output = replay(&folder, game, &trace, &["--engine", "verilator"]);
        assert!(output.status.success(), "{game}: {}", said(&output));
        let job = ["crosscheck", "--engines", "cpu,verilator,interpreter", "--lanes", "8", "--per-lane", "4"];
        let output = run(&job, &[&examples::path(game)]);
        assert!(output.status.success(), "{game}: {}", said(&output));
    }
}

#[test]
fn a_wrong_percept_is_a_difference() {
    let folder = TempDir::new().unwrap();
    let trace = record(&folder, "monty_hall", "interpreter");
    let wrong = trace.replacen(r#""candidate":["(opened "#, r#""candidate":["(closed "#, 1);
    assert_ne!(trace, wrong);
    for engine in ["interpreter", "ground", "propnet", "net", "cpu"] {
        let output = replay(&folder, "monty_hall", &wrong, &["--engine", engine]);
        assert_eq!(output.status.code(), Some(3), "{engine}");
        let said = said(&output);
        assert!(said.contains(": percepts of candidate\n  only in the trace: (closed "), "{engine}: {said}");
    }
    // A trace that says nothing of percepts is compared without them.
    let without: Vec<String> = trace.lines().map(|line| line.replace(r#""sees":"#, r#""other":"#)).collect();
    let output = replay(&folder, "monty_hall", &without.join("\n"), &[]);
    assert!(output.status.success(), "{}", said(&output));
}

/// Traces of games without percepts are what they were.
#[test]
fn other_games_record_none() {
    let folder = TempDir::new().unwrap();
    assert!(!record(&folder, "tic_tac_toe", "interpreter").contains("sees"));
}
