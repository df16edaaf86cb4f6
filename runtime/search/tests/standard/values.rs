//! Values of searches against the definition.

use crate::naive::{Naive, best};
use crate::table::{choice, ground, ground_text, make};
use gdl2hdl_search::standard::{Deepening, Limits, Minimax, Persistent};

const NONE: Limits = Limits { nodes: None, memory: None };
const NO_TABLE: Limits = Limits { nodes: None, memory: Some(0) };

/// Depths to which each game is searched, and the steps made before.
const GAMES: [(&str, u32, &[&str]); 8] = [
    ("tic_tac_toe", 3, &["(mark 2 2), noop", "noop, (mark 1 1)", "(mark 1 2), noop"]),
    ("nim", 3, &[]),
    ("connect_four", 3, &[]),
    ("buttons_and_lights", 6, &[]),
    ("rock_paper_scissors", 2, &[]),
    ("monty_hall", 4, &["(hide 2), noop"]),
    ("dice_race", 3, &[]),
    ("three_way_tic_tac_toe", 2, &[]),
];

#[test]
fn searches_to_a_depth_find_the_values_of_the_definition() {
    for (name, deepest, joints) in GAMES {
        let mut engine = ground(name);
        make(&mut *engine, joints);
        for (depth, limits) in (1..=deepest).flat_map(|depth| [(depth, NONE), (depth, NO_TABLE)]) {
            // One player for all roles: what it keeps of one is nothing to another.
            let mut player = Minimax::depth(Some(depth), limits);
            for role in 0..engine.roles().len() {
                let (mv, value) = best(&Naive::new(role).moves(&mut *engine, depth));
                assert_eq!(choice(&mut player, &mut *engine, role), mv, "{name}, {role}, {depth}");
                assert!(player.value().is_none_or(|found| found == value), "{name}, {role}, {depth}");
            }
        }
    }
}

/// States come again after more steps, when a search has less depth left.
#[test]
fn a_table_does_not_mix_depths() {
    let text = "(role a) (init (at 3)) (step 1 2 0) (step 2 3 20) (step 3 4 10) (step 4 5 40) (step 5 6 30) (step 6 7 90)
        (<= (legal a right) (true (at ?x)) (step ?x ?y ?v)) (<= (legal a left) (true (at ?y)) (step ?x ?y ?v)) (legal a stay)
        (<= (next (at ?y)) (does a right) (true (at ?x)) (step ?x ?y ?v)) (<= (next (at ?x)) (does a stay) (true (at ?x)))
        (<= (next (at ?x)) (does a left) (true (at ?y)) (step ?x ?y ?v)) (<= terminal (true (at 7)))
        (<= terminal (true (at 1))) (<= (goal a ?v) (true (at ?y)) (step ?x ?y ?v)) (<= (goal a 60) (true (at 1)))";
    let mut engine = ground_text(text);
    for depth in 1..8 {
        let (mv, value) = best(&Naive::new(0).moves(&mut *engine, depth));
        let mut player = Minimax::depth(Some(depth), NONE);
        assert_eq!(choice(&mut player, &mut *engine, 0), mv, "{depth}");
        assert_eq!(player.value(), Some(value), "{depth}");
    }
}

/// A pile that gets smaller by two or one: what is seen to its end from near is cut off from afar.
#[test]
fn a_table_knows_how_far_the_end_was() {
    let text = "(role a) (init (pile 5)) (less 5 4 1) (less 4 3 7) (less 3 2 9) (less 2 1 80) (less 1 0 70)
        (jump 5 3) (jump 4 2) (jump 3 1) (jump 2 0) (<= (legal a jump) (true (pile ?x)) (jump ?x ?y))
        (legal a step) (<= (next (pile ?y)) (does a jump) (true (pile ?x)) (jump ?x ?y))
        (<= (next (pile ?y)) (does a step) (true (pile ?x)) (less ?x ?y ?v)) (<= terminal (true (pile 0)))
        (<= (goal a ?v) (true (pile ?x)) (less ?x ?y ?v)) (<= (goal a 20) (true (pile 0)))";
    let mut engine = ground_text(text);
    for depth in 1..7 {
        let (mv, value) = best(&Naive::new(0).moves(&mut *engine, depth));
        let mut player = Minimax::depth(Some(depth), NONE);
        assert_eq!((choice(&mut player, &mut *engine, 0), player.value()), (mv, Some(value)), "{depth}");
    }
}

#[test]
fn one_step_and_two_steps_are_depths() {
    for (name, _, joints) in GAMES {
        let mut engine = ground(name);
        make(&mut *engine, joints);
        for role in 0..engine.roles().len() {
            for (mut player, depth) in [(Minimax::one_step(NONE), 1), (Minimax::two_steps(NONE), 2)] {
                let (mv, _) = best(&Naive::new(role).moves(&mut *engine, depth));
                assert_eq!(choice(&mut player, &mut *engine, role), mv, "{name}");
            }
        }
    }
}

/// Games that are small enough to be searched to their ends, each in a state not far from its start.
const SMALL: [(&str, &[&str]); 5] = [
    ("tic_tac_toe", &["(mark 1 2), noop", "noop, (mark 2 1)"]),
    ("nim", &["(take d 4), wait", "wait, (take c 2)"]),
    ("buttons_and_lights", &[]),
    ("rock_paper_scissors", &["(show rock), (show paper)", "(show rock), (show paper)", "(show rock), (show rock)"]),
    ("monty_hall", &["(hide 2), noop"]),
];

#[test]
fn all_searches_to_the_end_find_the_same() {
    for (name, joints) in SMALL {
        let mut engine = ground(name);
        make(&mut *engine, joints);
        for role in 0..engine.roles().len() {
            if engine.roles()[role] == "random" || engine.legal(role).unwrap().len() == 1 {
                continue;
            }
            let (mv, value) = best(&Naive::new(role).moves(&mut *engine, 60));
            let mut minimax = Minimax::whole(NONE);
            assert_eq!(choice(&mut minimax, &mut *engine, role), mv, "{name}");
            assert_eq!(minimax.value(), Some(value), "{name}");
            let mut deepening = Deepening::new(NONE);
            assert_eq!(choice(&mut deepening, &mut *engine, role), mv, "{name}");
            assert_eq!(deepening.value(), Some(value), "{name}");
            for mut tree in [Persistent::breadth_first(NONE), Persistent::greedy(None, NONE)] {
                assert_eq!(choice(&mut tree, &mut *engine, role), mv, "{name}");
                assert_eq!(tree.value(), Some(value), "{name}");
            }
        }
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_nim_is_won() {
    for (name, value) in [("tic_tac_toe", 50.0), ("nim", 100.0)] {
        let mut engine = ground(name);
        let mut player = Minimax::whole(NONE);
        choice(&mut player, &mut *engine, 0);
        assert_eq!(player.value(), Some(value), "{name}");
    }
}

#[test]
fn searches_see_the_whole_state() {
    // The role does not see where the car is.
    let mut engine = ground("monty_hall");
    make(&mut *engine, &["(hide 2), noop", "noop, (choose 1)", "(open 3), noop"]);
    let mut player = Minimax::whole(NONE);
    assert_eq!(choice(&mut player, &mut *engine, 1), "switch");
    assert_eq!(player.value(), Some(100.0));
}
