//! Why a link can't go on.

use super::message::VERSION;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use thiserror::Error;

/// Split by blame: the line, who is at its other end, the device.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LinkError {
    /// Nothing came, not one byte.
    #[error(
        "the board does not answer: {tries} frames were sent and not one byte came; is it programmed and powered, and \
         is this its port?"
    )]
    Silence {
        /// Frames that had no answer.
        tries: u32,
    },
    /// Bytes came, but no frames.
    #[error(
        "{bytes} bytes came, but no whole frame ({damaged} were damaged): the speed is wrong, the line is very noisy, \
         or another program speaks; {}",
        Remedy::Baud
    )]
    Noise {
        /// Bytes since the last answer.
        bytes: u64,
        /// Frames that were no frames.
        damaged: u64,
    },
    /// Whole frames came, but not of this protocol.
    #[error("{frames} whole frames came, but none of this protocol: something else is at the other end of the line")]
    Foreign {
        /// Frames since the last answer.
        frames: u64,
    },
    /// Frames of this protocol came, but no answers.
    #[error(
        "the board sends, but does not answer: {tries} frames were sent, {frames} came that answer none of them; does \
         the line to the board work?"
    )]
    Deaf {
        /// Frames that had no answer.
        tries: u32,
        /// Frames since the last answer.
        frames: u64,
    },
    /// The device speaks another version.
    #[error("the board speaks version {theirs} of the link, this program version {VERSION}; build the board anew")]
    Version {
        /// The device's version.
        theirs: u32,
    },
    /// The board has another game.
    #[error("the board has another game: its net is {board:016x}, this game's is {expected:016x}; flash this game's")]
    Game {
        /// Net hash of the board.
        board: u64,
        /// Net hash of the build.
        expected: u64,
    },
    /// The board has this game in another configuration.
    #[error(
        "the board has this game in another configuration: {field} {board} on the board, {expected} in the build; \
         flash this build"
    )]
    Configuration {
        /// The first field that differs.
        field: &'static str,
        /// What the board says.
        board: u32,
        /// What the build says.
        expected: u32,
    },
    /// The board takes no jobs.
    #[error("the board says that it takes no jobs at all: its gateware is broken")]
    Window,
    /// A size of the gateware is too large to be told over the link.
    #[error("the link can't carry this gateware: {what} too large")]
    Large {
        /// The size.
        what: &'static str,
    },
    /// The device was reset again and again.
    #[error("the board was reset {times} times and reported nothing in between; is its power supply good?")]
    Resets {
        /// Resets without a report in between.
        times: u32,
    },
    /// The device refuses jobs although it has none.
    #[error("the board refused {times} jobs although it has nothing to do: its gateware is broken")]
    Refuses {
        /// Refusals in a row.
        times: u32,
    },
    /// The device does not understand a request.
    #[error("the board does not understand {request}: its gateware does not fit this program")]
    Malformed {
        /// What was asked.
        request: &'static str,
    },
    /// The report of a job was lost again and again.
    #[error("job {tag} was played {times} times, but its report never came whole; the line is too noisy")]
    Unreported {
        /// The job's tag.
        tag: u32,
        /// Times it was accepted.
        times: u32,
    },
}

impl Remedied for LinkError {
    fn remedies(&self) -> Vec<Remedy> {
        if matches!(self, Self::Noise { .. }) { vec![Remedy::Baud] } else { Vec::new() }
    }
}

/// A job that can't be submitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SubmitError {
    /// As many jobs are on their way as may be.
    #[error("as many jobs are on their way as the board takes")]
    Full,
    /// Not the number of words that the device expects.
    #[error("a job of {got} words for a board whose jobs have {expected}")]
    Words {
        /// Words of the job.
        got: usize,
        /// Words of a job.
        expected: usize,
    },
}
