//! The metagamers from outside: pipes, syntaxes, tables, reports, limits.

use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::examples;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn place() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(examples::path("tic_tac_toe"), folder.path().join("game.kif")).unwrap();
    run(folder.path(), "record game.kif --playouts 3 -o trace.jsonl", 0);
    folder
}

fn shell(folder: &Path, script: &str) -> Output {
    let script = script.replace("G ", &format!("{} ", gdl2hdl().display()));
    Command::new("sh").args(["-c", &script]).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn run(folder: &Path, arguments: &str, status: i32) -> (String, String) {
    let mut command = Command::new(gdl2hdl());
    let output = command.current_dir(folder).args(arguments.split_whitespace()).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(status), "{arguments}\n{out}\n{err}");
    (out, err)
}

#[test]
fn a_chain_by_pipes_plays_the_same_game() {
    let place = place();
    let chain = "set -e; G simplify game.kif -o - | G materialize - | G prune - --to hrf | G optimize - -o best.hrf";
    let output = shell(place.path(), chain);
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    for name in ["simplify: ", "materialize: ", "prune: ", "optimize: "] {
        assert!(said.contains(name), "{said}");
    }
    run(place.path(), "replay best.hrf trace.jsonl --engine interpreter,ground,propnet,net --ignore-state", 0);
}

#[test]
fn renamed_games_replay_by_their_table() {
    let place = place();
    run(place.path(), "symbolize game.kif -o symbols.hrf", 0);
    let engines = "--engine interpreter,ground,propnet,net,cpu --table";
    run(place.path(), &format!("replay symbols.hrf trace.jsonl {engines} symbols.names.json"), 0);
    run(place.path(), "obfuscate game.kif --seed 5 -o nonsense.kif --table words.json", 0);
    run(place.path(), &format!("replay nonsense.kif trace.jsonl {engines} words.json"), 0);
    // Without the table these are other roles.
    run(place.path(), "replay nonsense.kif trace.jsonl", 3);
    run(place.path(), "obfuscate nonsense.kif --undo words.json -o back.kif", 0);
    let (plain, _) = run(place.path(), "convert game.kif", 0);
    assert_eq!(fs::read_to_string(place.path().join("back.kif")).unwrap(), plain);
    let (_, said) = run(place.path(), "obfuscate nonsense.kif --undo trace.jsonl", 1);
    assert!(said.contains("no table"), "{said}");
    let (_, said) = run(place.path(), "obfuscate nonsense.kif --undo symbols.names.json", 1);
    assert!(said.contains("table of sentences"), "{said}");
}

#[test]
fn a_conversion_plays_the_same_game() {
    let place = place();
    run(place.path(), "convert game.kif -o other.hrf", 0);
    run(place.path(), "convert other.hrf -o back.kif", 0);
    for game in ["other.hrf", "back.kif"] {
        run(place.path(), &format!("replay {game} trace.jsonl --engine interpreter,ground,net"), 0);
    }
}

#[test]
fn reports_for_scripts_go_where_the_game_does_not() {
    let place = place();
    let commands = ["simplify", "materialize", "prune", "optimize", "symbolize", "obfuscate", "ground"];
    for name in commands {
        let (out, err) = run(place.path(), &format!("{name} game.kif --format json -o made.kif"), 0);
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&report["metagamer"], &report["game"], err.as_str()), (&name.into(), &"game".into(), ""));
        assert!(report["ms"].is_f64());
        let (out, err) = run(place.path(), &format!("{name} game.kif --format json"), 0);
        assert_eq!(out, fs::read_to_string(place.path().join("made.kif")).unwrap(), "{name}");
        assert!(
            err.lines().any(|line| serde_json::from_str::<Value>(line).is_ok_and(|v| v["metagamer"] == name)),
            "{err}"
        );
        let (_, err) = run(place.path(), &format!("{name} game.kif -q"), 0);
        assert_eq!(err, "", "{name}");
    }
    let (out, _) = run(place.path(), "ground game.kif --format json -o made.kif", 0);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&report["bases"], &report["actions"]), (&29.into(), &20.into()));
}

#[test]
fn at_the_deadline_nothing_is_written() {
    let place = place();
    for name in ["simplify", "materialize", "prune", "optimize", "symbolize", "ground"] {
        let (out, err) = run(place.path(), &format!("{name} game.kif --deadline 0 -o made.kif"), 2);
        assert!(out.is_empty() && err.contains("G201"), "{name}: {err}");
        assert!(!place.path().join("made.kif").exists(), "{name}");
    }
    for name in ["simplify", "symbolize", "obfuscate"] {
        run(place.path(), &format!("{name} game.kif -o game.kif"), 1);
    }
    run(place.path(), "symbolize game.kif -o made.kif --table game.kif", 1);
}
