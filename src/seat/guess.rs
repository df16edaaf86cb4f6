//! Games of which a role does not see everything: one state that fits what it saw.
//!
//! The guess goes on from step to step with any joint move that gives the percepts that came. Where none does, the game is
//! played anew from its beginning, at random, until a play fits all of them or there is no time.

use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_play::engine::{Engine, EngineError, Swappable};

/// Joint moves that are looked at in one state.
const MAX_JOINTS: usize = 1000;
/// Plays from the beginning that are tried at most: a legal answer is to be there soon.
const MAX_PLAYS: usize = 1000;

/// What a role knows of a step.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// Its own move.
    pub(super) own: String,
    /// Its percepts, sorted.
    pub(super) percepts: Vec<String>,
}

/// What a role knows of a match, and how it may have been played.
pub(super) struct Guess {
    seen: Vec<Seen>,
    /// The joint moves that lead to the state of the engine.
    joints: Vec<Vec<String>>,
    random: SplitMix64,
}

impl Default for Guess {
    fn default() -> Self {
        Self { seen: Vec::new(), joints: Vec::new(), random: SplitMix64(0) }
    }
}

impl Guess {
    /// Takes in a step: the engine makes a joint move that is as near to it as possible.
    /// **Returns:** whether all that was seen fits.
    pub(super) fn see(&mut self, engine: &mut Swappable, role: usize, seen: Seen) -> Result<bool, EngineError> {
        let near = nearest(engine, role, &seen, &mut self.random);
        // It was seen whatever the engine says.
        self.seen.push(seen);
        let Some((joint, is_exact)) = near? else { return Ok(false) };
        engine.step(&joint)?;
        self.joints.push(joint);
        Ok(is_exact && self.joints.len() == self.seen.len() && fits(engine, role)?)
    }

    /// Plays the game anew until all that was seen fits.
    /// **Returns:** whether it does; if not, the engine is where it was.
    pub(super) fn search(
        &mut self,
        engine: &mut Swappable,
        role: usize,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<bool, EngineError> {
        for _ in 0..MAX_PLAYS {
            if !goes_on() {
                break;
            }
            engine.reset()?;
            if let Some(joints) = self.play(engine, role)? {
                self.joints = joints;
                return Ok(true);
            }
        }
        engine.reset()?;
        self.joints.iter().try_for_each(|joint| engine.step(joint))?;
        Ok(false)
    }

    /// Plays from the initial state. **Returns:** the joint moves, if all fits.
    fn play(&mut self, engine: &mut Swappable, role: usize) -> Result<Option<Vec<Vec<String>>>, EngineError> {
        let mut joints = Vec::with_capacity(self.seen.len());
        for seen in &self.seen {
            let Some((joint, true)) = nearest(engine, role, seen, &mut self.random)? else { return Ok(None) };
            engine.step(&joint)?;
            joints.push(joint);
        }
        Ok(fits(engine, role)?.then_some(joints))
    }
}

/// Whether a role that is asked for a move can be in this state.
fn fits(engine: &mut Swappable, role: usize) -> Result<bool, EngineError> {
    Ok(!engine.terminal()? && !engine.legal(role)?.is_empty())
}

/// A joint move that fits what a role saw, any of them, with `true`; else one with as many of the percepts as possible.
/// `None` where the role's own move is not legal, or another role has none.
fn nearest(
    engine: &mut Swappable,
    role: usize,
    seen: &Seen,
    random: &mut SplitMix64,
) -> Result<Option<(Vec<String>, bool)>, EngineError> {
    let roles = 0..engine.roles().len();
    let mut legal = roles.map(|role| engine.legal(role)).collect::<Result<Vec<_>, _>>()?;
    if !legal[role].contains(&seen.own) {
        return Ok(None);
    }
    legal[role] = vec![seen.own.clone()];
    let all = legal.iter().try_fold(1_usize, |all, moves| all.checked_mul(moves.len()));
    let (mut best, mut fitting): (Option<(usize, Vec<String>)>, _) = (None, Vec::new());
    for number in 0..all.unwrap_or(MAX_JOINTS).min(MAX_JOINTS) {
        let joint = if all.is_some_and(|all| all <= MAX_JOINTS) {
            numbered(&legal, number)
        } else {
            legal.iter().map(|moves| moves[random.index(moves.len())].clone()).collect()
        };
        let sees = engine.sees(&joint)?.swap_remove(role);
        if sees == seen.percepts {
            fitting.push(joint);
            continue;
        }
        let same = sees.iter().filter(|percept| seen.percepts.contains(percept)).count();
        if best.as_ref().is_none_or(|(most, _)| same > *most) {
            best = Some((same, joint));
        }
    }
    if !fitting.is_empty() {
        return Ok(Some((fitting.swap_remove(random.index(fitting.len())), true)));
    }
    Ok(best.map(|(_, joint)| (joint, false)))
}

/// The joint move of a number: the first role's move changes fastest.
fn numbered(legal: &[Vec<String>], mut number: usize) -> Vec<String> {
    let pick = |moves: &Vec<String>| {
        let mv = moves[number % moves.len()].clone();
        number /= moves.len();
        mv
    };
    legal.iter().map(pick).collect()
}
