//! And-inverter graphs in AIGER, the format that logic optimisers read and write: as values, to bytes and back.
//!
//! What the inputs and outputs mean is not decided here: `gdl2hdl_emit::aiger` makes a graph of a net, and
//! `gdl2hdl_emit::import` a net of a graph. Only inputs, latches, outputs and gates are taken; states that are bad are
//! outputs, other properties that model checkers use are refused.
//!
//! Source: Biere, Heljanko and Wieringa, AIGER 1.9 And Beyond (2011).

mod ascii;
mod cursor;
mod error;
mod read;
mod write;

pub use error::{AigerError, FilePlace, Problem};
pub use read::read;
pub use write::{Encoding, write};

use crate::propnet::{Lit, NodeId};
use gdl2hdl_gdl::id::id;
use std::collections::BTreeMap;

/// Highest variable: edges are numbered in 32 bits.
const MAX_VARIABLE: u64 = (1 << 30) - 1;

/// A graph. Edges lead to variables: 0 is the constant false, then come the inputs, the latches and the gates.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Aiger {
    /// Number of inputs.
    pub num_inputs: u32,
    /// Registers.
    pub latches: Vec<Latch>,
    /// Outputs.
    pub outputs: Vec<Lit>,
    /// Gates. Both edges lead to variables below the gate's own; the first one is not smaller than the second.
    pub gates: Vec<[Lit; 2]>,
    /// Names.
    pub symbols: Symbols,
    /// Text at the end of the file, without the line that begins it.
    pub comment: String,
}

/// A register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latch {
    /// Its next value.
    pub next: Lit,
    /// Its first value; `None` when that is not said.
    pub reset: Option<bool>,
}

/// Names of inputs, latches and outputs, by position. Any may be missing; none holds a line end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbols {
    /// Of inputs.
    pub inputs: BTreeMap<u32, String>,
    /// Of latches.
    pub latches: BTreeMap<u32, String>,
    /// Of outputs.
    pub outputs: BTreeMap<u32, String>,
}

impl Aiger {
    /// The edge of an input.
    #[must_use]
    pub fn input(&self, input: usize) -> Lit {
        variable(1 + input)
    }

    /// The edge of a latch.
    #[must_use]
    pub fn latch(&self, latch: usize) -> Lit {
        variable(1 + self.num_inputs as usize + latch)
    }

    /// The variable of the first gate.
    #[must_use]
    pub fn first_gate(&self) -> usize {
        1 + self.num_inputs as usize + self.latches.len()
    }
}

/// The edge to a variable. Counts are bounded before: what does not fit would be a defect here.
fn variable(position: usize) -> Lit {
    Lit::new(NodeId(id(position)), false)
}

/// The edge of a literal as it stands in files.
fn edge(code: u32) -> Lit {
    Lit::new(NodeId(code >> 1), code & 1 == 1)
}

#[cfg(test)]
mod tests;
