//! Random games: with several goals or none, without moves, without end.

#[path = "../../../../tests/src/random/game.rs"]
#[allow(unreachable_pub, reason = "it stands in another crate")]
mod game;

use crate::naive::{Naive, best};
use crate::table::{asked, choice, interpreted, player};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_play::engine::Engine;
use gdl2hdl_search::standard::{Limits, Minimax, NAMES};
use proptest::prelude::*;

/// Makes some steps at random. Says whether the state can be asked about.
fn wander(engine: &mut dyn Engine, seed: u64, steps: u64) -> bool {
    let mut random = SplitMix64(seed);
    let mut joint = |engine: &mut dyn Engine| {
        let moves = (0..engine.roles().len()).map(|role| engine.legal(role).unwrap());
        moves.map(|moves| moves.get(random.index(moves.len())).cloned()).collect::<Option<Vec<String>>>()
    };
    for _ in 0..steps {
        match joint(engine) {
            Some(joint) if !engine.terminal().unwrap() => engine.step(&joint).unwrap(),
            _ => return false,
        }
    }
    joint(engine).is_some() && !engine.terminal().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn values_are_those_of_the_definition(text in game::games(), seed in any::<u64>(), steps in 0_u64..4) {
        let mut engine = interpreted(&text);
        if wander(&mut *engine, seed, steps) {
            for role in 0..engine.roles().len() {
                let (mv, value) = best(&Naive::new(role).moves(&mut *engine, 2));
                let mut minimax = Minimax::depth(Some(2), Limits::default());
                prop_assert_eq!(choice(&mut minimax, &mut *engine, role), mv);
                prop_assert!(minimax.value().is_none_or(|found| found == value));
            }
        }
    }

    #[test]
    fn all_players_keep_their_contract(text in game::games(), seed in any::<u64>(), steps in 0_u64..4) {
        let mut engine = interpreted(&text);
        if wander(&mut *engine, seed, steps) {
            for name in NAMES {
                let options = if ["legal", "random"].contains(&name) { "" } else { "nodes=40" };
                let mut player = player(name, options);
                for role in 0..engine.roles().len() {
                    asked(&mut *player, &mut *engine, role, &Unobserved);
                    asked(&mut *player, &mut *engine, role, &Unobserved);
                }
            }
        }
    }
}
