//! Windows: a gate and what lies between it and few leaves.

use super::graph::Graph;
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::table::TruthTable;

/// Gates of a window, at most.
const MOST_GATES: usize = 120;

/// Leaves of a gate's window, and its function over them.
pub(super) struct Window<const W: usize> {
    pub(super) leaves: Vec<NodeId>,
    pub(super) function: TruthTable<W>,
}

/// A window of at most `most` leaves that grows where it gains fewest leaves; `None` where there is nothing to rewrite.
pub(super) fn window<const W: usize>(graph: &mut Graph, root: NodeId, most: usize) -> Option<Window<W>> {
    let most = most.min(TruthTable::<W>::MOST);
    let mut inside: Vec<NodeId> = vec![root];
    let mut leaves: Vec<NodeId> = Vec::new();
    add(graph, root, &mut leaves)?;
    loop {
        let mut best: Option<(usize, NodeId)> = None;
        for &leaf in &leaves {
            let Some(fanin) = graph.fanin(leaf) else { continue };
            let new = fanin.iter().filter(|edge| edge.node().index() > 0 && !leaves.contains(&edge.node())).count();
            let fits = leaves.len() - 1 + new <= most;
            if fits && best.is_none_or(|(least, other)| new < least || (new == least && leaf > other)) {
                best = Some((new, leaf));
            }
        }
        let Some((_, leaf)) = best.filter(|_| inside.len() < MOST_GATES) else { break };
        leaves.retain(|&other| other != leaf);
        inside.push(leaf);
        add(graph, leaf, &mut leaves)?;
    }
    leaves.sort_unstable();
    let function = function(graph, root, &leaves, &inside)?;
    (inside.len() > 1).then_some(Window { leaves, function })
}

fn add(graph: &mut Graph, gate: NodeId, leaves: &mut Vec<NodeId>) -> Option<()> {
    for edge in graph.fanin(gate)? {
        if edge.node().index() > 0 && !leaves.contains(&edge.node()) {
            leaves.push(edge.node());
        }
    }
    Some(())
}

/// The function of a gate over leaves, through gates that lie inside.
fn function<const W: usize>(
    graph: &mut Graph,
    root: NodeId,
    leaves: &[NodeId],
    inside: &[NodeId],
) -> Option<TruthTable<W>> {
    let mut known: Vec<(NodeId, TruthTable<W>)> =
        leaves.iter().enumerate().map(|(i, &leaf)| (leaf, TruthTable::variable(i))).collect();
    known.push((Lit::FALSE.node(), TruthTable::FALSE));
    let mut left: Vec<NodeId> = inside.to_vec();
    // Inside gates were entered users before fan-ins, but by several ways: a few rounds order them.
    while !left.is_empty() {
        let before = left.len();
        let mut waiting = Vec::new();
        for &gate in left.iter().rev() {
            let fanin = graph.fanin(gate)?;
            let of = |edge: Lit| {
                let table = known.iter().find(|(node, _)| *node == edge.node())?.1;
                Some(table.flip_if(edge.is_complement()))
            };
            match (of(fanin[0]), of(fanin[1])) {
                (Some(a), Some(b)) => known.push((gate, a & b)),
                _ => waiting.push(gate),
            }
        }
        waiting.reverse();
        left = waiting;
        if left.len() == before {
            return None;
        }
    }
    known.iter().find(|(node, _)| *node == root).map(|(_, table)| *table)
}
