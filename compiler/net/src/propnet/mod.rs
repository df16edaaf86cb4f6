//! The propositional net as the lecture draws it: named propositions, n-ary AND and OR, transitions.
//!
//! From it come pictures, statistics and the and-inverter [`crate::Net`] the rest works on. Fan-in ids are smaller
//! than a node's own, so a combinational loop can't be stored.

mod atom;
mod build;
mod builder;
mod eliminate;
mod fact;
mod fixpoint;
mod lit;
mod ports;
#[cfg(test)]
pub(crate) mod random;
pub mod text;

pub use atom::BuildError;
pub use build::build;
pub use fact::{AnyOf, BaseFact};
pub use lit::{Lit, NodeId};
pub use ports::terms;
pub use ports::{Base, Goal, Input, Percept, Ports, View};

use builder::Builder;

/// What a gate does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    /// True when all fan-ins are.
    And,
    /// True when some fan-in is.
    Or,
}

/// A propositional net. Gate `i` is node `ports.first_gate() + i`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PropNet {
    /// Inputs, outputs and names.
    pub ports: Ports,
    ops: Vec<Op>,
    /// For each gate the end of its fan-ins in `pool`.
    ends: Vec<u32>,
    pool: Vec<Lit>,
}

impl PropNet {
    /// Number of gates.
    #[must_use]
    pub fn num_gates(&self) -> usize {
        self.ops.len()
    }

    /// Fan-ins of all gates together.
    #[must_use]
    pub fn num_edges(&self) -> usize {
        self.pool.len()
    }

    /// Number of gates, bases, inputs and the constant.
    #[must_use]
    pub fn num_nodes(&self) -> usize {
        self.ports.first_gate() + self.ops.len()
    }

    /// A gate and its fan-ins, sorted, without duplicates, at least two.
    #[must_use]
    pub fn gate(&self, gate: usize) -> (Op, &[Lit]) {
        let start = if gate == 0 { 0 } else { self.ends[gate - 1] as usize };
        (self.ops[gate], &self.pool[start..self.ends[gate] as usize])
    }

    /// Computes all nodes for 64 positions at once: bit `i` of every word belongs to position `i`.
    /// **Shape:** `bases` and `inputs` one word each, in port order; the answer one word a node.
    ///
    /// # Panics
    /// When the slices are shorter than the ports.
    #[must_use]
    pub fn evaluate(&self, bases: &[u64], inputs: &[u64]) -> Vec<u64> {
        let mut values = Vec::with_capacity(self.num_nodes());
        values.push(0);
        values.extend_from_slice(&bases[..self.ports.bases.len()]);
        values.extend_from_slice(&inputs[..self.ports.inputs.len()]);
        for gate in 0..self.num_gates() {
            let (op, fanin) = self.gate(gate);
            let edges = fanin.iter().map(|&edge| value(&values, edge));
            values.push(match op {
                Op::And => edges.fold(u64::MAX, |a, b| a & b),
                Op::Or => edges.fold(0, |a, b| a | b),
            });
        }
        values
    }
}

/// The value of an edge among node values.
#[must_use]
pub fn value(values: &[u64], edge: Lit) -> u64 {
    values[edge.node().index()] ^ if edge.is_complement() { u64::MAX } else { 0 }
}
