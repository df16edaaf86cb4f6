//! What no board can be.

use thiserror::Error;

/// Why there is no such linked engine or board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// The line has less than four clocks a bit, or no speed at all.
    #[error("a line of {baud} baud needs a clock of at least {} Hz, not {clock_hz} Hz", 4 * u64::from(*.baud).max(1))]
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
    /// A parameter of a cell is out of its range.
    #[error("{what} must be {least} to {most}, not {got}")]
    Range {
        /// The parameter.
        what: &'static str,
        /// What it is.
        got: u8,
        /// The least possible.
        least: u8,
        /// The most possible.
        most: u8,
    },
    /// A PLL whose input is a pin can't have an oscillator's clock, and an ECP5 has no such oscillator.
    #[error("{pll} can't take the clock of an internal oscillator")]
    Oscillator {
        /// The PLL's cell.
        pll: &'static str,
    },
}
