//! What a step takes of an engine that plays many lanes at once.

use gdl2hdl_sim::words::Choice;

/// The work of a step, to be compared with what the machine can do at best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How words are computed, and how many lanes a word has.
    pub choice: Choice,
    /// Operations on words, picks and random bits included. What is only done where playouts end is left out.
    pub ops_per_step: usize,
}
