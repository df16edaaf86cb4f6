//! The values of a step: state bits, moves and LUTs, with who reads them.

use super::{Cuts, Staged};
use crate::Net;
use crate::map::Cover;
use crate::propnet::Lit;

/// Which outputs a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Due {
    pub(super) legal: bool,
    pub(super) next: bool,
    pub(super) end: bool,
}

/// Levels of LUTs on the longest paths; `None` where there is no path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Depths {
    /// From the state to the legal moves.
    pub(super) legal: u32,
    /// From the state, and from the moves, to the next state.
    pub(super) next: [Option<u32>; 2],
    /// From the state, and from the moves, to the end and the goals.
    pub(super) end: [Option<u32>; 2],
    /// Whether there are moves.
    pub(super) has_moves: bool,
}

/// Lists of values, one for each value.
#[derive(Clone, Debug, Default)]
struct Lists {
    ends: Vec<usize>,
    items: Vec<usize>,
}

impl Lists {
    fn of(&self, value: usize) -> &[usize] {
        let start = if value == 0 { 0 } else { self.ends[value - 1] };
        &self.items[start..self.ends[value]]
    }

    fn push(&mut self, items: impl Iterator<Item = usize>) {
        self.items.extend(items);
        self.ends.push(self.items.len());
    }

    /// For each value the values whose lists it is in, in ascending order.
    fn reversed(&self) -> Self {
        let mut ends = vec![0; self.ends.len()];
        self.items.iter().for_each(|&item| ends[item] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let (mut items, mut free) = (vec![0; self.items.len()], ends.clone());
        for value in (0..self.ends.len()).rev() {
            for &item in self.of(value) {
                free[item] -= 1;
                items[free[item]] = value;
            }
        }
        Self { ends, items }
    }
}

/// Values by number: state bits, moves, LUTs, each in their order; fan-ins come before users.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// Number of state bits.
    pub(super) bases: usize,
    /// Number of state bits and moves: the first LUT.
    pub(super) first: usize,
    fanins: Lists,
    users: Lists,
    due: Vec<Due>,
    /// For each node of the net the edge of the value that it is; values are numbered from 1 here, after the constant.
    edges: Vec<Lit>,
}

impl Graph {
    pub(super) fn new(net: &Net, cover: &Cover) -> Self {
        let ports = &net.ports;
        let (bases, first) = (ports.bases.len(), ports.first_gate() - 1);
        // Leaves keep their numbers.
        let mut edges = net.leaves();
        edges.resize(cover.num_nodes.max(net.num_nodes()), Lit::FALSE);
        let mut fanins = Lists { ends: vec![0; first], items: Vec::new() };
        for (i, lut) in cover.luts.iter().enumerate() {
            edges[lut.root.index()] = Lit::new(crate::node(1 + first + i), false);
            fanins.push(lut.leaves().iter().map(|leaf| edges[leaf.index()].node().index() - 1));
        }
        for &(root, edge) in &cover.aliases {
            edges[root.index()] = edge.moved(&edges);
        }
        let users = fanins.reversed();
        let mut graph = Self { bases, first, due: vec![Due::default(); fanins.ends.len()], fanins, users, edges };
        ports.inputs.iter().for_each(|input| graph.set(input.legal, |due| due.legal = true));
        ports.bases.iter().for_each(|base| graph.set(base.next, |due| due.next = true));
        ports.goals.iter().for_each(|goal| graph.set(goal.holds, |due| due.end = true));
        graph.set(ports.terminal, |due| due.end = true);
        graph
    }

    fn set(&mut self, edge: Lit, change: fn(&mut Due)) {
        if let Ok((value, _)) = self.value(edge) {
            change(&mut self.due[value]);
        }
    }

    /// The value of an edge of the net, and whether it is complemented; or the constant that it is.
    pub(super) fn value(&self, edge: Lit) -> Result<(usize, bool), Lit> {
        let edge = edge.moved(&self.edges);
        if edge.is_constant() { Err(edge) } else { Ok((edge.node().index() - 1, edge.is_complement())) }
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.due.len()
    }

    /// What a LUT reads; nothing for others.
    pub(super) fn fanins(&self, value: usize) -> &[usize] {
        self.fanins.of(value)
    }

    /// The LUTs that read a value.
    pub(super) fn users(&self, value: usize) -> &[usize] {
        self.users.of(value)
    }

    /// Which outputs a value is.
    pub(super) fn due(&self, value: usize) -> Due {
        self.due[value]
    }

    /// Whether a value is a move.
    pub(super) fn is_move(&self, value: usize) -> bool {
        (self.bases..self.first).contains(&value)
    }

    /// The stage of each value.
    pub(super) fn stages(&self, staged: &Staged) -> Vec<u32> {
        let moves = (self.bases..self.first).map(|_| staged.cuts.does());
        (0..self.bases).map(|_| 0).chain(moves).chain(staged.stages.iter().copied()).collect()
    }

    /// Whether each of some values is there at a time anyway, or is a LUT of values that come out of registers then.
    pub(super) fn can_repeat(&self, staged: &Staged, mut values: impl Iterator<Item = usize>, time: u32) -> bool {
        let stages = self.stages(staged);
        let is_held = |value: usize| stages[value] < time && last_use(self, staged.cuts, &stages, value) >= time;
        let is_made = |value: usize| value >= self.first && self.fanins(value).iter().all(|&fanin| is_held(fanin));
        values.all(|value| is_held(value) || is_made(value))
    }

    pub(super) fn depths(&self) -> Depths {
        let [state, moves] = [0..self.bases, self.bases..self.first].map(|from| self.levels(from));
        let most = |levels: &[Option<u32>], is: fn(Due) -> bool| {
            (0..self.len()).filter(|&value| is(self.due[value])).filter_map(|value| levels[value]).max()
        };
        Depths {
            legal: most(&state, |due| due.legal).unwrap_or(0),
            next: [most(&state, |due| due.next), most(&moves, |due| due.next)],
            end: [most(&state, |due| due.end), most(&moves, |due| due.end)],
            has_moves: self.first > self.bases,
        }
    }

    /// Levels of LUTs on the longest path from some values to each.
    fn levels(&self, from: std::ops::Range<usize>) -> Vec<Option<u32>> {
        let mut levels: Vec<Option<u32>> = (0..self.len()).map(|value| from.contains(&value).then_some(0)).collect();
        for table in self.first..self.len() {
            levels[table] = self.fanins(table).iter().filter_map(|&value| levels[value]).max().map(|level| level + 1);
        }
        levels
    }
}

/// The last stage in which a value is read, or is an output; its own one when nothing needs it.
pub(super) fn last_use(graph: &Graph, cuts: Cuts, stages: &[u32], value: usize) -> u32 {
    let users = graph.users(value).iter().map(|&user| stages[user]);
    users.chain(last_stage(cuts, graph.due(value))).fold(stages[value], u32::max)
}

/// The last stage in which a value is an output.
pub(super) fn last_stage(cuts: Cuts, due: Due) -> Option<u32> {
    if due.next || due.end { Some(cuts.last()) } else { due.legal.then_some(cuts.legal) }
}
