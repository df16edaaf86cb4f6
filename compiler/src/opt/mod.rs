//! Optimisation of nets. Each pass states what it preserves; the order of passes is the table in [`optimise`].

mod constants;
mod rebuild;

pub use constants::constants;

use crate::net::Net;
use crate::propnet::{Lit, Ports};
pub(crate) use rebuild::swept;
use rebuild::{Keep, rebuild};
use std::collections::BTreeSet;

/// How hard to work.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    /// The net as built, less gates nothing uses.
    O0,
    /// Constants of all reachable states, moves that never become legal, dead gates.
    O1,
    /// Also registers nothing observes.
    #[default]
    O2,
}

/// Why a base is no register any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// It has this value in every reachable state.
    Constant(bool),
    /// No legal move, goal, percept or end depends on it, now or later.
    Unobserved,
}

/// What optimisation took away, by sentence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dropped {
    /// Bases without a register, sorted.
    pub bases: Vec<(Box<str>, Gone)>,
    /// Moves `(role index, move)` that are legal in no reachable state, sorted.
    pub moves: Vec<(u32, Box<str>)>,
}

/// An optimised net, and what is no longer in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Optimised {
    /// The net.
    pub net: Net,
    /// What was dropped.
    pub dropped: Dropped,
}

/// Optimises a net. Preserves, for every state reachable from the initial one: the legal moves, goals, percepts, the
/// end, and the next state of every register that is kept.
///
/// With `keep_state` registers nothing observes stay, so that whole states can be read.
#[must_use]
pub fn optimise(net: Net, level: Level, keep_state: bool) -> Optimised {
    let mut result = Optimised { net: rebuild::swept(net), dropped: Dropped::default() };
    if level >= Level::O1 {
        let facts = constants(&result.net);
        let keep = Keep {
            bases: facts_of(&result.net.ports, &facts, &mut result.dropped),
            inputs: moves_of(&result.net.ports, &facts, &mut result.dropped),
            constants: facts,
        };
        result.net = rebuild(&result.net, &keep);
    }
    if level >= Level::O2 && !keep_state {
        let keep = observed(&result.net, &mut result.dropped);
        result.net = rebuild(&result.net, &keep);
    }
    result.dropped.bases.sort_by(|a, b| a.0.cmp(&b.0));
    result.dropped.moves.sort();
    result
}

fn facts_of(ports: &Ports, constants: &[Option<bool>], dropped: &mut Dropped) -> Vec<bool> {
    let keep = |(i, base): (usize, &crate::propnet::Base)| match constants[1 + i] {
        None => true,
        Some(value) => {
            dropped.bases.push((base.fact.clone(), Gone::Constant(value)));
            false
        }
    };
    ports.bases.iter().enumerate().map(keep).collect()
}

fn moves_of(ports: &Ports, constants: &[Option<bool>], dropped: &mut Dropped) -> Vec<bool> {
    let first = 1 + ports.bases.len();
    let keep = |(i, input): (usize, &crate::propnet::Input)| match constants[first + i] {
        None => true,
        Some(_) => {
            dropped.moves.push((input.role, input.action.clone()));
            false
        }
    };
    ports.inputs.iter().enumerate().map(keep).collect()
}

/// Registers in the cone of an observed output, through any number of steps.
fn observed(net: &Net, dropped: &mut Dropped) -> Keep {
    let mut marked = vec![false; net.num_nodes()];
    let mut queue = Vec::new();
    let mut mark = |edge: Lit, queue: &mut Vec<usize>| {
        let position = edge.node().index();
        if !std::mem::replace(&mut marked[position], true) {
            queue.push(position);
        }
    };
    net.ports.each_observed(&mut |edge| mark(edge, &mut queue));
    let mut bases = BTreeSet::new();
    while let Some(position) = queue.pop() {
        if let Some(fanin) = net.fanin(crate::net::node(position)) {
            fanin.into_iter().for_each(|edge| mark(edge, &mut queue));
        } else if let Some(base) = position.checked_sub(1).and_then(|i| net.ports.bases.get(i)) {
            bases.insert(position - 1);
            mark(base.next, &mut queue);
        }
    }
    let keep: Vec<bool> = (0..net.ports.bases.len()).map(|i| bases.contains(&i)).collect();
    for (base, _) in net.ports.bases.iter().zip(&keep).filter(|(_, keep)| !**keep) {
        dropped.bases.push((base.fact.clone(), Gone::Unobserved));
    }
    Keep { bases: keep, inputs: vec![true; net.ports.inputs.len()], constants: vec![None; net.num_nodes()] }
}
