//! Parts of a net as operations of a program: one operation for each LUT of a cover.

use crate::Net;
use crate::map::{Aim, Cover, cover};
use crate::program::{Builder, Edge};
use crate::propnet::{Lit, NodeId};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// LUTs between two questions to the observer.
const STEPS: u32 = 1 << 12;

/// Computes some edges of a net, as far as the bases and moves they need are known.
pub(super) struct Lowering {
    cover: Cover,
    nodes: Vec<Option<Edge>>,
    /// First node that is a move.
    first_move: usize,
}

impl Lowering {
    /// For the given edges of a net and bits as bases; functions of at most `inputs` bits, as few as `aim` says.
    pub(super) fn new(
        net: &Net,
        bases: impl IntoIterator<Item = Edge>,
        roots: impl IntoIterator<Item = Lit>,
        (inputs, aim): (usize, Aim),
        observer: &dyn Observer,
    ) -> Result<Self, Stopped> {
        let cover = cover(net, roots.into_iter().map(Lit::node), inputs.min(3), aim, observer)?;
        let mut nodes = vec![None; cover.num_nodes.max(net.num_nodes())];
        nodes[0] = Some(Edge::FALSE);
        nodes[1..].iter_mut().zip(bases).for_each(|(node, base)| *node = Some(base));
        Ok(Self { cover, nodes, first_move: 1 + net.ports.bases.len() })
    }

    /// Makes a bit a move.
    pub(super) fn set_move(&mut self, input: usize, edge: Edge) {
        self.nodes[self.first_move + input] = Some(edge);
    }

    /// The bit of an edge that was computed before.
    pub(super) fn edge(&self, lit: Lit) -> Edge {
        let edge = self.node(lit.node()).unwrap_or(Edge::FALSE);
        if lit.is_complement() { !edge } else { edge }
    }

    /// Computes all that can be computed of what is known.
    pub(super) fn compute(&mut self, builder: &mut Builder, observer: &dyn Observer) -> Result<(), Stopped> {
        let (mut left, mut pace) = (Vec::new(), Pace::new(observer, STEPS));
        for lut in std::mem::take(&mut self.cover.luts) {
            pace.step()?;
            let leaves: Option<Vec<Edge>> = lut.leaves().iter().map(|&leaf| self.node(leaf)).collect();
            let Some(leaves) = leaves else {
                left.push(lut);
                continue;
            };
            // Leaf `i` is bit `i` of a row's number, arguments stand the other way round.
            let leaf = |i: usize| leaves.get(i).copied().unwrap_or(Edge::FALSE);
            let table = lut.table.to_le_bytes()[0];
            self.nodes[lut.root.index()] = Some(builder.op(table, [leaf(2), leaf(1), leaf(0)]));
        }
        self.cover.luts = left;
        for &(root, same) in &self.cover.aliases {
            let of = self.node(same.node());
            self.nodes[root.index()] = of.map(|edge| if same.is_complement() { !edge } else { edge });
        }
        Ok(())
    }

    fn node(&self, node: NodeId) -> Option<Edge> {
        self.nodes[node.index()]
    }
}
