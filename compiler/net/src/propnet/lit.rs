//! Nodes and edges of both nets. NOT is a bit on the edge, never a node.

use std::fmt;
use std::ops::Not;

/// A node. Node 0 is the constant false, then come the bases, the inputs and the gates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Position, dense from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

/// An edge: a node, possibly complemented (bit 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Lit(u32);

impl Lit {
    /// Constant false: node 0.
    pub const FALSE: Self = Self(0);
    /// Constant true: node 0 complemented.
    pub const TRUE: Self = Self(1);

    /// The edge to a node.
    #[must_use]
    pub fn new(node: NodeId, complement: bool) -> Self {
        Self(node.0 << 1 | u32::from(complement))
    }

    /// The node it leads to.
    #[must_use]
    pub fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    /// Whether it is complemented.
    #[must_use]
    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether it is constant.
    #[must_use]
    pub fn is_constant(self) -> bool {
        self.0 < 2
    }

    /// Complemented when `flip`.
    #[must_use]
    pub fn flip_if(self, flip: bool) -> Self {
        Self(self.0 ^ u32::from(flip))
    }

    /// The edge where nodes become other edges. **Shape:** `edges` has one for each node.
    ///
    /// # Panics
    /// When the node is beyond `edges`.
    #[must_use]
    pub fn moved(self, edges: &[Lit]) -> Self {
        edges[self.node().index()].flip_if(self.is_complement())
    }

    /// The edge as a number, `node * 2 + complement`.
    #[must_use]
    pub fn code(self) -> u32 {
        self.0
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", if self.is_complement() { "!" } else { "" }, self.node())
    }
}
