//! Picks by themselves, without a game: uniform, and independent from lane to lane and from step to step.

use super::exact::shares;
use super::{Fit, chi_square, independence};
use crate::playout::lanes::{Lanes, draw};
use gdl2hdl_net::playout::{Draw, Draws};

/// Lanes that pick side by side.
const LANES: usize = 64;

/// How random the picks of one role are.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Picks {
    /// Picks of each move, against the part of all draws that picks it: 1/n · (1 ± 2⁻¹²).
    uniform: Fit,
    /// Picks of neighbouring lanes in the same step: a table of pairs, against independence.
    neighbours: Fit,
    /// Picks of a lane in successive steps, likewise.
    successive: Fit,
}

/// Makes at least `count` picks among `moves` moves, with draws of `bits` bits, in 64 lanes. **Cost:** linear.
fn picks(seed: u64, moves: usize, bits: u32, count: u64) -> Picks {
    let draws = Draws { roles: vec![Draw { generator: 0, offset: 0, bits }], generators: vec![bits] };
    let mut lanes = Lanes::new(seed, LANES as u64, &draws, u64::MAX).unwrap();
    let mut counts = vec![0; moves];
    let mut neighbours = vec![vec![0; moves]; moves];
    let mut successive = neighbours.clone();
    let mut before: Option<[usize; LANES]> = None;
    for _ in 0..count.div_ceil(LANES as u64) {
        let picked = std::array::from_fn(|lane| {
            let number = (draw(lanes.of(lane), &draws)[0] * moves as u64) >> bits;
            usize::try_from(number).unwrap_or(usize::MAX)
        });
        picked.iter().for_each(|&mv: &usize| counts[mv] += 1);
        // Each lane stands in one pair only, so that pairs are independent of each other.
        picked.chunks_exact(2).for_each(|pair| neighbours[pair[0]][pair[1]] += 1);
        before = match before {
            Some(before) => {
                before.iter().zip(&picked).for_each(|(&before, &now)| successive[before][now] += 1);
                None
            }
            None => Some(picked),
        };
    }
    let uniform = chi_square(&counts, &shares(moves as u64, bits));
    Picks { uniform, neighbours: independence(&neighbours), successive: independence(&successive) }
}

/// A test that is right fails once in 10⁵; the seed is fixed.
const DOUBT: f64 = 1e-5;

#[test]
fn a_million_picks_are_uniform_and_independent() {
    for (moves, bits) in [(2, 13), (3, 14), (7, 15), (9, 16), (16, 16), (30, 17)] {
        let picks = picks(1, moves, bits, 1_000_000);
        println!("{moves} moves, {bits} bits: {picks:?}");
        for fit in [picks.uniform, picks.neighbours, picks.successive] {
            assert!(fit.p > DOUBT && fit.p < 1.0 - DOUBT, "{moves} moves: {fit:?}");
        }
    }
}
