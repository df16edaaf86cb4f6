//! How a seat works.

use crate::Options;

/// How a seat makes its engines.
#[derive(Clone, Debug, Default)]
pub struct SeatOptions {
    /// How games are compiled. The bound on memory holds for the interpreter of the rules, too.
    pub compile: Options,
}
