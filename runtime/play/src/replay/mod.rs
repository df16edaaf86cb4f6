//! Replay: an engine against a recorded trace, every recorded field at every step.
//!
//! A transition is checked only where the next line is the next step of the same playout; elsewhere the recorded
//! state is loaded. Legal moves of terminal states are compared too, but differences there are only noted: nobody
//! needs these moves.

mod difference;
mod run;

pub use difference::{Difference, Field, Shown};
pub use run::{Options, Report, replay};

use crate::engine::EngineError;
use crate::trace::TraceError;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use thiserror::Error;

/// A replay that could not be carried out. That an engine gives other answers is no error but a [`Difference`].
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The trace can't be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The engine failed for a reason that lies outside of the game.
    #[error("the engine failed: {0}")]
    Engine(#[from] EngineError),
    /// The caller's clock ran out; here is what was found until then.
    #[error("stopped at the deadline after {} states", .0.states)]
    Deadline(Box<Report>),
}

impl Remedied for ReplayError {
    fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::Trace(error) => error.remedies(),
            Self::Engine(error) => error.remedies(),
            Self::Deadline(_) => Vec::new(),
        }
    }
}
