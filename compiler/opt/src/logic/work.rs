//! What passes over a net have in common: the net that is rewritten, what is known of it, and proofs about it.

use super::super::meter::Meter;
use super::super::oracle::{Implications, Oracle, Proofs};
use super::super::reach::{Samples, When};
use super::graph::Graph;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::{Net, node};

/// A net that is rewritten, and what is known of it.
pub(super) struct Work {
    pub(super) graph: Graph,
    oracle: Implications,
    legal: Vec<Option<Lit>>,
    /// Samples with a joint move.
    live: Vec<u64>,
    /// By node whether it depends on moves.
    of_moves: Vec<bool>,
    bases: usize,
}

impl Work {
    pub(super) fn new(net: &Net, groups: &[Group], samples: &Samples, proofs: Proofs) -> Self {
        let graph = Graph::new(net, samples);
        let legal = graph.builder.net().ports.inputs.iter().map(|input| Some(input.legal)).collect();
        let oracle = Implications::new(net, groups, proofs);
        let (live, bases) = (samples.live.clone(), net.ports.bases.len());
        let mut work = Self { graph, oracle, legal, live, of_moves: Vec::new(), bases };
        work.grow();
        work
    }

    /// Takes note of gates that were built.
    pub(super) fn grow(&mut self) {
        self.graph.grow();
        for position in self.of_moves.len()..self.graph.len() {
            let of_moves = match self.graph.builder.net().fanin(node(position)) {
                Some(fanin) => fanin.iter().any(|edge| self.of_moves[edge.node().index()]),
                None => position > self.bases,
            };
            self.of_moves.push(of_moves);
        }
    }

    /// Takes back what was built last, all but the first nodes.
    pub(super) fn truncate(&mut self, nodes: usize) {
        self.graph.truncate(nodes);
        self.of_moves.truncate(nodes);
    }

    /// Puts an edge in place of a gate; not where it might depend on the gate.
    pub(super) fn replace(&mut self, gate: NodeId, new: Lit) -> bool {
        self.graph.settle();
        self.graph.replace(gate, new)
    }

    /// Whether a node depends on moves.
    pub(super) fn of_moves(&self, node: NodeId) -> bool {
        self.of_moves[node.index()]
    }

    /// Which samples of a word count for a node: those with a joint move if it depends on moves.
    pub(super) fn counts(&self, node: NodeId, word: usize) -> u64 {
        if self.of_moves(node) { self.live[word] } else { u64::MAX }
    }

    /// The work that proofs took since this was last asked.
    pub(super) fn spent(&mut self) -> u64 {
        self.oracle.spent()
    }

    /// Whether more may be proven.
    pub(super) fn may_prove(&self) -> bool {
        self.oracle.may_prove()
    }

    /// Whether edges never hold together where the value of a gate counts.
    pub(super) fn never(&mut self, gate: NodeId, lits: &[Lit]) -> bool {
        let when = if self.of_moves(gate) { When::Step } else { When::State };
        self.oracle.impossible(self.graph.builder.net(), &self.legal, lits, when)
    }
}

/// Gates between looks at the clock, and at the work that is left.
const EVERY: usize = 256;

/// Shows each gate of a net to `rewrite`, which tells what its proofs took, while there is time and work that may be done.
/// `cost` is what a gate takes without proofs.
pub(super) fn each_gate(net: &Net, meter: &Meter<'_>, cost: u64, mut rewrite: impl FnMut(NodeId) -> u64) {
    let (first, count) = (net.ports.first_gate(), net.num_gates());
    for done in 0..count {
        if done.is_multiple_of(EVERY) {
            meter.progress("rewriting gates", done as u64, count as u64);
            if meter.stopped() {
                return;
            }
        }
        meter.charge(cost + rewrite(node(first + done)));
    }
}
