//! Nodes that no values so far tell apart, up to complement.

use gdl2hdl_gdl::id::id;
use rustc_hash::FxHashMap;

/// A partition of nodes.
#[derive(Debug)]
pub(super) struct Classes {
    /// The class of each node.
    class: Vec<u32>,
    /// Whether a node is the complement of its class: it was true for the first values.
    flipped: Vec<bool>,
    count: usize,
}

impl Classes {
    /// One class of all nodes but for complements, as the first values of all nodes say.
    pub(super) fn new(first: &[u64]) -> Self {
        Self { class: vec![0; first.len()], flipped: first.iter().map(|word| word & 1 == 1).collect(), count: 1 }
    }

    /// Number of classes.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The class of a node, and whether it is its complement.
    pub(super) fn of(&self, node: usize) -> (usize, bool) {
        (self.class[node] as usize, self.flipped[node])
    }

    /// Divides classes by the values of all nodes for 64 more assignments. **Cost:** linear.
    pub(super) fn refine(&mut self, values: &[u64]) {
        let mut parts: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        for ((class, &flipped), &word) in self.class.iter_mut().zip(&self.flipped).zip(values) {
            let word = if flipped { !word } else { word };
            let next = id(parts.len());
            *class = *parts.entry((*class, word)).or_insert(next);
        }
        self.count = parts.len();
    }
}
