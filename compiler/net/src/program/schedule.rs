//! The order of operations, for short lives of values: depth first from the outputs, the more demanding argument first;
//! an operation that ends the life of one of its arguments follows as soon as all of them are there.

use super::edge::{Edge, Node, executed};
use super::{Cell, Op, Program, Value, table};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// Short steps of its loops between two questions to the observer.
const STEPS: u32 = 1 << 12;

/// What each node became.
#[derive(Clone, Copy, Default)]
struct ValuePlace {
    plain: Option<Value>,
    inverted: Option<Value>,
}

struct Scheduler<'n> {
    nodes: &'n [Node],
    uses: Uses,
    /// For each node how many values are alive at once while it is computed, if nothing is shared.
    efforts: Vec<u32>,
    places: Vec<ValuePlace>,
    program: Program,
    pace: Pace<'n>,
}

/// The program that stores and counts the given edges.
///
/// # Errors
/// [`Stopped`] by the observer.
pub(super) fn schedule(
    nodes: &[Node],
    outputs: &[(Cell, Edge)],
    counts: &[(Cell, Edge)],
    observer: &dyn Observer,
) -> Result<Program, Stopped> {
    observer.go_on()?;
    let roots: Vec<usize> = outputs.iter().chain(counts).map(|(_, edge)| edge.node()).collect();
    let places = vec![ValuePlace::default(); nodes.len()];
    let uses = Uses::new(nodes, &roots);
    observer.go_on()?;
    let (efforts, pace) = (efforts(nodes, observer)?, Pace::new(observer, STEPS));
    let mut scheduler = Scheduler { nodes, uses, efforts, places, program: Program::default(), pace };
    scheduler.inputs();
    let (outputs, counts) = (scheduler.stored(outputs)?, scheduler.stored(counts)?);
    Ok(Program { outputs, counts, ..scheduler.program })
}

impl Scheduler<'_> {
    /// Numbers the inputs that are needed, in the order of their cells.
    fn inputs(&mut self) {
        let input = |(i, node): (usize, &Node)| match *node {
            Node::Input(cell) if self.uses.needed[i] => Some((cell, i)),
            _ => None,
        };
        let mut cells: Vec<(Cell, usize)> = self.nodes.iter().enumerate().filter_map(input).collect();
        cells.sort_unstable();
        for (cell, node) in cells {
            self.places[node].plain = Some(value(self.program.inputs.len()));
            self.program.inputs.push(cell);
        }
    }

    /// The values of some edges with their cells.
    fn stored(&mut self, list: &[(Cell, Edge)]) -> Result<Vec<(Cell, Value)>, Stopped> {
        list.iter().map(|&(cell, edge)| Ok((cell, self.edge(edge)?))).collect()
    }

    /// The value of an edge, computed when needed.
    fn edge(&mut self, edge: Edge) -> Result<Value, Stopped> {
        let complement = edge.complement();
        self.prepare(edge.node(), complement)?;
        let place = self.places[edge.node()];
        if let Some(value) = if complement { place.inverted } else { place.plain } {
            return Ok(value);
        }
        let op = match (self.nodes[edge.node()], place.plain) {
            (Node::Op(table, args), _) => Op { table: executed(table, complement), args: self.args(args) },
            // The complement of an input.
            (Node::Input(_), Some(plain)) => Op { table: !table::A, args: [plain; 3] },
            _ => Op { table: executed(0, complement), args: [Value(0); 3] },
        };
        let value = self.push(op);
        let place = &mut self.places[edge.node()];
        *(if complement { &mut place.inverted } else { &mut place.plain }) = Some(value);
        Ok(value)
    }

    /// Computes what a node depends on, and itself unless only its complement is wanted. Works without recursion: nets
    /// are deep.
    fn prepare(&mut self, root: usize, complement: bool) -> Result<(), Stopped> {
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.pop() {
            self.pace.step()?;
            let Node::Op(_, args) = self.nodes[node] else { continue };
            if self.places[node].plain.is_some() {
                continue;
            }
            if next < 3 {
                let mut order = args;
                order.sort_by_key(|&arg| std::cmp::Reverse(self.efforts[arg as usize]));
                stack.push((node, next + 1));
                stack.push((order[next] as usize, 0));
            } else if node != root || !complement || self.uses.users[node + 1] > self.uses.users[node] {
                self.compute(node)?;
            }
        }
        Ok(())
    }

    /// Computes a node whose arguments are there, and what can follow at once.
    fn compute(&mut self, node: usize) -> Result<(), Stopped> {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            self.pace.step()?;
            let (Node::Op(table, args), None) = (self.nodes[node], self.places[node].plain) else { continue };
            let op = Op { table, args: self.args(args) };
            self.places[node].plain = Some(self.push(op));
            self.uses.took(args);
            let users = self.uses.users[node]..self.uses.users[node + 1];
            stack.extend(self.uses.by[users].iter().map(|&user| user as usize).filter(|&user| self.can_follow(user)));
        }
        Ok(())
    }

    /// Whether all arguments of a node are there, and one of them has no other user left.
    fn can_follow(&self, node: usize) -> bool {
        let Node::Op(_, args) = self.nodes[node] else { return false };
        let args = args.map(|arg| arg as usize);
        let is_op = |arg: usize| matches!(self.nodes[arg], Node::Op(..));
        self.places[node].plain.is_none()
            && args.iter().all(|&arg| self.places[arg].plain.is_some())
            && args.iter().any(|&arg| is_op(arg) && self.uses.left[arg] == 1)
    }

    fn args(&self, args: [u32; 3]) -> [Value; 3] {
        args.map(|arg| self.places[arg as usize].plain.unwrap_or_default())
    }

    fn push(&mut self, op: Op) -> Value {
        self.program.ops.push(op);
        value(self.program.num_values() - 1)
    }
}

