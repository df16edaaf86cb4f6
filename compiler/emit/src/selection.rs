//! What of a net a module computes.

use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::{Net, node};

/// Some outputs of a net, and the nodes that are emitted for them.
#[derive(Debug)]
pub(super) struct Selection<'n> {
    pub net: &'n Net,
    /// The outputs of the module.
    pub outputs: Vec<Lit>,
    /// For each node of the net: whether the module has it.
    nodes: Vec<bool>,
}

impl<'n> Selection<'n> {
    /// All outputs, edges that the module reads besides, all gates, also those that lead to neither, and the inputs
    /// they read.
    pub(super) fn all(net: &'n Net, read: Vec<Lit>) -> Self {
        let mut outputs = read;
        net.ports.each_output(|edge| outputs.push(edge));
        let roots = net.gates().map(|(id, _)| id).chain(outputs.iter().map(|edge| edge.node()));
        Self { net, nodes: net.cone(roots), outputs }
    }

    /// Some outputs and what they depend on.
    pub(super) fn of(net: &'n Net, outputs: Vec<Lit>) -> Self {
        Self { net, nodes: net.cone(outputs.iter().map(|edge| edge.node())), outputs }
    }

    /// Whether the module has a node; for inputs, whether it reads them.
    pub(super) fn has(&self, node: NodeId) -> bool {
        self.nodes[node.index()]
    }

    /// The gates of the module, fan-ins before users.
    pub(super) fn gates(&self) -> impl Iterator<Item = (NodeId, [Lit; 2])> + '_ {
        self.net.gates().filter(|(id, _)| self.has(*id))
    }

    /// The nodes of the state bits, in the order of the bits.
    pub(super) fn state(&self) -> impl Iterator<Item = NodeId> + use<> {
        (1..=self.net.ports.bases.len()).map(node)
    }

    /// The nodes of the moves, in the order of the bits.
    pub(super) fn moves(&self) -> impl Iterator<Item = NodeId> + use<> {
        (1 + self.net.ports.bases.len()..self.net.ports.first_gate()).map(node)
    }
}
