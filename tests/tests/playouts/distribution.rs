//! Reports of small games against the exact distribution of all their playouts.

use crate::playouts::compiled_game::CompiledGame;
use gdl2hdl_play::engine::GateCore;
use gdl2hdl_play::playout::statistics::{Exact, exact};
use gdl2hdl_play::playout::{PlayoutEngine, Unobserved};

/// Layers of the games here are far smaller.
const MAX_STATES: usize = 100_000;
/// A test that is right fails once in 10⁴; the seed is fixed.
const DOUBT: f64 = 1e-4;

fn distribution(compiled_game: &CompiledGame, max_steps: u64) -> Exact {
    let mut core = GateCore::new(compiled_game.compiled.net().net().clone());
    exact(&mut core, &compiled_game.shape, &compiled_game.initial().registers, max_steps, MAX_STATES).unwrap().unwrap()
}

fn fits(compiled_game: &CompiledGame, engine: &mut dyn PlayoutEngine, lanes: u64, per_lane: u64, max_steps: u64) {
    let exact = distribution(compiled_game, max_steps);
    let tally = engine.play(&compiled_game.job(lanes, per_lane, max_steps), &Unobserved).unwrap().total().all;
    for (role, fit) in exact.fit(&tally).iter().enumerate() {
        println!("{}, role {role}, {} playouts: {fit:?}", engine.name(), tally.playouts());
        assert!(fit.p > DOUBT && fit.freedom > 0, "{fit:?}");
    }
    // The lengths of these games deviate by less than 10 steps.
    let deviation = 5.0 * 10.0 / (tally.playouts() as f64).sqrt();
    assert!((tally.mean_length() - exact.steps).abs() < deviation, "{} {}", tally.mean_length(), exact.steps);
}

#[test]
fn tic_tac_toe_ends_as_it_must() {
    let compiled_game = CompiledGame::of("tic_tac_toe.kif");
    fits(&compiled_game, &mut compiled_game.scalar(), 128, 128, 9);
    fits(&compiled_game, &mut compiled_game.cpu(2), 1024, 1024, 9);
    fits(&compiled_game, &mut compiled_game.cpu(1), 1024, 64, 6);
}

#[test]
fn nim_ends_as_it_must() {
    let compiled_game = CompiledGame::of("nim.kif");
    fits(&compiled_game, &mut compiled_game.scalar(), 128, 128, 20);
    fits(&compiled_game, &mut compiled_game.cpu(2), 1024, 1024, 20);
    fits(&compiled_game, &mut compiled_game.cpu(1), 1024, 64, 5);
}

#[test]
fn the_distribution_of_tic_tac_toe_is_the_known_one() {
    let compiled_game = CompiledGame::of("tic_tac_toe.kif");
    let exact = distribution(&compiled_game, 9);
    // All 9!/… games with equal chances: the first player wins 737/1260, the second 121/420, 8/63 are drawn.
    let goals = &compiled_game.codec.layout().goals[0];
    let of = |value: i64| exact.goals[0][goals.iter().position(|&goal| goal == value).unwrap()];
    for (value, known) in [(100, 737.0 / 1260.0), (0, 121.0 / 420.0), (50, 8.0 / 63.0)] {
        // Each of nine picks has its probability but for one part in 4096.
        assert!((of(value) / known - 1.0).abs() < 9.0 / 4096.0, "{value}: {} {known}", of(value));
    }
    assert_eq!((exact.truncated, exact.stuck, &exact.undefined), (0.0, 0.0, &vec![0.0; 2]));
}
