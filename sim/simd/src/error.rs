//! What can go wrong between a program and its run.

use super::{Backend, Width};
use gdl2hdl_gdl::observer::Stopped;
use gdl2hdl_net::program::Flaw;

/// Failure to prepare or run a program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimdError {
    /// A defect of what made the program.
    #[error("unsound program: {0}")]
    Unsound(#[from] Flaw),
    /// This processor lacks what the backend needs.
    #[error("{0} does not work on this machine; `portable` always does")]
    Unavailable(Backend),
    /// The backend's vectors are longer than the words.
    #[error("{backend} needs words of at least {least} lanes, not {width}")]
    Narrow {
        /// What was asked for.
        backend: Backend,
        /// Its shortest word.
        least: Width,
        /// The word that was asked for.
        width: Width,
    },
    /// More values, or places farther apart, than 32-bit offsets reach.
    #[error("the program is too large: its words are more than 512 MiB apart, or too many")]
    TooLarge,
    /// The operating system refuses memory for machine code.
    #[error("no executable memory for machine code ({0}); choose a backend that is not native")]
    Executable(#[from] std::io::Error),
    /// An instruction that the encoder does not know: a defect of the backend.
    #[error("machine code could not be encoded: {0}")]
    Encoding(String),
    /// The observer stopped the preparation of a program.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Code and memory have words of different lengths.
    #[error("the code is for words of {code} lanes, the memory has words of {memory}")]
    WidthDiffers {
        /// Of the code.
        code: Width,
        /// Of the memory.
        memory: Width,
    },
    /// The program uses words that the memory does not have.
    #[error("the program uses words {low} to {high} of region {region}, which are not all in memory")]
    OutOfBounds {
        /// The region.
        region: usize,
        /// Lowest place used.
        low: i32,
        /// Highest place used.
        high: i32,
    },
}
