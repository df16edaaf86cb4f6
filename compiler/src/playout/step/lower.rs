//! Parts of a net as operations of a program.

use crate::net::Net;
use crate::program::{Builder, Edge};
use crate::propnet::{Lit, NodeId};

/// What is known of a net's nodes while a program is built.
pub(super) struct Lowering<'n> {
    net: &'n Net,
    nodes: Vec<Option<Edge>>,
}

impl<'n> Lowering<'n> {
    /// With the given bits as bases.
    pub(super) fn new(net: &'n Net, bases: impl IntoIterator<Item = Edge>) -> Self {
        let mut nodes = vec![None; net.num_nodes()];
        nodes[0] = Some(Edge::FALSE);
        nodes[1..].iter_mut().zip(bases).for_each(|(node, base)| *node = Some(base));
        Self { net, nodes }
    }

    /// Makes the given bit a move.
    pub(super) fn set_move(&mut self, input: usize, edge: Edge) {
        self.nodes[1 + self.net.ports.bases.len() + input] = Some(edge);
    }

    /// The bit of an edge that was computed before.
    pub(super) fn edge(&self, lit: Lit) -> Edge {
        let edge = self.nodes[lit.node().index()].unwrap_or(Edge::FALSE);
        if lit.is_complement() { !edge } else { edge }
    }

    /// Computes what some edges need.
    pub(super) fn compute(&mut self, builder: &mut Builder, roots: impl IntoIterator<Item = Lit>) {
        let mut needed = vec![false; self.nodes.len()];
        roots.into_iter().for_each(|root| needed[root.node().index()] = true);
        let gates: Vec<(NodeId, [Lit; 2])> = self.net.gates().collect();
        for &(id, fanin) in gates.iter().rev() {
            if needed[id.index()] && self.nodes[id.index()].is_none() {
                fanin.iter().for_each(|edge| needed[edge.node().index()] = true);
            }
        }
        for (id, [a, b]) in gates {
            if needed[id.index()] && self.nodes[id.index()].is_none() {
                let edge = builder.and(self.edge(a), self.edge(b));
                self.nodes[id.index()] = Some(edge);
            }
        }
    }
}
