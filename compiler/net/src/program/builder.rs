//! Builds programs: folds constants, complements and repetitions into the tables, and never computes a value twice.

use super::edge::{Edge, Node};
use super::{Cell, Op, Program, Value, schedule, table};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use rustc_hash::FxHashMap;

/// A program under construction.
#[derive(Debug)]
pub struct Builder {
    pub(super) nodes: Vec<Node>,
    ids: FxHashMap<Node, u32>,
    outputs: Vec<(Cell, Edge)>,
    counts: Vec<(Cell, Edge)>,
}

impl Default for Builder {
    fn default() -> Self {
        let (nodes, ids) = (vec![Node::False], FxHashMap::default());
        Self { nodes, ids, outputs: Vec::new(), counts: Vec::new() }
    }
}

impl Builder {
    /// A bit read from memory.
    pub fn input(&mut self, cell: Cell) -> Edge {
        self.insert(Node::Input(cell))
    }

    /// Stores a bit.
    pub fn output(&mut self, cell: Cell, edge: Edge) {
        self.outputs.push((cell, edge));
    }

    /// Counts the lanes in which a bit is set.
    pub fn count(&mut self, cell: Cell, edge: Edge) {
        self.counts.push((cell, edge));
    }

    /// Any function of three bits.
    pub fn op(&mut self, mut table: u8, args: [Edge; 3]) -> Edge {
        let mut nodes = [0; 3];
        for (i, arg) in args.into_iter().enumerate() {
            table = if arg.complement() { complement_argument(table, i) } else { table };
            table = if arg.node() == 0 { fix_argument(table, i) } else { table };
            nodes[i] = arg.0 >> 1;
        }
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            table = if nodes[i] == nodes[j] { merge_arguments(table, i, j) } else { table };
        }
        let complement = table & 1 == 1;
        let edge = self.normal(if complement { !table } else { table }, nodes);
        if complement { !edge } else { edge }
    }

    /// The AND of two bits.
    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        self.op(table::A & table::B, [a, b, b])
    }

    /// The AND of three bits.
    pub fn and3(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        self.op(table::A & table::B & table::C, [a, b, c])
    }

    /// The OR of two bits.
    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        self.op(table::A | table::B, [a, b, b])
    }

    /// The exclusive OR of two bits.
    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        self.op(table::A ^ table::B, [a, b, b])
    }

    /// `a ? b : c`.
    pub fn mux(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        self.op(table::MUX, [a, b, c])
    }

    /// Sum and carry of three bits.
    pub fn add(&mut self, a: Edge, b: Edge, c: Edge) -> (Edge, Edge) {
        (self.op(table::SUM, [a, b, c]), self.op(table::CARRY, [a, b, c]))
    }

    /// The OR of any number of bits.
    pub fn or_all(&mut self, edges: impl IntoIterator<Item = Edge>) -> Edge {
        let mut level: Vec<Edge> = edges.into_iter().collect();
        while level.len() > 1 {
            let or = |part: &[Edge]| match *part {
                [a, b, c] => self.op(table::A | table::B | table::C, [a, b, c]),
                [a, b] => self.or(a, b),
                _ => part.first().copied().unwrap_or(Edge::FALSE),
            };
            level = level.chunks(3).map(or).collect();
        }
        level.first().copied().unwrap_or(Edge::FALSE)
    }

    /// The finished program: what the outputs and counters need, in an order that keeps few values alive.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub fn finish(self, observer: &dyn Observer) -> Result<Program, Stopped> {
        schedule::schedule(&self.nodes, &self.outputs, &self.counts, observer)
    }

    /// Inserts a table that is clear for all-clear arguments; arguments without influence may be anything.
    fn normal(&mut self, table: u8, nodes: [u32; 3]) -> Edge {
        let support = Op { table, args: [Value(0); 3] }.support();
        let mut used: Vec<(u32, usize)> = (0..3).filter(|&i| support[i]).map(|i| (nodes[i], i)).collect();
        used.sort_unstable();
        match *used.as_slice() {
            [] => Edge::FALSE,
            // Of one argument and clear when it is clear: the argument itself.
            [(node, _)] => Edge(node << 1),
            [(a, i), (b, j)] => self.insert(Node::Op(permute(table, [i, j, j]), [a, b, b])),
            [(a, i), (b, j), (c, k), ..] => self.insert(Node::Op(permute(table, [i, j, k]), [a, b, c])),
        }
    }

    fn insert(&mut self, node: Node) -> Edge {
        let fresh = id(self.nodes.len());
        let id = *self.ids.entry(node).or_insert(fresh);
        if id == fresh {
            self.nodes.push(node);
        }
        Edge::new(id as usize, false)
    }
}

