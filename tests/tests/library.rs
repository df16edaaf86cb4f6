//! The library from outside: its examples run, and its states side by side go the way of the rules.

use gdl2hdl::gdl::interpret;
use gdl2hdl::gdl::random::SplitMix64;
use gdl2hdl::net::propnet::BuildError;
use gdl2hdl::opt::{ProofVerdict, optimise};
use gdl2hdl::play::engine::{BatchError, Engine, interpreter};
use gdl2hdl::{Blame, Compiled, Error, Game, Job, Level, Limits, Options, Threads, Unobserved};
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
        let mut rules = followed.map(|_| interpreter(game.sheet(), interpret::InterpreterLimits::default()).unwrap());
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

#[test]
fn stages_one_at_a_time_are_what_compile_does() {
    let game = Game::parse(&text("tic_tac_toe")).unwrap();
    let options = Options::default().level(Level::O1).keep_state(true);
    let ground = game.ground(&options, &Unobserved).unwrap();
    assert_eq!((ground.program().roles.len(), ground.diagnostics().len()), (2, 0));
    let propnet = ground.propnet(&Unobserved).unwrap();
    assert_eq!(propnet, game.propnet(&options, &Unobserved).unwrap());
    let built = ground.net_of(&propnet, &Unobserved).unwrap();
    assert_eq!(built.net(), ground.net(&Unobserved).unwrap().net());
    assert_eq!(built.net(), game.net(&options, &Unobserved).unwrap().net());
    let before = built.net().clone();
    let compiled = built.optimise(&options, &Unobserved).unwrap();
    assert_eq!(compiled.optimised(), game.compile(&options, &Unobserved).unwrap().optimised());
    assert!(matches!(compiled.prove(&before, &Unobserved), ProofVerdict::Equal(_)) && !compiled.of_play());
    let sheet = Game::of_sheet(game.sheet().clone());
    assert_eq!(sheet.compile(&options, &Unobserved).unwrap().optimised(), compiled.optimised());
}

/// Nets from elsewhere are verified when they come, and keep what is known of the game.
#[test]
fn a_given_net_is_verified_once() {
    let game = Game::parse(&text("tic_tac_toe")).unwrap();
    let compiled = game.compile(&Options::default(), &Unobserved).unwrap();
    let mut broken = compiled.net().net().clone();
    broken.ports.bases.swap(0, 1);
    assert!(matches!(
        Compiled::of(compiled.optimised().clone().with_net(broken.clone()), Level::O2),
        Err(Error::Broken(_))
    ));
    assert_eq!(compiled.clone().with_net(broken).unwrap_err().blame(), Blame::Bug);
    let built = game.net(&Options::default(), &Unobserved).unwrap().net().clone();
    let same = Compiled::of(optimise(built, Level::O0.into(), &Unobserved).unwrap(), Level::O0).unwrap();
    let job = Job::new(3).lanes(64).per_lane(2);
    let [here, there] = [&compiled, &same].map(|game| game.cpu(Threads::ONE).playouts(&job).unwrap());
    assert_eq!((here.playouts(), there.playouts()), (128, 128));
    let again = compiled.clone().with_net(compiled.net().net().clone()).unwrap();
    assert_eq!(again.cpu(Threads::ONE).playouts(&job).unwrap().starts(), here.starts());
}

#[test]
fn rules_without_a_net_keep_the_error_of_the_stage() {
    let links: String = (0..6).map(|i| format!("(node {i}) (init (open {i})) ")).collect();
    let text = format!(
        "(role r) {links} (<= (path ?a ?b) (node ?a) (node ?b) (true (open ?a)) (true (open ?b)))
         (<= (path ?a ?c) (path ?a ?b) (path ?b ?c)) (<= (legal r (go ?a ?b)) (path ?a ?b)) (<= terminal (path 0 5))
         (<= (next (open ?x)) (does r (go ?x ?y))) (goal r 0)"
    );
    let options = Options::default().limits(Limits { max_gates: 1, ..Limits::default() });
    let error = Game::parse(&text).unwrap().net(&options, &Unobserved).unwrap_err();
    assert_eq!((error.blame(), error.diagnostics()[0].code), (Blame::Limit, "N002"), "{error}");
    assert!(matches!(error, Error::Propnet { error: BuildError::TooManyGates { limit: 1, .. }, .. }), "{error}");
}

/// Facts that have no end by themselves were found by visiting states, and the net says so.
#[test]
fn what_only_play_bounds_is_told() {
    let text = "(role r) (init (n 0)) (legal r up) (<= (next (n (s ?x))) (true (n ?x)))
        (<= terminal (true (n (s (s (s 0)))))) (<= (goal r 100) (true (n (s (s (s 0)))))) (goal r 0)";
    let game = Game::parse(text).unwrap();
    let built = game.net(&Options::default(), &Unobserved).unwrap();
    assert!(built.of_play());
    assert_eq!(built.diagnostics().len(), game.ground(&Options::default(), &Unobserved).unwrap().diagnostics().len());
    assert!(built.optimise(&Options::default(), &Unobserved).unwrap().of_play());
}
