//! The command line of boards at serial ports.

use super::JobOptions;
use super::uart::UartOptions;
use clap::Args;
use gdl2hdl_device::link::message::MAX_ECHO;
use std::path::PathBuf;

/// Most words of an echo, as a number of the command line.
const MOST_WORDS: u64 = MAX_ECHO as u64;

/// Options of `run`.
#[derive(Args, Debug)]
pub(crate) struct Run {
    /// Folder that `gdl2hdl build` wrote; the board must have been flashed with it
    pub(crate) dir: PathBuf,
    /// Rules of the game [default: those in DIR]
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) uart: UartOptions,
    /// Counts also by the joint move a playout began with, or by the move of one role
    #[arg(long, value_name = "ROLE", num_args = 0..=1)]
    pub(crate) first_moves: Option<Option<String>>,
    #[command(flatten)]
    pub(crate) job: JobOptions,
}

/// Options of `link-test`.
#[derive(Args, Debug)]
pub(crate) struct LinkTest {
    #[command(flatten)]
    pub(crate) uart: UartOptions,
    /// Frames to send
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) frames: u64,
    /// Random words in each
    #[arg(long, value_name = "N", default_value_t = MOST_WORDS,
          value_parser = clap::value_parser!(u64).range(0..=MOST_WORDS))]
    pub(crate) words: u64,
    /// Seed of the words
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}