/// Who uses which node.
struct Uses {
    needed: Vec<bool>,
    /// Users of all nodes; those of node `i` from `users[i]` on.
    by: Vec<u32>,
    users: Vec<usize>,
    /// Users and outputs of each node that are not yet computed. Outputs are stored at once, but may be complements.
    left: Vec<u32>,
}

impl Uses {
    fn new(nodes: &[Node], roots: &[usize]) -> Self {
        let mut needed = vec![false; nodes.len()];
        roots.iter().for_each(|&root| needed[root] = true);
        let mut left = vec![0_u32; nodes.len()];
        for (i, node) in nodes.iter().enumerate().rev() {
            if let (Node::Op(_, args), true) = (node, needed[i]) {
                args.iter().for_each(|&arg| needed[arg as usize] = true);
                distinct(*args).for_each(|arg| left[arg] += 1);
            }
        }
        let mut users: Vec<usize> = std::iter::once(0).chain(left.iter().map(|&uses| uses as usize)).collect();
        (1..users.len()).for_each(|i| users[i] += users[i - 1]);
        let mut by = vec![0; users.last().copied().unwrap_or(0)];
        let mut next = users.clone();
        for (i, node) in nodes.iter().enumerate().filter(|(i, _)| needed[*i]) {
            let Node::Op(_, args) = node else { continue };
            for arg in distinct(*args) {
                by[next[arg]] = id(i);
                next[arg] += 1;
            }
        }
        Self { needed, by, users, left }
    }

    /// An operation with these arguments was computed.
    fn took(&mut self, args: [u32; 3]) {
        distinct(args).for_each(|arg| self.left[arg] -= 1);
    }
}

/// The arguments, each once: they are sorted, and the last is repeated where there are fewer than three.
fn distinct(args: [u32; 3]) -> impl Iterator<Item = usize> {
    (0..3).filter(move |&i| i == 0 || args[i] != args[i - 1]).map(move |i| args[i] as usize)
}

/// Numbers of Sethi and Ullman ("The generation of optimal code for arithmetic expressions", JACM 17, 1970).
fn efforts(nodes: &[Node], observer: &dyn Observer) -> Result<Vec<u32>, Stopped> {
    let mut pace = Pace::new(observer, STEPS);
    let mut efforts: Vec<u32> = Vec::with_capacity(nodes.len());
    for node in nodes {
        pace.step()?;
        let effort = match *node {
            Node::False | Node::Input(_) => 0,
            Node::Op(_, args) => {
                let mut needs: Vec<u32> = distinct(args).map(|arg| efforts[arg]).collect();
                needs.sort_unstable_by(|a, b| b.cmp(a));
                needs.iter().zip(0..).map(|(need, held)| need + held).max().unwrap_or(0).max(1)
            }
        };
        efforts.push(effort);
    }
    Ok(efforts)
}

fn value(index: usize) -> Value {
    Value(id(index))
}
