//! What no board can be.

use gdl2hdl_boards::pll::ClockError;
use thiserror::Error;

/// Why there is no such linked engine or board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DesignError {
    /// the UART has less than four cycles a bit, or no speed at all.
    #[error("a UART of {baud} baud needs a clock of at least {} Hz, not {clock_hz} Hz", 4 * u64::from(*.baud).max(1))]
    Baud {
        /// Bits a second.
        baud: u32,
        /// The engine's clock.
        clock_hz: u32,
    },
    /// A state of the game is too large for a frame.
    #[error("jobs of this game have {words} words; the link carries at most {}", super::MAX_JOB_WORDS)]
    Job {
        /// Words of a job.
        words: usize,
    },
    /// No FPGA has such a clock.
    #[error(transparent)]
    Clock(#[from] ClockError),
}
