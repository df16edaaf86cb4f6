//! Gates as clauses: three for each AND (Tseitin 1968), only for what is asked about.

use super::{Literal, Solver};
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, NodeId};

/// Which literal of one solver stands for each node of one net. The net may grow between calls.
#[derive(Clone, Debug, Default)]
pub struct Cones {
    /// By node.
    literals: Vec<Option<Literal>>,
    /// Nodes that are being encoded, users below fan-ins.
    stack: Vec<NodeId>,
}

impl Cones {
    /// No node has a literal yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The literal of a node, if it has one.
    #[must_use]
    pub fn get(&self, node: NodeId) -> Option<Literal> {
        self.literals.get(node.index()).copied().flatten()
    }

    /// Gives a node a literal: that of a node of another net it is equal to, say. Its fan-ins are then not encoded.
    pub fn bind(&mut self, node: NodeId, literal: Literal) {
        if self.literals.len() <= node.index() {
            self.literals.resize(node.index() + 1, None);
        }
        self.literals[node.index()] = Some(literal);
    }

    /// The literal of an edge. What it depends on and has no literal yet is encoded. **Cost:** linear in that.
    ///
    /// # Panics
    /// When the net has no such node.
    pub fn literal(&mut self, net: &Net, solver: &mut Solver<'_>, edge: Lit) -> Literal {
        self.stack.push(edge.node());
        while let Some(&node) = self.stack.last() {
            if self.get(node).is_some() {
                self.stack.pop();
                continue;
            }
            let Some([a, b]) = net.fanin(node) else {
                self.leaf(solver, node);
                continue;
            };
            match (self.edge(a), self.edge(b)) {
                (Some(a), Some(b)) => self.gate(solver, node, a, b),
                _ => self.stack.extend([a.node(), b.node()]),
            }
        }
        self.edge(edge).expect("it was just encoded")
    }

    fn edge(&self, edge: Lit) -> Option<Literal> {
        self.get(edge.node()).map(|literal| literal.flip_if(edge.is_complement()))
    }

    /// A base, an input, or the constant.
    fn leaf(&mut self, solver: &mut Solver<'_>, node: NodeId) {
        let literal = solver.new_var();
        if node == Lit::FALSE.node() {
            solver.add(&[!literal]);
        }
        self.bind(node, literal);
    }

    fn gate(&mut self, solver: &mut Solver<'_>, node: NodeId, a: Literal, b: Literal) {
        let gate = solver.new_var();
        solver.add(&[!gate, a]);
        solver.add(&[!gate, b]);
        solver.add(&[gate, !a, !b]);
        self.bind(node, gate);
    }
}
