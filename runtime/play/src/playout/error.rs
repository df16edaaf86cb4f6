//! Why a job could not be played.

use super::{JobError, MAX_FIRST_MOVES, MAX_RECORDS};
use crate::engine::EngineError;
use gdl2hdl_gdl::observer::Stage;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use std::any::Any;
use std::error::Error;
use std::fmt::{self, Display};
use std::sync::Arc;

/// Split by blame: the job, limits, the engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// Nobody can play this job.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The start states have more joint first moves than a report lists.
    #[error("{0} joint first moves in all start states, but a report lists at most {MAX_FIRST_MOVES}")]
    FirstMoves(u64),
    /// A trace would be too long.
    #[error("the trace has more than {MAX_RECORDS} states; take fewer lanes, playouts or steps")]
    Records,
    /// Without a net there are no registers.
    #[error("this game was not grounded: its states have no bits that could be shown or compared")]
    NoBits,
    /// Nothing is known of the draws of a game that was not grounded.
    #[error("this game was not grounded: of each lane one playout is in flight at a time")]
    OneSlot,
    /// Pickers rest on facts that exclude each other; a state in which both hold is not one of the game.
    #[error("start state {start} can't be reached: {facts} never hold together")]
    Unreachable {
        /// Number of the start state, from 0.
        start: usize,
        /// The facts, in words.
        facts: String,
    },
    /// The lanes of a job would need more memory than may be used.
    #[error(
        "the lanes of the job need {bytes} bytes, but may take {most}; {}, or take fewer lanes and more playouts in each",
        Remedy::MoreMemoryForLanes
    )]
    Memory {
        /// What they need.
        bytes: u64,
        /// What they may take.
        most: u64,
    },
    /// The machine that runs programs failed: a defect, or a lack of executable memory.
    #[error("the engine could not run: {0}")]
    Machine(String),
    /// A thread died: a defect.
    #[error("a thread of the engine ended unexpectedly")]
    Thread,
    /// The caller stopped it before it was ready to play.
    #[error("stopped while the engine was built ({0})")]
    Stopped(Stage),
    /// The engine failed.
    #[error("the engine failed: {0}")]
    Engine(#[from] EngineError),
    /// An engine of another crate can't play the job, or failed.
    #[error(transparent)]
    Other(#[from] OtherError),
}

/// What engines of other crates may say where they can't play.
pub trait Fault: Error + Remedied + Any + Send + Sync {}

impl<T: Error + Remedied + Any + Send + Sync> Fault for T {}

/// An error of an engine that this crate does not know. Two are equal if they say the same.
#[derive(Clone, Debug)]
pub struct OtherError(Arc<dyn Fault>);

impl OtherError {
    /// Such an error.
    #[must_use]
    pub fn new(fault: impl Fault) -> Self {
        Self(Arc::new(fault))
    }

    /// The error itself, if it is of this type.
    #[must_use]
    pub fn get<T: Fault>(&self) -> Option<&T> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }
}

impl PartialEq for OtherError {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for OtherError {}

impl Display for OtherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl Error for OtherError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl From<gdl2hdl_simd::SimdError> for PlayError {
    fn from(error: gdl2hdl_simd::SimdError) -> Self {
        Self::Machine(error.to_string())
    }
}

impl Remedied for PlayError {
    fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::Memory { .. } => vec![Remedy::MoreMemoryForLanes],
            Self::Engine(error) => error.remedies(),
            Self::Other(error) => error.0.remedies(),
            _ => Vec::new(),
        }
    }
}
