//! What is mapped: the gates the roots need, numbered densely.

use super::super::{Net, node};
use crate::propnet::{Lit, NodeId};

/// Gates of two edges over the nodes below `first`: constant, bases and inputs.
#[derive(Debug)]
pub(super) struct Subject {
    /// The first node that is a gate.
    pub(super) first: usize,
    /// Fan-ins of gates; each has a lower number than the gate.
    pub(super) gates: Vec<[Lit; 2]>,
    /// What the gates are called outside; some have no name.
    pub(super) names: Vec<Option<NodeId>>,
    /// Gates that must be available, each once; all have names.
    pub(super) roots: Vec<usize>,
}

impl Subject {
    /// The gates of a net that some of its nodes need.
    pub(super) fn of(net: &Net, roots: impl IntoIterator<Item = NodeId>) -> Self {
        let first = net.ports.first_gate();
        let mut is_root = vec![false; net.num_nodes()];
        let needed = net.cone(roots.into_iter().inspect(|root| is_root[root.index()] = true));
        let mut subject = Self { first, gates: Vec::new(), names: Vec::new(), roots: Vec::new() };
        let mut places: Vec<NodeId> = (0..first).map(node).collect();
        for (id, fanin) in net.gates() {
            let place = node(first + subject.gates.len());
            places.push(place);
            if needed[id.index()] {
                let moved = |edge: Lit| Lit::new(places[edge.node().index()], edge.is_complement());
                subject.gates.push(fanin.map(moved));
                subject.names.push(Some(id));
                subject.roots.extend(is_root[id.index()].then_some(place.index()));
            }
        }
        subject
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.first + self.gates.len()
    }

    /// The gate a node is, if it is one.
    pub(super) fn gate(&self, node: NodeId) -> Option<usize> {
        node.index().checked_sub(self.first)
    }

    /// How many fan-ins and roots each node is.
    pub(super) fn fanouts(&self) -> Vec<u32> {
        let mut fanouts = vec![0; self.len()];
        self.gates.iter().flatten().for_each(|edge| fanouts[edge.node().index()] += 1);
        self.roots.iter().for_each(|&root| fanouts[root] += 1);
        fanouts
    }
}
