//! Why the playout engine in hardware could not play a job.

use crate::board::DeviceError;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use gdl2hdl_hdl::playout::GatewareError;
use gdl2hdl_play::playout::{OtherError, PlayError};
use thiserror::Error;

/// Split by blame: the job, the gateware, the device.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HardwareError {
    /// Who has seeds from the host does not count by first moves.
    #[error("an engine that has its seeds from the host does not count by first moves; ask for none")]
    NoFirstMoves,
    /// There are no counters for so many first moves.
    #[error(
        "first moves need {bits} bits to tell them apart; the playout engine in hardware counts those of up to {most} bits"
    )]
    FirstMoveBits {
        /// Bits that number the joint moves, legal at the start or not.
        bits: u32,
        /// The most there may be.
        most: u32,
    },
    /// The engine can't end playouts that would go on.
    #[error(
        "this playout engine has no step limit, and playouts may take {longest} steps: allow as many or more, not {asked}"
    )]
    Limit {
        /// Steps that a job asks for at most.
        asked: u64,
        /// Steps that playouts may take.
        longest: u64,
    },
    /// The engine, or its model, could not be built, or gave an answer it must not give.
    #[error("the playout engine: {0}")]
    Device(String),
    /// There is no gateware that could play it.
    #[error("the playout engine: {0}")]
    Gateware(GatewareError),
    /// A board can't play the job, or can't be reached.
    #[error(transparent)]
    Board(#[from] DeviceError),
}

impl HardwareError {
    /// The error that an engine of this crate gave, if it is one of these.
    #[must_use]
    pub fn of(error: &PlayError) -> Option<&Self> {
        match error {
            PlayError::Other(error) => error.get(),
            _ => None,
        }
    }
}

impl From<HardwareError> for PlayError {
    fn from(error: HardwareError) -> Self {
        OtherError::new(error).into()
    }
}

impl From<DeviceError> for PlayError {
    fn from(error: DeviceError) -> Self {
        HardwareError::Board(error).into()
    }
}

impl Remedied for HardwareError {
    fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::Gateware(error) => error.remedies(),
            Self::Board(error) => error.remedies(),
            _ => Vec::new(),
        }
    }
}
