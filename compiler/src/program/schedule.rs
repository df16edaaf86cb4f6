//! The order of operations: depth first from the outputs, so that values are used soon after they are made.

use super::builder::{Edge, Node, executed, is_complement};
use super::{Cell, Op, Program, Value};

/// What each node became.
#[derive(Clone, Copy, Default)]
struct Place {
    plain: Option<Value>,
    inverted: Option<Value>,
}

struct Scheduler<'n> {
    nodes: &'n [Node],
    places: Vec<Place>,
    program: Program,
}

/// The program that stores and counts the given edges.
pub(super) fn schedule(nodes: &[Node], outputs: &[(Cell, Edge)], counts: &[(Cell, Edge)]) -> Program {
    let mut scheduler = Scheduler { nodes, places: vec![Place::default(); nodes.len()], program: Program::default() };
    scheduler.inputs(outputs.iter().chain(counts).map(|(_, edge)| edge.node()));
    let mut stored = |list: &[(Cell, Edge)]| list.iter().map(|&(cell, edge)| (cell, scheduler.edge(edge))).collect();
    let (outputs, counts) = (stored(outputs), stored(counts));
    Program { outputs, counts, ..scheduler.program }
}

impl Scheduler<'_> {
    /// Numbers the inputs that are needed, in the order of their cells.
    fn inputs(&mut self, roots: impl Iterator<Item = usize>) {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack: Vec<usize> = roots.collect();
        let mut cells = Vec::new();
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match self.nodes[node] {
                Node::False => {}
                Node::Input(cell) => cells.push((cell, node)),
                Node::Op(_, args) => stack.extend(args.map(|arg| arg as usize)),
            }
        }
        cells.sort_unstable();
        for (cell, node) in cells {
            self.places[node].plain = Some(value(self.program.inputs.len()));
            self.program.inputs.push(cell);
        }
    }

    /// The value of an edge, computed when needed.
    fn edge(&mut self, edge: Edge) -> Value {
        self.prepare(edge.node());
        let place = self.places[edge.node()];
        let (found, complement) = match is_complement(edge) {
            false => (place.plain, false),
            true => (place.inverted, true),
        };
        if let Some(value) = found {
            return value;
        }
        let op = match (self.nodes[edge.node()], place.plain) {
            (Node::Op(table, args), _) => Op { table: executed(table, complement), args: self.args(args) },
            // The complement of an input.
            (Node::Input(_), Some(plain)) => Op { table: !super::table::A, args: [plain; 3] },
            _ => Op { table: executed(0, complement), args: [Value(0); 3] },
        };
        let value = self.push(op);
        let place = &mut self.places[edge.node()];
        *(if complement { &mut place.inverted } else { &mut place.plain }) = Some(value);
        value
    }

    /// Computes what a node depends on, without recursion: nets are deep.
    fn prepare(&mut self, root: usize) {
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.pop() {
            let Node::Op(table, args) = self.nodes[node] else { continue };
            if self.places[node].plain.is_some() || (node == root && next == 3) {
                continue;
            }
            if next < 3 {
                stack.push((node, next + 1));
                stack.push((args[next] as usize, 0));
            } else {
                let op = Op { table, args: self.args(args) };
                self.places[node].plain = Some(self.push(op));
            }
        }
    }

    fn args(&self, args: [u32; 3]) -> [Value; 3] {
        args.map(|arg| self.places[arg as usize].plain.unwrap_or_default())
    }

    fn push(&mut self, op: Op) -> Value {
        self.program.ops.push(op);
        value(self.program.num_values() - 1)
    }
}

fn value(index: usize) -> Value {
    Value(u32::try_from(index).unwrap_or(u32::MAX))
}
