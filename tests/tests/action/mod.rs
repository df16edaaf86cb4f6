//! The example games in action rules: on every engine, as GDL texts, and tic-tac-toe beside its GDL.

mod readings;

use gdl2hdl::Game;
use gdl2hdl_gdl::interpret::{Interpreter, InterpreterLimits, State};
use gdl2hdl_tests::binary::gdl2hdl;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn game(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(name)
}

/// Where built models are kept: not in the user's cache.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");

fn run(args: &[&str], files: &[&Path]) {
    let (first, rest) = args.split_first().unwrap();
    let done = Command::new(gdl2hdl()).arg(first).args(files).args(rest).env("GDL2HDL_CACHE", CACHE).output().unwrap();
    assert!(
        done.status.success(),
        "{args:?}: {}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
}

#[test]
fn every_engine_plays_them_and_what_they_become() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["tic_tac_toe.action", "treasures.action"] {
        let game = game(name);
        let trace = folder.path().join("trace.jsonl");
        let out = trace.to_str().unwrap();
        run(&["record", "-q", "--playouts", "8", "--seed", "3", "-o", out], &[&game]);
        let engines = "interpreter,ground,propnet,net,cpu,verilator";
        run(&["replay", "-q", "--keep-state", "--engine", engines], &[&game, &trace]);
        for to in ["kif", "hrf"] {
            let text = folder.path().join(format!("game.{to}"));
            run(&["convert", "-q", "--to", to, "-o", text.to_str().unwrap()], &[&game]);
            run(&["replay", "-q", "--engine", "ground"], &[&text, &trace]);
        }
    }
}

/// Two roles with goals below 0 and above 100, in the heads of rules and computed.
const FAR_GOALS: &str = "role(white) role(black)
base(count(N)) :- number(N)
base(control(R)) :- role(R)
number(0) number(1) number(2) number(3)
action(pick(N)) :- number(N)
init(count(0)) init(control(white))
legal(pick(N)) :- number(N)
pick(N) :: count(M) ==> ~count(M) & count(N)
pick(N) :: control(white) ==> ~control(white) & control(black)
pick(N) :: control(black) ==> ~control(black) & control(white)
worth(0,-7) worth(1,101) worth(2,50) worth(3,1000000000)
goal(white,V) :- count(N) & worth(N,V)
goal(black,-30) :- ~count(1)
goal(black,250) :- count(1)
terminal :- count(N) & control(white) & distinct(N,0)
";

#[test]
fn goals_are_any_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (game, trace) = (path("far.action"), path("trace.jsonl"));
    fs::write(&game, FAR_GOALS).unwrap();
    run(&["record", "-q", "--playouts", "20", "--engine", "interpreter", "-o", trace.to_str().unwrap()], &[&game]);
    let text = fs::read_to_string(&trace).unwrap();
    for goals in [r#""black":-30,"white":-7"#, r#""black":250,"white":101"#, r#""black":-30,"white":1000000000"#] {
        assert!(text.contains(goals), "{goals}: {text}");
    }
    run(&["replay", "-q", "--engine", "ground,propnet,net,cpu,verilator"], &[&game, &trace]);
    let table = path("t.json");
    let table = table.to_str().unwrap();
    for made in ["convert", "ground", "simplify", "materialize", "prune", "optimize", "symbolize", "obfuscate"] {
        let renames = ["symbolize", "obfuscate"].contains(&made);
        let renamed: &[&str] = if renames { &["--table", table] } else { &[] };
        for to in ["kif", "hrf"] {
            let other = path(&format!("{made}.{to}"));
            run(&[&[made, "-q", "--to", to, "-o", other.to_str().unwrap()], renamed].concat(), &[&game]);
            run(&[&["replay", "-q", "--ignore-state", "--engine", "cpu"], renamed].concat(), &[&other, &trace]);
        }
    }
    run(&["crosscheck", "-q", "--engines", "cpu,verilator", "--lanes", "2", "--per-lane", "50", "--steps"], &[&game]);
    run(&["prove", "-q"], &[&game]);
}

#[test]
fn tic_tac_toe_is_that_of_gdl_in_every_state() {
    let interpreter = |name: &str| {
        let game = Game::parse(&fs::read_to_string(game(name)).unwrap()).unwrap();
        Interpreter::new(game.sheet(), InterpreterLimits::default()).unwrap()
    };
    let (mut action, mut gdl) = (interpreter("tic_tac_toe.action"), interpreter("tic_tac_toe.kif"));
    assert_eq!(action.roles(), gdl.roles());
    let mut seen: BTreeSet<State> = BTreeSet::from([action.initial()]);
    let mut open: Vec<State> = seen.iter().cloned().collect();
    assert_eq!(action.initial(), gdl.initial());
    while let Some(state) = open.pop() {
        assert_eq!(action.terminal(&state), gdl.terminal(&state));
        let moves: Vec<Vec<String>> = (0..2).map(|role| gdl.legal(&state, role).unwrap()).collect();
        for (role, moves) in moves.iter().enumerate() {
            assert_eq!(action.legal(&state, role).as_ref(), Ok(moves), "{state:?}");
            assert_eq!(action.goals(&state, role), gdl.goals(&state, role), "{state:?}");
        }
        if gdl.terminal(&state).unwrap() {
            continue;
        }
        for x in &moves[0] {
            for o in &moves[1] {
                let joint = [x.clone(), o.clone()];
                let next = gdl.next(&state, &joint).unwrap();
                assert_eq!(action.next(&state, &joint).unwrap(), next, "{state:?} {joint:?}");
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    // The known number of positions of tic-tac-toe.
    assert_eq!(seen.len(), 5478);
}
