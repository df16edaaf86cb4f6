//! Cuts of four leaves of a net that is being rewritten.

use super::graph::Graph;
use gdl2hdl_net::map::cut::Cut;
use gdl2hdl_net::propnet::{Lit, NodeId};

/// A gate as a function of at most four nodes.
pub(super) type Cut4 = Cut<4>;

/// Cuts of gates, found when they are asked for. What is rewritten later keeps its values where they count: cuts stay
/// right, but for their leaves, which may have been replaced.
pub(super) struct Cuts {
    of: Vec<Option<Box<[Cut4]>>>,
    most: usize,
}

impl Cuts {
    /// No cuts yet; each gate is to have `most` at most.
    pub(super) fn new(most: usize) -> Self {
        Self { of: Vec::new(), most }
    }

    /// The cuts of a gate, without the gate itself.
    pub(super) fn of(&mut self, graph: &mut Graph, gate: NodeId) -> Box<[Cut4]> {
        self.of.resize(graph.len(), None);
        let mut left = vec![gate];
        while let Some(&next) = left.last() {
            let known = |cuts: &Self, node: NodeId| cuts.of[node.index()].is_some();
            let fanin = graph.fanin(next).filter(|_| !known(self, next));
            let Some(fanin) = fanin else {
                left.pop();
                continue;
            };
            let gates = fanin.map(Lit::node).into_iter().filter(|&node| graph.is_gate(node));
            let waiting: Vec<NodeId> = gates.filter(|&node| !known(self, node)).collect();
            if waiting.is_empty() {
                self.of[next.index()] = Some(self.joined(fanin));
            }
            left.extend(waiting);
        }
        self.of[gate.index()].clone().unwrap_or_default()
    }

    /// Cuts of a gate from those of its fan-ins, none within another.
    fn joined(&self, fanin: [Lit; 2]) -> Box<[Cut4]> {
        let mut front: Vec<Cut4> = Vec::new();
        for a in self.choices(fanin[0]) {
            for b in self.choices(fanin[1]) {
                let Some(mut cut) = Cut::union(&a, &b) else { continue };
                cut.table = cut.lift(&a) & cut.lift(&b);
                cut.reduce();
                if front.iter().any(|kept| kept.is_within(&cut)) {
                    continue;
                }
                front.retain(|kept| !cut.is_within(kept));
                front.push(cut);
            }
        }
        front.sort_by_key(Cut::len);
        front.truncate(self.most);
        front.into_boxed_slice()
    }

    /// An edge as cuts: those of the gate it comes from, and itself.
    fn choices(&self, edge: Lit) -> impl Iterator<Item = Cut4> + '_ {
        let own = if edge.node() == Lit::FALSE.node() { Cut::FALSE } else { Cut::trivial(edge.node().0) };
        let cuts = self.of[edge.node().index()].iter().flatten().copied();
        let flipped = move |mut cut: Cut4| {
            cut.table ^= if edge.is_complement() { u64::MAX } else { 0 };
            cut
        };
        cuts.chain([own]).map(flipped)
    }
}
