//! The exact distribution of playouts, by playing every game at once: each state with its probability.

use super::{Fit, chi_square};
use crate::engine::BitCore;
use crate::playout::{GameShape, PlayError, State, Tally};
use bitvec::prelude::{BitSlice, BitVec};
use std::collections::BTreeMap;

/// Probabilities of how a playout from one state ends.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Exact {
    /// For each role and goal value: the playout is finished, and the role has this value and no other.
    pub goals: Vec<Vec<f64>>,
    /// For each role: the playout is finished, and not exactly one goal value holds.
    pub undefined: Vec<f64>,
    /// It is cut off.
    pub truncated: f64,
    /// Some role has no legal move.
    pub stuck: f64,
    /// Steps in the mean.
    pub steps: f64,
}

impl Exact {
    /// For each role, how well counts of playouts fit the probabilities.
    #[must_use]
    pub fn fit(&self, tally: &Tally) -> Vec<Fit> {
        let of_role = |role: usize| {
            let ends = [tally.undefined[role], tally.truncated, tally.stuck];
            let observed: Vec<u64> = tally.goals[role].iter().copied().chain(ends).collect();
            let ends = [self.undefined[role], self.truncated, self.stuck];
            let probabilities: Vec<f64> = self.goals[role].iter().copied().chain(ends).collect();
            chi_square(&observed, &probabilities)
        };
        (0..self.goals.len()).map(of_role).collect()
    }
}

/// States after some number of steps, and their probabilities.
type Layer = BTreeMap<State, f64>;

/// The exact distribution of playouts from a state; `None` for games with more than `max_states` states after some
/// number of steps.
///
/// # Errors
/// When the machine fails.
pub fn exact(
    core: &mut dyn BitCore,
    shape: &GameShape,
    start: &State,
    max_steps: u64,
    max_states: usize,
) -> Result<Option<Exact>, PlayError> {
    let mut exact = Exact {
        goals: shape.goals.iter().map(|goals| vec![0.0; goals.len()]).collect(),
        undefined: vec![0.0; shape.goals.len()],
        ..Exact::default()
    };
    let mut layer = Layer::from([(start.clone(), 1.0)]);
    for step in 0.. {
        if layer.len() > max_states {
            return Ok(None);
        }
        if layer.is_empty() {
            break;
        }
        let mut next = Layer::new();
        for (state, probability) in layer {
            core.load(&state)?;
            if core.terminal()? {
                finish(core, shape, probability, &mut exact)?;
            } else if step == max_steps {
                exact.truncated += probability;
            } else {
                spread(core, shape, &state, probability, &mut next, &mut exact)?;
            }
        }
        layer = next;
    }
    Ok(Some(exact))
}

fn finish(core: &mut dyn BitCore, shape: &GameShape, probability: f64, exact: &mut Exact) -> Result<(), PlayError> {
    let mut goals: BitVec = BitVec::repeat(false, shape.num_goals());
    core.goals(&mut goals)?;
    for (role, bits) in shape.goals.iter().enumerate() {
        let held: Vec<usize> = goals[bits.clone()].iter_ones().collect();
        match held[..] {
            [value] => exact.goals[role][value] += probability,
            _ => exact.undefined[role] += probability,
        }
    }
    Ok(())
}

/// Divides a state's probability among the states that follow.
fn spread(
    core: &mut dyn BitCore,
    shape: &GameShape,
    state: &State,
    probability: f64,
    next: &mut Layer,
    exact: &mut Exact,
) -> Result<(), PlayError> {
    let mut legal: BitVec = BitVec::repeat(false, shape.num_moves());
    core.legal(&mut legal)?;
    let joints = joint_moves(shape, &legal);
    if joints.is_empty() {
        exact.stuck += probability;
        return Ok(());
    }
    exact.steps += probability;
    for (does, share) in joints {
        core.load(state)?;
        core.step(&does)?;
        let mut after = State::repeat(false, shape.registers);
        core.registers(&mut after)?;
        *next.entry(after).or_default() += probability * share;
    }
    Ok(())
}

/// All legal joint moves and their probabilities. Roles that share a draw never have a choice at the same time, so
/// roles pick independently.
fn joint_moves(shape: &GameShape, legal: &BitSlice) -> Vec<(BitVec, f64)> {
    let mut joints: Vec<(BitVec, f64)> = vec![(BitVec::repeat(false, legal.len()), 1.0)];
    for (moves, draw) in shape.moves.iter().zip(&shape.draws.roles) {
        let choices: Vec<usize> = legal[moves.clone()].iter_ones().map(|mv| moves.start + mv).collect();
        let shares = shares(choices.len() as u64, draw.bits);
        let with = |(does, share): &(BitVec, f64)| {
            let with_move = |(&mv, part): (&usize, &f64)| {
                let mut does = does.clone();
                does.set(mv, true);
                (does, share * part)
            };
            choices.iter().zip(&shares).map(with_move).collect::<Vec<_>>()
        };
        joints = joints.iter().flat_map(with).collect();
    }
    joints
}

/// The probability of each of `n` moves: the part of all draws `d` with `(d * n) >> bits` equal to its number.
#[must_use]
pub fn shares(n: u64, bits: u32) -> Vec<f64> {
    let all = 1_u64 << bits;
    let first = |number: u64| (number * all).div_ceil(n);
    (0..n).map(|number| (first(number + 1) - first(number)) as f64 / all as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_count_draws() {
        for n in 1..9_u64 {
            let mut counts = vec![0.0; usize::try_from(n).unwrap()];
            (0..64).for_each(|draw| counts[usize::try_from((draw * n) >> 6).unwrap()] += 1.0 / 64.0);
            assert_eq!(shares(n, 6), counts);
        }
        assert_eq!((shares(1, 0), shares(0, 0)), (vec![1.0], vec![]));
    }
}
