//! Games that are too large to be grounded: refused with the rule to blame, and played all the same. What grounding
//! costs is told.

use gdl2hdl_tests::binary::gdl2hdl;
use serde_json::Value;
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

/// The last six of twelve numbers are the state: 12^6 facts can come up, far more than the bound in [`run`] allows.
fn large() -> String {
    let numbers: String = (1..=12).map(|n| format!("(d {n}) ")).collect();
    format!(
        "(role r) {numbers} (init (c 1 1 1 1 1 1))
         (<= (next (c ?b ?d ?e ?f ?g ?h)) (true (c ?a ?b ?d ?e ?f ?g)) (does r (say ?h)))
         (<= (legal r (say ?n)) (d ?n))
         (<= terminal (true (c ?a ?b ?d ?e ?f 7)))
         (<= (goal r 100) (true (c ?a ?b ?d ?e ?f 7))) (<= (goal r 0) (true (c ?a ?b ?d ?e ?f ?g)) (distinct ?g 7))"
    )
}

fn run(game: &str, arguments: &[&str]) -> Output {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.kif");
    fs::write(&file, game).unwrap();
    Command::new(gdl2hdl()).args(arguments).args(["--max-memory", "32M"]).arg(file).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_refusal_names_the_rule_and_what_helps() {
    let output = run(&large(), &["ground"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("error[G202]") && said.contains("this rule grew most"), "{said}");
    assert!(said.contains("(<= (next (c ?b") && said.contains("playouts --engine interpreter"), "{said}");
}

#[test]
fn the_interpreter_plays_it() {
    let job = ["playouts", "--engine", "interpreter", "--lanes", "4", "--per-lane", "5", "--first-moves=r"];
    let arguments: Vec<&str> = job.into_iter().chain(["--format", "json"]).collect();
    let output = run(&large(), &arguments);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("G202") && said.contains("warning"), "{said}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((report["playouts"].as_u64(), report["finished"].as_u64()), (Some(20), Some(20)));
    assert_eq!(report["goals"]["r"]["100"].as_u64(), Some(20));
    let again: Value = serde_json::from_slice(&run(&large(), &arguments).stdout).unwrap();
    assert_eq!(again["starts"], report["starts"]);
    let other = run(&large(), &["playouts", "--engine", "cpu"]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn a_game_that_can_be_grounded_is_played_as_ever() {
    let game = "(role r) (init a) (legal r x) (legal r y) (<= (next b) (does r x)) (<= (next a) (does r y))
        (<= terminal (true b)) (<= (goal r 100) (true b)) (<= (goal r 0) (not (true b)))";
    let reports = ["interpreter", "scalar"].map(|engine| {
        let output = run(game, &["playouts", "--engine", engine, "--format", "json", "--seed", "3"]);
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    });
    assert_eq!(reports[0]["starts"], reports[1]["starts"]);
}

#[test]
fn rules_are_listed_by_what_they_cost() {
    let numbers: String = (0..6).map(|n| format!("(d {n}) ")).collect();
    let game = format!(
        "(role r) {numbers} (init (at 0))\n(<= (legal r (go ?x)) (d ?x))\n(<= (next (at ?x)) (does r (go ?x)))
         (<= terminal (true (at 5))) (goal r 50)"
    );
    let output = run(&game, &["stats", "--profile"]);
    let table = text(&output.stdout);
    assert!(table.contains("ground rules") && table.contains("(<= (next (at ?x)) (does r (go ?x)))"), "{table}");
    let output = run(&game, &["stats", "--profile", "--format", "json"]);
    let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
    let first = &stats["profile"][0];
    assert_eq!((first["line"].as_u64(), first["ground_rules"].as_u64()), (Some(3), Some(6)), "{stats}");
    let output = run(&game, &["ground", "--profile", "-q"]);
    assert!(text(&output.stderr).contains("matches") && !text(&output.stdout).contains("matches"));
}

/// A view of ten million rows: each takes a hundred bytes and more.
fn wide() -> String {
    let digits: String = (0..10).map(|n| format!("(d {n}) ")).collect();
    format!(
        "(role r) {digits} (init (at 0)) (<= (v ?a ?b ?c ?e ?f ?g ?h) (true (at ?a)) (d ?b) (d ?c) (d ?e) (d ?f) (d ?g) (d ?h))
         (<= (v ?a ?b ?c ?e ?f ?g ?h) (v ?b ?a ?c ?e ?f ?g ?h))
         (<= (legal r (go ?b)) (v ?a ?b ?c ?e ?f ?g ?h)) (<= (next (at ?x)) (does r (go ?x)))
         (<= terminal (true (at 7))) (<= (goal r 100) (true (at 7))) (<= (goal r 0) (not (true (at 7))))"
    )
}

/// Every way to play by the rules as they stand keeps the bound: the system allows a fraction of what the game takes.
#[test]
fn the_interpreter_keeps_its_memory_bound() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("game.kif"), wide()).unwrap();
    let commands: [&[&str]; 3] = [
        &["record", "--engine", "interpreter"],
        &["playouts", "--engine", "interpreter"],
        &["crosscheck", "--engines", "ground,interpreter"],
    ];
    for command in commands {
        let script = "ulimit -v 900000; exec \"$0\" \"$@\" --max-memory 64M game.kif";
        let mut shell = Command::new("sh");
        shell.current_dir(folder.path()).args(["-c", script]).arg(gdl2hdl()).args(command);
        let output = shell.output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
        assert!(said.contains("memory bound of 64 MiB"), "{command:?}: {said}");
    }
}

/// A counter that a legality stops: by the facts alone it has no end.
const COUNTER: &str = "(role r) (init (count z)) (<= (legal r more) (not (true (count (s (s z)))))) (legal r enough)
    (<= (next (count (s ?n))) (true (count ?n)) (does r more)) (<= (next (count ?n)) (true (count ?n)) (does r enough))
    (<= (next done) (does r enough)) (<= terminal (true done)) (<= (goal r 60) (true (count (s (s z)))))
    (<= (goal r 20) (not (true (count (s (s z))))))";

#[test]
fn a_game_that_only_play_bounds_is_the_same_on_all_engines() {
    let output = run(
        COUNTER,
        &["crosscheck", "--engines", "interpreter,ground,propnet,cpu", "--lanes", "16", "--per-lane", "8"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("note[G204]"), "{}", text(&output.stderr));
    let output = run(COUNTER, &["ground"]);
    let program = text(&output.stdout);
    assert!(program.contains("(count (s (s z)))") && !program.contains("(s (s (s z)))"), "{program}");
}

/// Only the states of play were looked at: the net says nothing of others, so none are taken.
#[test]
fn a_game_that_only_play_bounds_begins_where_play_begins() {
    let folder = TempDir::new().unwrap();
    let states = folder.path().join("states.txt");
    fs::write(&states, "(count (s z))\n").unwrap();
    let states = states.to_str().unwrap();
    for engine in ["cpu", "interpreter", "ground"] {
        let output = run(COUNTER, &["playouts", "--engine", engine, "--state", states]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{engine}: {said}");
        assert!(said.contains("leave out --state"), "{engine}: {said}");
    }
}
