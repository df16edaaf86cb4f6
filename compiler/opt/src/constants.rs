//! Which nodes are constant in every reachable state, found by three-valued simulation from the initial state.

use gdl2hdl_gdl::id::id;
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::{Net, node};

/// The value of every node that has the same value in all reachable states under all legal moves; `None` for others.
///
/// Starts with the initial state. A base whose next value can differ becomes unknown, and so does a move once it can be
/// legal; what depends on them follows. Values only ever go from known to unknown, each at most once.
/// **Cost:** linear in the edges.
#[must_use]
pub fn constants(net: &Net) -> Vec<Option<bool>> {
    let mut simulation = Simulation::new(net);
    simulation.run();
    simulation.values
}

struct Simulation<'n> {
    net: &'n Net,
    values: Vec<Option<bool>>,
    /// For each node its users, as one list: gates, then registers and inputs waiting for it.
    starts: Vec<u32>,
    users: Vec<u32>,
    queue: Vec<usize>,
}

impl<'n> Simulation<'n> {
    fn new(net: &'n Net) -> Self {
        let mut values: Vec<Option<bool>> = vec![Some(false); net.num_nodes()];
        for (i, base) in net.ports.bases.iter().enumerate() {
            values[1 + i] = Some(base.init);
        }
        for (id, [a, b]) in net.gates() {
            values[id.index()] = and(edge(&values, a), edge(&values, b));
        }
        let (starts, users) = users(net);
        Self { net, values, starts, users, queue: Vec::new() }
    }

    fn run(&mut self) {
        for leaf in 1..self.net.ports.first_gate() {
            self.look(leaf);
        }
        while let Some(changed) = self.queue.pop() {
            for at in self.starts[changed] as usize..self.starts[changed + 1] as usize {
                self.look(self.users[at] as usize);
            }
        }
    }

    /// Recomputes a node; when it can take another value than so far it becomes unknown.
    fn look(&mut self, position: usize) {
        let bases = self.net.ports.bases.len();
        let value = match self.net.fanin(node(position)) {
            Some([a, b]) => and(edge(&self.values, a), edge(&self.values, b)),
            None if position == 0 => Some(false),
            None if position <= bases => edge(&self.values, self.net.ports.bases[position - 1].next),
            // A move is made or not as soon as it can be legal.
            None => match edge(&self.values, self.net.ports.inputs[position - 1 - bases].legal) {
                Some(false) => Some(false),
                _ => None,
            },
        };
        if self.values[position].is_some() && value != self.values[position] {
            self.values[position] = None;
            self.queue.push(position);
        }
    }
}

fn users(net: &Net) -> (Vec<u32>, Vec<u32>) {
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let mut add = |edge: Lit, user: usize| pairs.push((edge.node().0, id(user)));
    net.gates().for_each(|(id, fanin)| fanin.into_iter().for_each(|edge| add(edge, id.index())));
    net.ports.bases.iter().enumerate().for_each(|(i, base)| add(base.next, 1 + i));
    let first = 1 + net.ports.bases.len();
    net.ports.inputs.iter().enumerate().for_each(|(i, input)| add(input.legal, first + i));
    let mut starts = vec![0_u32; net.num_nodes() + 1];
    pairs.iter().for_each(|&(from, _)| starts[from as usize + 1] += 1);
    (0..net.num_nodes()).for_each(|i| starts[i + 1] += starts[i]);
    let mut at = starts.clone();
    let mut users = vec![0; pairs.len()];
    for (from, user) in pairs {
        users[at[from as usize] as usize] = user;
        at[from as usize] += 1;
    }
    (starts, users)
}

fn edge(values: &[Option<bool>], edge: Lit) -> Option<bool> {
    values[edge.node().index()].map(|value| value ^ edge.is_complement())
}

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}
