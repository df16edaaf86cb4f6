//! Why a job could not be played.

use super::{JobError, MAX_FIRST_MOVES, MAX_RECORDS};
use crate::board::DeviceError;
use crate::engine::EngineError;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use gdl2hdl_hdl::playout::GatewareError;
use gdl2hdl_sim::Stage;
use thiserror::Error;

/// Split by blame: the job, limits, the engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// Nobody can play this job.
    #[error(transparent)]
    Job(#[from] JobError),
    /// Who has seeds from the host does not count by first moves.
    #[error("an engine that has its seeds from the host does not count by first moves; ask for none")]
    NoFirstMoves,
    /// The start states have more joint first moves than a report lists.
    #[error("{0} joint first moves in all start states, but a report lists at most {MAX_FIRST_MOVES}")]
    FirstMoves(u64),
    /// The playout engine in hardware has no counters for so many first moves.
    #[error(
        "first moves need {bits} bits to tell them apart; the playout engine in hardware counts those of up to {most} bits"
    )]
    FirstMoveBits {
        /// Bits that number the joint moves, legal at the start or not.
        bits: u32,
        /// The most there may be.
        most: u32,
    },
    /// The playout engine in hardware can't end playouts that would go on.
    #[error(
        "this playout engine has no step limit, and playouts may take {longest} steps: allow as many or more, not {asked}"
    )]
    Limit {
        /// Steps that a job asks for at most.
        asked: u64,
        /// Steps that playouts may take.
        longest: u64,
    },
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
    /// The playout engine in hardware, or its model, could not be built, or gave an answer it must not give.
    #[error("the playout engine: {0}")]
    Device(String),
    /// There is no gateware that could play it.
    #[error("the playout engine: {0}")]
    Gateware(GatewareError),
    /// The caller stopped it before it was ready to play.
    #[error("stopped while the model was built ({0})")]
    Stopped(Stage),
    /// A board can't play the job, or can't be reached.
    #[error(transparent)]
    Board(#[from] DeviceError),
    /// The engine failed.
    #[error("the engine failed: {0}")]
    Engine(#[from] EngineError),
}

impl From<gdl2hdl_sim::simd::SimdError> for PlayError {
    fn from(error: gdl2hdl_sim::simd::SimdError) -> Self {
        Self::Machine(error.to_string())
    }
}

impl Remedied for PlayError {
    fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::Memory { .. } => vec![Remedy::MoreMemoryForLanes],
            Self::Gateware(error) => error.remedies(),
            Self::Board(error) => error.remedies(),
            Self::Engine(error) => error.remedies(),
            _ => Vec::new(),
        }
    }
}
