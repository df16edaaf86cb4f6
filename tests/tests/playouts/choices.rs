//! What is shown of roles' choices holds in every state of many playouts: pickers and draws rest on it.

use crate::playouts::compiled_game::CompiledGame;
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_play::playout::{PlayoutEngine, StepRecord, Then, Unobserved};
use gdl2hdl_tests::examples;
use std::ops::ControlFlow;

/// What a state contradicts.
fn contradiction(compiled_game: &CompiledGame, record: &StepRecord) -> Option<String> {
    let (ports, choices) = (&compiled_game.compiled.net().net().ports, compiled_game.compiled.choices());
    let holds = |lit: Lit| record.state[lit.node().index() - 1] != lit.is_complement();
    if let Some(pair) = choices.excluded.iter().find(|pair| pair.iter().all(|&lit| holds(lit))) {
        return Some(format!("{pair:?} hold together"));
    }
    if matches!(record.then, Then::Finished(_) | Then::Truncated) {
        return None;
    }
    let open = |role| choices.open(role, ports.inputs_of(role)).filter(|&mv| record.legal[mv]).count();
    for (role, choice) in choices.roles.iter().enumerate() {
        let alone = choice.alone.is_some_and(|mv| record.legal[mv]);
        let legal = open(role);
        if alone && legal > 0 {
            return Some(format!("role {role} has a move that does not stand alone"));
        }
        if legal > 0 && !choice.guards.is_empty() && !choice.guards.iter().any(|&guard| holds(guard)) {
            return Some(format!("role {role} moves out of turn"));
        }
        if legal > 1 && compiled_game.shape.draws.roles[role].bits == 0 {
            return Some(format!("role {role} has a choice and no draw"));
        }
        let partners = (0..role).filter(|&other| choices.roles[other].group == choice.group);
        if legal > 0 && partners.into_iter().any(|other| open(other) > 0) {
            return Some(format!("role {role} and another one of its group move at once"));
        }
    }
    None
}

#[test]
fn what_is_shown_holds() {
    for file in examples::files() {
        let compiled_game = CompiledGame::open(&file);
        let mut check = |record: StepRecord| match contradiction(&compiled_game, &record) {
            Some(what) => panic!("{}: {what} in {record:?}", examples::name(&file)),
            None => ControlFlow::Continue(()),
        };
        compiled_game.cpu(1).trace(&compiled_game.job(64, 1, 100), &Unobserved, &mut check).unwrap();
    }
}

#[test]
fn something_is_shown() {
    let shared = |game: &str| {
        let compiled_game = CompiledGame::of(game);
        let choices = compiled_game.compiled.choices();
        (choices.roles.iter().map(|choice| choice.group).max(), choices.roles.iter().all(|c| c.alone.is_some()))
    };
    assert_eq!(shared("connect_four.kif"), (Some(0), true));
    assert_eq!(shared("three_way_tic_tac_toe.kif"), (Some(0), true));
    assert_eq!(shared("pentago.kif"), (Some(0), true));
    // Both choose at the same time.
    assert_eq!(shared("rock_paper_scissors.kif"), (Some(1), false));
}
