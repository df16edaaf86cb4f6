//! The library from outside: its examples run, and its states side by side go the way of the rules.

use gdl2hdl::gdl::interpret::Limits;
use gdl2hdl::gdl::random::SplitMix64;
use gdl2hdl::runtime::engine::{BatchError, Engine, interpreter};
use gdl2hdl::{Blame, Error, Game, Options, Unobserved};
use gdl2hdl_tests::examples;
use std::fs;
use std::path::Path;
use std::process::Command;

const GAMES: [&str; 4] = ["tic_tac_toe", "connect_four", "rock_paper_scissors", "buttons_and_lights"];

fn text(name: &str) -> String {
    fs::read_to_string(examples::path(name)).unwrap()
}

/// Runs an example with a game, and gives what it printed.
fn run(example: &str, game: &str) -> String {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root).args(["run", "-q", "--locked", "-p", "gdl2hdl", "--example", example, "--"]);
    let output = command.arg(examples::path(game)).output().unwrap();
    assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn examples_run() {
    assert!(run("read_only", "tic_tac_toe").contains("rules in kif"));
    assert!(run("compile", "tic_tac_toe").contains("module game_propnet ("));
    let played = run("playouts", "tic_tac_toe");
    assert!(played.starts_with("1000000 playouts, ") && played.contains("mean goal "), "{played}");
    let searched = run("search", "tic_tac_toe");
    let end = searched.lines().last().unwrap();
    assert!(searched.lines().count() >= 6 && ["[50]", "[100]"].iter().any(|goal| end.ends_with(goal)), "{searched}");
}

/// Rows of a batch, each beside an interpreter of the rules, with random moves.
#[test]
fn states_side_by_side_go_the_way_of_the_rules() {
    // More than a word of lanes, and the last word is not full.
    const ROWS: usize = 1100;
    for name in GAMES {
        let game = Game::parse(&text(name)).unwrap();
        let compiled = game.compile(&Options::default(), &Unobserved).unwrap();
        let mut batch = compiled.batch(ROWS).unwrap();
        let followed = [0, 63, 64, 511, 512, ROWS - 1];
        let mut rules = followed.map(|_| interpreter(game.sheet(), Limits::default()).unwrap());
        let mut random = SplitMix64(5);
        let (mut steps, mut ended) = (0, 0);
        while (0..ROWS).any(|row| !batch.terminal(row).unwrap()) {
            let mut joint = Vec::new();
            for row in 0..ROWS {
                for role in 0..batch.roles() {
                    let legal = batch.legal(row, role).unwrap();
                    joint.push(if batch.terminal(row).unwrap() { 0 } else { legal[random.index(legal.len())] });
                }
            }
            for (&row, rules) in followed.iter().zip(&mut rules) {
                if rules.terminal().unwrap() {
                    continue;
                }
                for role in 0..batch.roles() {
                    let legal: Vec<&str> =
                        batch.legal(row, role).unwrap().iter().map(|&action| compiled.moves(role)[action]).collect();
                    assert_eq!(legal, rules.legal(role).unwrap(), "{name}, row {row}");
                }
                let roles = batch.roles();
                let action = |role: usize| compiled.moves(role)[joint[row * roles + role]].to_owned();
                rules.step(&(0..roles).map(action).collect::<Vec<_>>()).unwrap();
            }
            batch.step(&joint).unwrap();
            steps += 1;
            for (&row, rules) in followed.iter().zip(&mut rules) {
                assert_eq!(batch.terminal(row).unwrap(), rules.terminal().unwrap(), "{name}, row {row}");
                if rules.terminal().unwrap() {
                    ended += 1;
                    let goals = |role| (batch.goals(row, role).unwrap(), rules.goals(role).unwrap());
                    (0..compiled.roles().len()).map(goals).for_each(|(here, there)| assert_eq!(here, there, "{name}"));
                }
            }
        }
        assert!(steps > 2 && ended >= followed.len(), "{name}: {steps} {ended}");
    }
}

#[test]
fn a_wrong_move_changes_nothing() {
    let game = Game::parse(&text("tic_tac_toe")).unwrap();
    let compiled = game.compile(&Options::default(), &Unobserved).unwrap();
    let mut batch = compiled.batch(2).unwrap();
    let before = [batch.state(0), batch.state(1)];
    let noop = compiled.moves(0).iter().position(|&action| action == "noop").unwrap();
    let good = [batch.legal(0, 0).unwrap()[0], batch.legal(0, 1).unwrap()[0]];
    let wrong = batch.step(&[good[0], good[1], noop, good[1]]).unwrap_err();
    assert!(matches!(wrong, BatchError::Illegal { row: 1, role: 0, action } if action == noop), "{wrong}");
    assert!(matches!(batch.step(&good).unwrap_err(), BatchError::Moves { found: 2, rows: 2, roles: 2 }));
    assert!(matches!(
        batch.step(&[good[0], 1 << 40, good[0], good[1]]).unwrap_err(),
        BatchError::Illegal { row: 0, .. }
    ));
    assert_eq!([batch.state(0), batch.state(1)], before);
    batch.step(&[good[0], good[1], good[0], good[1]]).unwrap();
    assert_ne!(batch.state(1), before[1]);
    assert_eq!(compiled.batch(0).unwrap().step(&[]).err().map(|error| error.to_string()), None);
}

#[test]
fn a_text_that_is_refused_is_told_with_place_and_help() {
    let error = Game::parse("(role a)\n(<= (legal a ?x) (not (p ?x)))").unwrap_err();
    assert_eq!(error.blame(), Blame::Input);
    let shown = error.to_string();
    assert!(shown.contains("2:") && shown.contains("help: ") && !error.diagnostics().is_empty(), "{shown}");
    assert!(matches!(error, Error::Refused { .. }));
}
