//! The and-inverter net the machine works on: two-input ANDs, complement bits on edges, registers.
//!
//! Invariants, checked by [`verify`]: fan-in ids are smaller than a gate's own, so a combinational loop can't be
//! stored; each move's input and its legal output are one record; moves and goals are contiguous per role.

pub mod aiger;
mod builder;
mod group;
mod import;
mod lut;
pub mod map;
pub mod playout;
pub mod program;
pub mod propnet;
pub mod signals;
pub mod stages;
pub mod table;
pub mod text;
pub mod truth;
mod verify;

pub use builder::Builder;
pub use group::Group;
pub use import::from_propnet;
pub use lut::{LutEstimate, estimate_luts, estimate_luts_observed};
pub use verify::{Broken, OwnedVerified, Verified, verify};

use crate::propnet::{Lit, NodeId, Ports, value};
use gdl2hdl_gdl::id::id;

/// An and-inverter net. Gate `i` is node `ports.first_gate() + i` and computes the AND of two edges.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Net {
    /// Inputs, outputs and names.
    pub ports: Ports,
    gates: Vec<[Lit; 2]>,
}

impl AsRef<Self> for Net {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl Net {
    /// A net of given parts; [`verify`] says whether it is sound.
    #[must_use]
    pub fn from_parts(ports: Ports, gates: Vec<[Lit; 2]>) -> Self {
        Self { ports, gates }
    }

    /// Number of two-input gates.
    #[must_use]
    pub fn num_gates(&self) -> usize {
        self.gates.len()
    }

    /// Number of gates, bases, inputs and the constant.
    #[must_use]
    pub fn num_nodes(&self) -> usize {
        self.ports.first_gate() + self.gates.len()
    }

    /// The gates with their nodes, fan-ins before users.
    pub fn gates(&self) -> impl DoubleEndedIterator<Item = (NodeId, [Lit; 2])> + ExactSizeIterator + '_ {
        let first = self.ports.first_gate();
        self.gates.iter().enumerate().map(move |(i, &fanin)| (node(first + i), fanin))
    }

    /// The fan-ins of a node, when it is a gate.
    #[must_use]
    pub fn fanin(&self, node: NodeId) -> Option<[Lit; 2]> {
        self.gates.get(node.index().checked_sub(self.ports.first_gate())?).copied()
    }

    /// Gates on the longest path. **Cost:** one sweep.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut levels = vec![0_usize; self.num_nodes()];
        for (id, fanin) in self.gates() {
            levels[id.index()] = 1 + fanin.iter().map(|edge| levels[edge.node().index()]).max().unwrap_or(0);
        }
        levels.into_iter().max().unwrap_or(0)
    }

    /// The edges of the constant, the bases and the inputs, in this order.
    pub fn leaves(&self) -> Vec<Lit> {
        (0..self.ports.first_gate()).map(|leaf| Lit::new(node(leaf), false)).collect()
    }

    /// For each node whether it is one of some nodes, or one of them depends on it.
    pub fn cone(&self, roots: impl IntoIterator<Item = NodeId>) -> Vec<bool> {
        let mut needed = vec![false; self.num_nodes()];
        roots.into_iter().for_each(|root| needed[root.index()] = true);
        for (id, fanin) in self.gates().rev() {
            if needed[id.index()] {
                fanin.iter().for_each(|edge| needed[edge.node().index()] = true);
            }
        }
        needed
    }

    /// Computes all nodes for 64 positions at once, like [`crate::propnet::PropNet::evaluate`].
    ///
    /// # Panics
    /// When the slices are shorter than the ports.
    #[must_use]
    pub fn evaluate(&self, bases: &[u64], inputs: &[u64]) -> Vec<u64> {
        let mut values = Vec::with_capacity(self.num_nodes());
        values.push(0);
        values.extend_from_slice(&bases[..self.ports.bases.len()]);
        values.extend_from_slice(&inputs[..self.ports.inputs.len()]);
        for &[a, b] in &self.gates {
            values.push(value(&values, a) & value(&values, b));
        }
        values
    }
}

/// A node by position.
pub fn node(position: usize) -> NodeId {
    NodeId(id(position))
}
