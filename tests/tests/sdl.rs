//! The games in SDL: every engine plays them as they were recorded, converted they are the same games, and tic-tac-toe is
//! the one in GDL, position by position and by proof.

use gdl2hdl::Options;
use gdl2hdl_play::engine::{self, Engine};
use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::nets::compiled_with;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn game(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(file)
}

/// Runs the program in a folder; what it wrote, when it ends well.
fn run(folder: &Path, arguments: &[&str]) -> String {
    let done = Command::new(gdl2hdl()).current_dir(folder).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{arguments:?}: {said}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

const ENGINES: &str = "--engine=interpreter,ground,propnet,net,cpu,verilator";

/// Records playouts by the rules, and replays them with every engine, on the game and on what it is converted to.
fn every_engine_plays(file: &str) {
    let (folder, path) = (tempfile::tempdir().unwrap(), game(file));
    let path = path.to_str().unwrap();
    run(folder.path(), &["record", path, "-o", "trace.jsonl", "--playouts", "12", "--seed", "3"]);
    run(folder.path(), &["replay", path, "trace.jsonl", ENGINES, "--keep-state"]);
    for to in ["kif", "hrf"] {
        let converted = format!("converted.{to}");
        run(folder.path(), &["convert", path, "-o", &converted]);
        run(folder.path(), &["check", &converted]);
        run(folder.path(), &["replay", &converted, "trace.jsonl", "--engine=interpreter,net"]);
    }
}

#[test]
fn every_engine_plays_tic_tac_toe() {
    every_engine_plays("tic_tac_toe.sdl");
}

#[test]
fn every_engine_plays_little_chess() {
    every_engine_plays("little_chess.sdl");
}

/// The net of one is taken for that of the other once a SAT solver has shown that all outputs and next states are equal.
#[test]
fn tic_tac_toe_is_proven_to_be_the_one_in_gdl() {
    let folder = tempfile::tempdir().unwrap();
    let [sdl, kif] = ["tic_tac_toe.sdl", "tic_tac_toe.kif"].map(game);
    let [sdl, kif] = [&sdl, &kif].map(|path| path.to_str().unwrap());
    for level in ["-O0", "-O2"] {
        run(folder.path(), &["export", sdl, "-o", "net.aig", level, "--keep-state"]);
        run(folder.path(), &["stats", kif, "--net", "net.aig", level, "--keep-state"]);
    }
}

fn net_of(file: &str) -> impl Engine + use<> {
    let compiled = compiled_with(&fs::read_to_string(game(file)).unwrap(), &Options::default().keep_state(true));
    engine::net(compiled.unwrap().into_optimised()).unwrap()
}

/// What is to be seen of a position.
fn seen(engine: &mut impl Engine) -> (bool, Vec<Vec<String>>, Vec<Vec<i64>>) {
    let roles = engine.roles().len();
    let legal = (0..roles).map(|role| engine.legal(role).unwrap()).collect();
    (engine.terminal().unwrap(), legal, (0..roles).map(|role| engine.goals(role).unwrap()).collect())
}

#[test]
fn tic_tac_toe_is_the_one_in_gdl_in_all_its_positions() {
    let (mut one, mut other) = (net_of("tic_tac_toe.sdl"), net_of("tic_tac_toe.kif"));
    assert_eq!(one.roles(), other.roles());
    assert_eq!(one.state().unwrap(), other.state().unwrap());
    let mut met = BTreeSet::from([one.state().unwrap()]);
    let mut open: Vec<_> = met.iter().cloned().collect();
    while let Some(state) = open.pop() {
        one.load(&state).unwrap();
        other.load(&state).unwrap();
        let (is_over, legal, goals) = seen(&mut one);
        assert_eq!(
            (is_over, &legal, &goals),
            (seen(&mut other).0, &seen(&mut other).1, &seen(&mut other).2),
            "{state:?}"
        );
        if is_over {
            continue;
        }
        for first in &legal[0] {
            for second in &legal[1] {
                let joint = [first.clone(), second.clone()];
                for engine in [&mut one as &mut dyn Engine, &mut other] {
                    engine.load(&state).unwrap();
                    engine.step(&joint).unwrap();
                }
                let next = one.state().unwrap();
                assert_eq!(next, other.state().unwrap(), "{state:?} {joint:?}");
                if met.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    // Published; the empty board is one of them.
    assert_eq!(met.len(), 5478);
}
