//! Sequences of joint moves that show something of a game, and their check by an engine.

use crate::engine::{Codec, Engine, EngineError};

/// A sequence of joint moves from the initial state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The moves of all roles, step by step.
    pub moves: Vec<Vec<String>>,
    /// What it shows.
    pub claim: Claim,
}

/// What can be seen at the end of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The state is not terminal, and a role has no legal move.
    NoMove {
        /// The role.
        role: usize,
    },
    /// The state is that before the step `from` again: the moves from there on can be made for ever.
    Repeats {
        /// A step, from 0.
        from: usize,
    },
    /// A role has these goal values, in a terminal state or in one that is not.
    Values {
        /// The role.
        role: usize,
        /// Its values, ascending.
        values: Vec<i64>,
        /// Whether the state is terminal.
        terminal: bool,
    },
    /// The goal value of a role is less than before the last move.
    Falls {
        /// The role.
        role: usize,
        /// Its value before the last move.
        from: i64,
        /// Its value after it.
        to: i64,
    },
}

/// Why an engine does not confirm a line: it and the net disagree, which is a defect.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unconfirmed {
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A move of the line is not legal, or comes after the end.
    #[error("step {step}: `{mv}` is no legal move of `{role}`")]
    Illegal {
        /// The step, from 0.
        step: usize,
        /// The role.
        role: String,
        /// Its move.
        mv: String,
    },
    /// The line goes on in a terminal state.
    #[error("the state before step {step} is terminal")]
    Ended {
        /// The step, from 0.
        step: usize,
    },
    /// The last state is not what the line claims.
    #[error("the last state does not show it: {got}")]
    Otherwise {
        /// What the engine says.
        got: String,
    },
}

/// Plays a line on an engine and looks whether it shows what it claims. States are compared as the layout of the net
/// has them: facts that nothing depends on do not count.
///
/// # Errors
/// Where it does not.
pub fn confirm(engine: &mut dyn Engine, codec: &Codec, line: &Line) -> Result<(), Unconfirmed> {
    engine.reset()?;
    let mut repeated = None;
    let mut before = None;
    for (step, joint) in line.moves.iter().enumerate() {
        if line.claim == (Claim::Repeats { from: step }) {
            repeated = Some(codec.encode(&engine.state()?)?);
        }
        if engine.terminal()? {
            return Err(Unconfirmed::Ended { step });
        }
        for (role, mv) in joint.iter().enumerate() {
            if engine.legal(role)?.binary_search(mv).is_err() {
                let role = engine.roles()[role].clone();
                return Err(Unconfirmed::Illegal { step, role, mv: mv.clone() });
            }
        }
        if let (Claim::Falls { role, .. }, true) = (&line.claim, step + 1 == line.moves.len()) {
            before = Some(engine.goals(*role)?);
        }
        engine.step(joint)?;
    }
    let terminal = engine.terminal()?;
    let otherwise = |got: String| Err(Unconfirmed::Otherwise { got });
    match &line.claim {
        Claim::NoMove { role } => match engine.legal(*role)?.first() {
            None if !terminal => Ok(()),
            None => otherwise("it is terminal".to_owned()),
            Some(mv) => otherwise(format!("`{mv}` is legal")),
        },
        Claim::Repeats { .. } => {
            if repeated == Some(codec.encode(&engine.state()?)?) && !terminal {
                return Ok(());
            }
            otherwise("it is another state".to_owned())
        }
        Claim::Values { role, values, terminal: ended } => {
            let got = engine.goals(*role)?;
            if got == *values && terminal == *ended { Ok(()) } else { otherwise(format!("goals {got:?}")) }
        }
        Claim::Falls { role, from, to } => {
            let (before, after) = (before.unwrap_or_default(), engine.goals(*role)?);
            if before == [*from] && after == [*to] && to < from {
                return Ok(());
            }
            otherwise(format!("goals {before:?}, then {after:?}"))
        }
    }
}
