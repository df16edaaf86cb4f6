//! Gates to readable expressions: gates used once are folded into the expression of their user, within bounds.

use super::selection::Selection;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, NodeId};

/// Most operands of one expression: bounds the size of every statement.
const MAX_OPERANDS: usize = 24;
/// Deepest nesting of parentheses.
const MAX_DEPTH: usize = 4;

/// Which gates get a wire of their own, and in which polarity.
#[derive(Debug)]
pub(super) struct Wires {
    /// For each node: a wire, or part of its only user's expression.
    pub own: Vec<bool>,
    /// For each node with a wire: whether the wire carries the complement, as most users want it.
    pub inverted: Vec<bool>,
}

/// An expression over edges that have names.
#[derive(Debug)]
pub(super) enum Expression {
    Edge(Lit),
    And(Vec<Expression>),
    Or(Vec<Expression>),
}

impl Wires {
    /// Decides for all gates of a module. `named` nodes always get a wire, in the given polarity.
    pub(super) fn of(selection: &Selection<'_>, named: &[Option<bool>]) -> Self {
        let net = selection.net;
        let mut uses = vec![0_u32; net.num_nodes()];
        let mut inverted_uses = vec![0_u32; net.num_nodes()];
        let mut count = |edge: Lit| {
            uses[edge.node().index()] += 1;
            inverted_uses[edge.node().index()] += u32::from(edge.is_complement());
        };
        selection.gates().for_each(|(_, fanin)| fanin.into_iter().for_each(&mut count));
        selection.outputs.iter().copied().for_each(&mut count);
        let own = (0..net.num_nodes()).map(|i| uses[i] != 1 || named[i].is_some()).collect();
        let inverted = (0..net.num_nodes()).map(|i| named[i].unwrap_or(inverted_uses[i] * 2 > uses[i])).collect();
        let mut wires = Self { own, inverted };
        wires.bound(selection);
        wires
    }

    /// Cuts expressions that would grow too large: walks from the inputs up with the size of each open expression.
    fn bound(&mut self, selection: &Selection<'_>) {
        let net = selection.net;
        let mut size = vec![(1_usize, 0_usize); net.num_nodes()];
        for (id, fanin) in selection.gates() {
            let part = |wires: &Self, edge: Lit| {
                let (operands, depth) = size[edge.node().index()];
                if wires.own[edge.node().index()] || net.fanin(edge.node()).is_none() {
                    (1, 0)
                } else {
                    (operands, depth + usize::from(edge.is_complement()))
                }
            };
            let mut parts = fanin.map(|edge| part(self, edge));
            let over = |parts: &[(usize, usize); 2]| {
                parts[0].0 + parts[1].0 > MAX_OPERANDS || parts[0].1.max(parts[1].1) > MAX_DEPTH
            };
            while over(&parts) {
                let worst = usize::from(parts[1] > parts[0]);
                self.own[fanin[worst].node().index()] = true;
                parts[worst] = (1, 0);
            }
            size[id.index()] = (parts[0].0 + parts[1].0, parts[0].1.max(parts[1].1));
        }
    }

    /// The expression of a gate in the polarity asked for. Recursion is bounded by [`MAX_OPERANDS`].
    pub(super) fn expression(&self, net: &Net, gate: NodeId, complement: bool) -> Expression {
        let mut operands = Vec::new();
        for edge in net.fanin(gate).into_iter().flatten() {
            self.collect(net, edge, complement, &mut operands);
        }
        if complement { Expression::Or(operands) } else { Expression::And(operands) }
    }

    /// Adds the operands of an edge inside an AND, or, `complement`ed, inside an OR.
    fn collect(&self, net: &Net, edge: Lit, complement: bool, operands: &mut Vec<Expression>) {
        let open = net.fanin(edge.node()).filter(|_| !self.own[edge.node().index()]);
        match open {
            None => operands.push(Expression::Edge(edge.flip_if(complement))),
            Some(fanin) if !edge.is_complement() => {
                fanin.into_iter().for_each(|inner| self.collect(net, inner, complement, operands));
            }
            Some(_) => operands.push(self.expression(net, edge.node(), !complement)),
        }
    }
}