/// Which bit of a row's number is the argument.
fn weight(argument: usize) -> u8 {
    4 >> argument
}

fn table_of(row: impl Fn(u8) -> bool) -> u8 {
    (0..8).fold(0, |table, i| table | u8::from(row(i)) << i)
}

fn complement_argument(table: u8, argument: usize) -> u8 {
    table_of(|row| table >> (row ^ weight(argument)) & 1 == 1)
}

/// The table with the argument clear.
fn fix_argument(table: u8, argument: usize) -> u8 {
    table_of(|row| table >> (row & !weight(argument)) & 1 == 1)
}

/// The table where argument `second` repeats `first`, as a function of `first` only.
fn merge_arguments(table: u8, first: usize, second: usize) -> u8 {
    table_of(|row| {
        let cleared = row & !weight(second);
        let row = if row & weight(first) != 0 { cleared | weight(second) } else { cleared };
        table >> row & 1 == 1
    })
}

/// The table whose arguments are the given ones of `table`; a repeated one counts in its last place.
fn permute(table: u8, from: [usize; 3]) -> u8 {
    table_of(|row| {
        let old = (0..3).fold(0, |old, i| {
            let cleared = old & !weight(from[i]);
            if row & weight(i) != 0 { cleared | weight(from[i]) } else { cleared }
        });
        table >> old & 1 == 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::observer::Unobserved;

    fn cell(index: i32) -> Cell {
        Cell { region: 0, index }
    }

    /// All three inputs in all eight rows, and what a program makes of them.
    fn run(program: &Program) -> Vec<u8> {
        let inputs = [table::A, table::B, table::C];
        let mut values: Vec<u8> =
            program.inputs.iter().map(|cell| inputs[usize::try_from(cell.index).unwrap()]).collect();
        for op in &program.ops {
            let args = op.args.map(|arg| values.get(arg.index()).copied().unwrap_or(0));
            let row = |i: u8| args.iter().fold(0, |row, arg| row << 1 | (arg >> i & 1));
            values.push(table_of(|i| op.table >> row(i) & 1 == 1));
        }
        program.outputs.iter().map(|(_, value)| values[value.index()]).collect()
    }

    #[test]
    fn every_table_survives_every_choice_of_arguments() {
        for wanted in 0..=255_u8 {
            for choice in 0..512_u32 {
                let mut builder = Builder::default();
                let bits = [0, 1, 2].map(|i| builder.input(cell(i)));
                let all = [bits[0], !bits[1], bits[2], Edge::TRUE, Edge::FALSE, !bits[0], bits[1], bits[1]];
                let masks = [table::A, !table::B, table::C, 255, 0, !table::A, table::B, table::B];
                let pick = [choice & 7, choice >> 3 & 7, choice >> 6].map(|i| i as usize);
                let edge = builder.op(wanted, pick.map(|i| all[i]));
                builder.output(cell(9), edge);
                let program = builder.finish(&Unobserved).unwrap();
                assert_eq!(program.verify(), Ok(()));
                let expected = table_of(|row| {
                    let at = pick.iter().fold(0, |at, &i| at << 1 | (masks[i] >> row & 1));
                    wanted >> at & 1 == 1
                });
                assert_eq!(run(&program), [expected], "{wanted:02x} {pick:?}");
                assert!(program.ops.len() <= 1);
            }
        }
    }

    #[test]
    fn nothing_is_computed_twice() {
        let mut builder = Builder::default();
        let [a, b, c] = [0, 1, 2].map(|i| builder.input(cell(i)));
        let first = builder.op(table::MUX, [a, b, c]);
        assert_eq!(builder.op(table::MUX, [!a, c, b]), first);
        assert_eq!(builder.op(!table::MUX, [a, b, c]), !first);
        let (and, nand) = (builder.and(a, b), builder.op(!(table::A & table::B), [b, a, a]));
        assert_eq!(nand, !and);
    }
}
