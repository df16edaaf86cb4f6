//! Why a job could not be played.

use super::{JobError, MAX_FIRST_MOVES, MAX_RECORDS};
use crate::engine::EngineError;
use thiserror::Error;

/// Split by blame: the job, limits, the engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
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
    /// The engine failed.
    #[error("the engine failed: {0}")]
    Engine(#[from] EngineError),
}
