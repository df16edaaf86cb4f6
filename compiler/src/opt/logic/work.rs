//! What passes over a net have in common: the net that is rewritten, what is known of it, and proofs about it.

use super::super::reach::{Group, Prover, Samples, When, World};
use super::graph::Graph;
use crate::ground::Watch;
use crate::net::{Net, node};
use crate::propnet::{Lit, NodeId};

/// How hard to try to prove something.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Proofs {
    /// Failed tries of one proof, and gates it looks at; without any, nothing is taken that takes a proof.
    pub(in crate::opt) tries: usize,
    pub(in crate::opt) room: usize,
    /// Gates looked at in all proofs together, for each gate of the net: bounds the time.
    pub(in crate::opt) budget: usize,
    /// The same for the whole net, at most.
    pub(in crate::opt) most: usize,
}

/// A net that is rewritten, and what is known of it.
pub(super) struct Work {
    pub(super) graph: Graph,
    prover: Prover,
    legal: Vec<Option<Lit>>,
    proofs: Proofs,
    budget: usize,
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
        let prover = Prover::new(net, groups);
        let budget = proofs.budget.saturating_mul(net.num_gates().max(1000)).min(proofs.most);
        let (live, bases) = (samples.live.clone(), net.ports.bases.len());
        let mut work = Self { graph, prover, legal, proofs, budget, live, of_moves: Vec::new(), bases };
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

    /// Whether a node depends on moves.
    pub(super) fn of_moves(&self, node: NodeId) -> bool {
        self.of_moves[node.index()]
    }

    /// Which samples of a word count for a node: those with a joint move if it depends on moves.
    pub(super) fn counts(&self, node: NodeId, word: usize) -> u64 {
        if self.of_moves(node) { self.live[word] } else { u64::MAX }
    }

    /// Whether more may be proven.
    pub(super) fn may_prove(&self) -> bool {
        self.proofs.tries > 0 && self.budget > 0
    }

    /// Whether edges never hold together where the value of a gate counts.
    pub(super) fn never(&mut self, gate: NodeId, lits: &[Lit]) -> bool {
        let when = if self.of_moves(gate) { When::Step } else { When::State };
        let world = World { net: self.graph.builder.net(), legal: &self.legal, terminal: None };
        let proven = self.prover.impossible(world, lits, when, self.proofs.tries, self.proofs.room);
        self.budget = self.budget.saturating_sub(self.prover.looked_at());
        proven
    }
}

/// Gates between looks at the clock.
const EVERY: usize = 256;

/// The gates of a net while there is time.
pub(super) fn gates<'w>(net: &Net, watch: &'w dyn Watch) -> impl Iterator<Item = NodeId> + use<'w> {
    let (first, count) = (net.ports.first_gate(), net.num_gates());
    let goes_on = move |done: &usize| {
        let looks = done.is_multiple_of(EVERY);
        if looks {
            watch.progress("rewriting gates", *done as u64, count as u64);
        }
        !(looks && watch.expired())
    };
    (0..count).take_while(goes_on).map(move |done| node(first + done))
}
