//! Why an engine could not answer.

use gdl2hdl_gdl::interpret::InterpretError;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use thiserror::Error;

/// Split by blame: the request, the game, a limit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// A state was asked for that holds a fact the engine has no place for.
    #[error("the engine does not know the fact `{0}`")]
    UnknownFact(String),
    /// A state was asked for that holds a fact the engine takes for never true.
    #[error("the engine takes the fact `{0}` for never true")]
    NeverFact(String),
    /// A state was asked for that lacks a fact the engine takes for always true.
    #[error("the engine takes the fact `{0}` for always true")]
    MissingFact(String),
    /// A state was asked for that lacks a fact which holds wherever another one does.
    #[error("the state lacks `{fact}`, which always holds where `{other}` does")]
    MissingBeside {
        /// The fact that is missing.
        fact: String,
        /// One that the state has.
        other: String,
    },
    /// A state was asked for with two facts that never hold together.
    #[error("`{fact}` and `{other}` contradict each other: where one holds the other one never does")]
    Contradiction {
        /// A fact.
        fact: String,
        /// Another from which it follows, or that follows from it.
        other: String,
    },
    /// A state was asked for in which none of several facts holds, of which one always does.
    #[error("neither `{fact}` nor `{other}` nor another of their kind holds, but one always does")]
    NothingHolds {
        /// A fact.
        fact: String,
        /// One of the others.
        other: String,
    },
    /// A state was asked for that play can't reach, and the engine was made for those it can.
    #[error("{together} never hold together in a state that can be reached")]
    Unreachable {
        /// One of the facts.
        fact: String,
        /// All of them, in words.
        together: String,
    },
    /// A joint move holds a move the engine does not have for that role.
    #[error("the engine does not know the move `{mv}` of role `{role}`")]
    UnknownMove {
        /// The role.
        role: String,
        /// Its move.
        mv: String,
    },
    /// A role has a goal value that the net does not have.
    #[error("the net does not know the goal value {value} of role `{role}`")]
    UnknownGoal {
        /// The role.
        role: String,
        /// Its value.
        value: i64,
    },
    /// A role sees something that the net does not know it to see.
    #[error("the net does not know the percept `{percept}` of role `{role}`")]
    UnknownPercept {
        /// The role.
        role: String,
        /// What it sees.
        percept: String,
    },
    /// A state was asked for by registers that do not say all of it.
    #[error(
        "the registers of the net do not say whether `{0}` holds: give the state by its facts, or {help}",
        help = Remedy::KeepState
    )]
    Incomplete(String),
    /// A joint move of the wrong length.
    #[error("a joint move of {got} moves for {roles} roles")]
    JointLength {
        /// Number of roles.
        roles: usize,
        /// Number of moves given.
        got: usize,
    },
    /// The interpreter of the rules gave up.
    #[error("the interpreter stopped: {0}")]
    Interpreter(#[from] InterpretError),
    /// The simulated model failed.
    #[error("the simulation failed: {0}")]
    Simulation(String),
    /// The machine that computes words failed.
    #[error("the program failed: {0}")]
    Failed(String),
}

impl Remedied for EngineError {
    fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::Incomplete(_) => vec![Remedy::KeepState],
            Self::Interpreter(error) => error.remedies(),
            _ => Vec::new(),
        }
    }
}

impl EngineError {
    /// Whether the caller's own clock stopped the engine, in the middle of a state.
    #[must_use]
    pub const fn is_out_of_time(&self) -> bool {
        matches!(self, Self::Interpreter(InterpretError::Stopped))
    }

    /// Whether an engine of the rules met what the net does not have: a state that the net's registers can't hold, a move, a
    /// goal value or a percept. Where the engine plays by itself one of both is wrong.
    #[must_use]
    pub fn is_of_the_net(&self) -> bool {
        let of_sentences =
            matches!(self, Self::UnknownMove { .. } | Self::UnknownGoal { .. } | Self::UnknownPercept { .. });
        of_sentences || self.refused_fact().is_some()
    }

    /// The fact for which a state was refused; `None` when something else failed.
    #[must_use]
    pub fn refused_fact(&self) -> Option<&str> {
        match self {
            Self::UnknownFact(fact) | Self::NeverFact(fact) | Self::MissingFact(fact) => Some(fact),
            Self::Contradiction { fact, .. }
            | Self::NothingHolds { fact, .. }
            | Self::MissingBeside { fact, .. }
            | Self::Unreachable { fact, .. } => Some(fact),
            _ => None,
        }
    }
}
