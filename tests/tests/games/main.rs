//! The games of the folder `games/`: each compiles without a finding and is what is known about it (`facts.rs`).

mod count;
mod facts;
mod stages;

use count::{Played, count, legal};
use facts::{ALL, Facts};
use gdl2hdl_compiler::ground::GroundProgram;
use stages::{files, grounded, interpreter, net, sheet};
use std::collections::BTreeSet;

#[test]
fn every_game_has_known_facts_and_is_there() {
    let known: BTreeSet<String> = ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(known.len(), ALL.len(), "a game has two entries");
    assert_eq!(files().into_keys().collect::<BTreeSet<_>>(), known);
}

#[test]
fn both_syntaxes_of_a_game_ground_to_the_same_text() {
    for (name, paths) in files() {
        let mut texts = paths.iter().map(|path| grounded(&sheet(path)).lines().collect::<Vec<_>>());
        let first = texts.next().unwrap();
        assert!(texts.all(|text| text == first), "{name}");
    }
}

/// What grounding finds: roles, bases, moves.
fn has_the_known_sizes(program: &GroundProgram, facts: &Facts) {
    let moves = |role| program.moves_of(role).len();
    let roles: Vec<_> = program.roles.iter().enumerate().map(|(i, &role)| (program.text(role), moves(i))).collect();
    let known: Vec<_> = facts.roles.iter().map(|&(role, moves, _)| (role.to_owned(), moves)).collect();
    assert_eq!(roles, known);
    assert_eq!(program.bases.len(), facts.bases);
}

/// What the interpreter of the rules and the optimised net say of the first steps of a game.
fn is_as_known(name: &str) {
    let (_, facts) = ALL.iter().find(|(known, _)| *known == name).unwrap();
    let sheet = sheet(&files()[name][0]);
    let program = grounded(&sheet);
    has_the_known_sizes(&program, facts);
    let mut net = net(&program);
    let first: Vec<usize> = legal(&mut net).iter().map(Vec::len).collect();
    assert_eq!(first, facts.roles.iter().map(|&(_, _, first)| first).collect::<Vec<_>>());
    let depth = facts.sequences.len();
    let compiled = count(Played(net), depth);
    let ends: Vec<_> = compiled.ends.iter().map(|(goals, &ways)| (&goals[..], ways)).collect();
    assert_eq!(compiled.sequences, facts.sequences);
    assert_eq!(compiled.positions, facts.positions);
    assert_eq!(ends, facts.ends);
    assert_eq!(count(Played(interpreter(&sheet)), depth), compiled, "the interpreter counts otherwise");
}

/// One test for each game, so that they run at the same time.
macro_rules! games {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            is_as_known(stringify!($name));
        })*

        #[test]
        fn every_game_is_tested() {
            let tested = BTreeSet::from([$(stringify!($name).to_owned()),*]);
            assert_eq!(files().into_keys().collect::<BTreeSet<_>>(), tested);
        }
    };
}

games! {
    breakthrough_6x6 breakthrough_8x8 buttons_and_lights connect_four dice_race eight_puzzle hex_5x5 knights_tour
    lights_out nim nine_board_tic_tac_toe reversi rock_paper_scissors three_way_tic_tac_toe tic_tac_toe tron
    two_button_lights
}
