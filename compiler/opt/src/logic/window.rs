//! Windows: a gate and what lies between it and few leaves.

use super::graph::Graph;
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::table::TruthTable;

/// Gates of a window, at most.
const MOST_GATES: usize = 120;

/// Leaves of a gate's window, and its function over them. Made anew for gate after gate: its room is used again.
#[derive(Default)]
pub(super) struct Window<const W: usize> {
    /// The leaves, ascending.
    pub(super) leaves: Vec<NodeId>,
    /// The gates that lie inside, and their fan-ins.
    inside: Vec<(NodeId, [Lit; 2])>,
    /// The fan-ins of each leaf that is a gate.
    fanins: Vec<Option<[Lit; 2]>>,
    left: Vec<(NodeId, [Lit; 2])>,
    known: Known<W>,
}

/// Tables of nodes.
#[derive(Default)]
struct Known<const W: usize> {
    tables: Vec<TruthTable<W>>,
    /// For each node the window in which it was known last, and the place of its table.
    places: Vec<[u32; 2]>,
    window: u32,
}

impl<const W: usize> Window<W> {
    /// Grows a window of at most `most` leaves where it gains fewest leaves. Gives the function of the gate; `None` where
    /// there is nothing to rewrite.
    pub(super) fn of(&mut self, graph: &mut Graph, root: NodeId, most: usize) -> Option<TruthTable<W>> {
        let most = most.min(TruthTable::<W>::MOST);
        self.leaves.clear();
        self.inside.clear();
        self.fanins.clear();
        let fanin = graph.fanin(root)?;
        self.take_in(graph, root, fanin);
        while self.inside.len() < MOST_GATES {
            let Some(place) = self.cheapest(most) else { break };
            let (leaf, fanin) = (self.leaves.swap_remove(place), self.fanins.swap_remove(place));
            self.take_in(graph, leaf, fanin?);
        }
        if self.inside.len() < 2 {
            return None;
        }
        self.leaves.sort_unstable();
        self.function(graph.len())
    }

    /// The place of the leaf that is best taken in: the later one of two that bring as many others.
    fn cheapest(&self, most: usize) -> Option<usize> {
        let mut best: Option<(usize, NodeId, usize)> = None;
        for (place, (&leaf, fanin)) in self.leaves.iter().zip(&self.fanins).enumerate() {
            let Some(fanin) = fanin else { continue };
            let new = fanin.iter().filter(|edge| self.is_new(edge.node())).count();
            let fits = self.leaves.len() - 1 + new <= most;
            if fits && best.is_none_or(|(least, other, _)| new < least || (new == least && leaf > other)) {
                best = Some((new, leaf, place));
            }
        }
        best.map(|(.., place)| place)
    }

    fn is_new(&self, node: NodeId) -> bool {
        node.index() > 0 && !self.leaves.contains(&node)
    }

    fn take_in(&mut self, graph: &mut Graph, gate: NodeId, fanin: [Lit; 2]) {
        self.inside.push((gate, fanin));
        for node in fanin.map(Lit::node) {
            if self.is_new(node) {
                self.leaves.push(node);
                self.fanins.push(graph.fanin(node));
            }
        }
    }

    /// The function of the first gate inside over the leaves.
    fn function(&mut self, nodes: usize) -> Option<TruthTable<W>> {
        let Self { leaves, inside, left, known, .. } = self;
        known.begin(nodes);
        leaves.iter().enumerate().for_each(|(i, &leaf)| known.enter(leaf, TruthTable::variable(i)));
        known.enter(Lit::FALSE.node(), TruthTable::FALSE);
        left.clear();
        left.extend_from_slice(inside);
        // Inside gates were entered users before fan-ins, but by several ways: a few rounds order them.
        while !left.is_empty() {
            let before = left.len();
            left.reverse();
            left.retain(|&(gate, [a, b])| {
                let both = known.of(a).zip(known.of(b));
                if let Some((a, b)) = both {
                    known.enter(gate, a & b);
                }
                both.is_none()
            });
            left.reverse();
            if left.len() == before {
                return None;
            }
        }
        known.of(Lit::new(inside[0].0, false))
    }
}

impl<const W: usize> Known<W> {
    fn begin(&mut self, nodes: usize) {
        self.places.resize(nodes.max(self.places.len()), [0; 2]);
        self.tables.clear();
        self.window += 1;
    }

    fn enter(&mut self, node: NodeId, table: TruthTable<W>) {
        self.places[node.index()] = [self.window, gdl2hdl_gdl::id::id(self.tables.len())];
        self.tables.push(table);
    }

    fn of(&self, edge: Lit) -> Option<TruthTable<W>> {
        let [window, place] = self.places[edge.node().index()];
        (window == self.window).then(|| self.tables[place as usize].flip_if(edge.is_complement()))
    }
}
