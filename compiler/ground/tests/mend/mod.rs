//! What departs from the letter of GDL and is accepted, how it is read, and what stays refused.

mod declarations;
mod domains;
mod negation;
mod percepts;
mod roles;

use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::interpret::{Interpreter, InterpreterLimits};
use gdl2hdl_gdl::read::{ReadOptions, read};
use gdl2hdl_gdl::syntax::{Sheet, Tolerance};

/// A text as the command line takes it.
fn settle(text: &str, tolerance: Tolerance) -> (Sheet, Vec<Diagnostic>) {
    let settled = read(text, &ReadOptions::of(tolerance));
    (settled.sheet().clone(), settled.diagnostics)
}

/// The same of a game.
fn game(text: &str, tolerance: Tolerance) -> Checked {
    read(text, &ReadOptions::of(tolerance)).game().unwrap()
}

/// A game that is accepted with the given warning.
fn accepted(text: &str, tolerance: Tolerance, code: &str) -> Checked {
    let (_, found) = settle(text, tolerance);
    assert!(found.iter().all(|found| found.severity != Severity::Error), "{text}\n{found:#?}");
    assert!(found.iter().any(|found| found.code == code), "{text}\n{found:#?}");
    game(text, tolerance)
}

/// The first error of a game that is refused.
fn refused(text: &str, tolerance: Tolerance) -> Diagnostic {
    let (_, found) = settle(text, tolerance);
    let error = found.iter().find(|found| found.severity == Severity::Error);
    error.unwrap_or_else(|| panic!("accepted: {text}\n{found:#?}")).clone()
}

/// Everything about the positions that moves lead to, `depth` of them deep.
fn play(sheet: &Sheet, depth: usize) -> Vec<String> {
    let mut game = Interpreter::new(sheet, InterpreterLimits::default()).unwrap();
    let mut log = Vec::new();
    let mut states = vec![game.initial()];
    for _ in 0..depth {
        let mut after = Vec::new();
        for state in &states {
            let roles = game.roles().len();
            let legal: Vec<Vec<String>> = (0..roles).map(|role| game.legal(state, role).unwrap()).collect();
            let goals: Vec<Vec<String>> = (0..roles).map(|role| game.goals(state, role).unwrap()).collect();
            let terminal = game.terminal(state).unwrap();
            log.push(format!("{:?} {legal:?} {goals:?} {terminal}", state.facts()));
            for joint in joint_moves(&legal) {
                let sees: Vec<_> = (0..roles).map(|role| game.sees(state, &joint, role).unwrap()).collect();
                log.push(format!("{joint:?} {sees:?}"));
                after.push(game.next(state, &joint).unwrap());
            }
        }
        after.sort();
        after.dedup();
        states = after;
    }
    log
}

fn joint_moves(legal: &[Vec<String>]) -> Vec<Vec<String>> {
    legal.iter().fold(vec![Vec::new()], |joint, moves| {
        let extended = |joint: &Vec<String>| -> Vec<Vec<String>> {
            moves.iter().map(|action| [&joint[..], std::slice::from_ref(action)].concat()).collect()
        };
        joint.iter().flat_map(extended).collect()
    })
}
