//! How many four-input look-up tables a net needs, estimated by cut enumeration: for each gate the cut of at most four
//! leaves with the least depth, then the least area flow; the cover is what the outputs need.
//!
//! Source: the priority-cuts mapper of Mishchenko, Cho, Chatterjee and Brayton (ICCAD 2007), one pass.

use super::{Net, node};
use crate::propnet::{Lit, NodeId};

/// Cuts kept for each node.
const CUTS: usize = 6;
/// Inputs of a look-up table.
const INPUTS: usize = 4;

/// An estimate before synthesis; place and route decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LutEstimate {
    /// Four-input look-up tables.
    pub luts: usize,
    /// Look-up tables on the longest path.
    pub levels: u32,
}

#[derive(Clone, Copy, Debug)]
struct Cut {
    leaves: [NodeId; INPUTS],
    len: u8,
    depth: u32,
    flow: f32,
}

impl Cut {
    fn trivial(leaf: NodeId) -> Self {
        Self { leaves: [leaf; INPUTS], len: 1, depth: 0, flow: 0.0 }
    }

    fn leaves(&self) -> &[NodeId] {
        &self.leaves[..self.len as usize]
    }

    fn merge(a: &Self, b: &Self) -> Option<Self> {
        let mut merged = Self { leaves: [NodeId(0); INPUTS], len: 0, depth: 0, flow: 0.0 };
        let (mut i, mut j) = (0, 0);
        while i < a.leaves().len() || j < b.leaves().len() {
            let next = match (a.leaves().get(i), b.leaves().get(j)) {
                (Some(&x), Some(&y)) => x.min(y),
                (Some(&x), None) | (None, Some(&x)) => x,
                (None, None) => break,
            };
            i += usize::from(a.leaves().get(i) == Some(&next));
            j += usize::from(b.leaves().get(j) == Some(&next));
            *merged.leaves.get_mut(merged.len as usize)? = next;
            merged.len += 1;
        }
        Some(merged)
    }
}

/// Estimates the four-input look-up tables of a net. **Cost:** linear.
#[must_use]
pub fn estimate_luts(net: &Net) -> LutEstimate {
    let first = net.ports.first_gate();
    let mut fanout = vec![0_u32; net.num_nodes()];
    net.gates().for_each(|(_, fanin)| fanin.iter().for_each(|edge| fanout[edge.node().index()] += 1));
    let mut cuts: Vec<[Option<Cut>; CUTS]> = Vec::with_capacity(net.num_gates());
    let mut best: Vec<(u32, f32)> = vec![(0, 0.0); first];
    for (id, fanin) in net.gates() {
        let mut found: Vec<Cut> = Vec::new();
        for a in choices(&cuts, first, fanin[0].node()) {
            for b in choices(&cuts, first, fanin[1].node()) {
                found.extend(Cut::merge(&a, &b));
            }
        }
        for cut in &mut found {
            cut.depth = 1 + cut.leaves().iter().map(|leaf| best[leaf.index()].0).max().unwrap_or(0);
            cut.flow = 1.0 + cut.leaves().iter().map(|leaf| best[leaf.index()].1).sum::<f32>();
        }
        found.sort_by(|a, b| (a.depth, a.len).cmp(&(b.depth, b.len)).then(a.flow.total_cmp(&b.flow)));
        found.dedup_by(|a, b| a.leaves() == b.leaves());
        let mut kept = [None; CUTS];
        kept.iter_mut().zip(found).for_each(|(slot, cut)| *slot = Some(cut));
        let top = kept[0].unwrap_or(Cut::trivial(id));
        #[allow(clippy::cast_precision_loss, reason = "a heuristic weight")]
        best.push((top.depth, top.flow / fanout[id.index()].max(1) as f32));
        cuts.push(kept);
    }
    cover(net, &cuts, &best)
}

fn choices(cuts: &[[Option<Cut>; CUTS]], first: usize, leaf: NodeId) -> impl Iterator<Item = Cut> {
    let own = leaf.index().checked_sub(first).map_or([None; CUTS], |gate| cuts[gate]);
    [Some(Cut::trivial(leaf))].into_iter().chain(own).flatten()
}

fn cover(net: &Net, cuts: &[[Option<Cut>; CUTS]], best: &[(u32, f32)]) -> LutEstimate {
    let first = net.ports.first_gate();
    let mut needed = vec![false; net.num_nodes()];
    let mut estimate = LutEstimate::default();
    net.ports.each_output(|edge: Lit| {
        needed[edge.node().index()] = true;
        estimate.levels = estimate.levels.max(best[edge.node().index()].0);
    });
    for gate in (0..cuts.len()).rev() {
        if needed[node(first + gate).index()] {
            estimate.luts += 1;
            if let Some(cut) = cuts[gate][0] {
                cut.leaves().iter().for_each(|leaf| needed[leaf.index()] = true);
            }
        }
    }
    estimate
}
