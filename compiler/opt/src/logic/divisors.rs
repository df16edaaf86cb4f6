//! Divisors of a gate: nodes near it that do not depend on it, and that stay when it goes.

use super::work::Work;
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::{Net, node};
use std::collections::VecDeque;

/// Users of one node that are looked at.
const MOST_USERS: usize = 16;
/// Gates that are looked at for each divisor that is wanted.
const LOOKS: usize = 2;

/// The gates that each node is a fan-in of, or was.
pub(super) struct Users(Vec<Vec<NodeId>>);

impl Users {
    pub(super) fn new(net: &Net) -> Self {
        let mut users = vec![Vec::new(); net.num_nodes()];
        for (id, fanin) in net.gates() {
            fanin.iter().for_each(|edge| users[edge.node().index()].push(id));
        }
        Self(users)
    }

    /// Takes note of gates that were built, from a position on, and that `new` stands for `old`.
    pub(super) fn update(&mut self, net: &Net, old: NodeId, new: NodeId) {
        for position in self.0.len()..net.num_nodes() {
            self.0.push(Vec::new());
            for edge in net.fanin(node(position)).iter().flatten() {
                self.0[edge.node().index()].push(node(position));
            }
        }
        let moved = std::mem::take(&mut self.0[old.index()]);
        self.0[new.index()].extend(moved);
    }
}

/// Divisors of a gate, `most` at most: first those it depends on, nearest first, then users of these.
///
/// The gate's own must be released. Where it does not depend on moves divisors do not either.
pub(super) fn divisors(work: &mut Work, users: &Users, gate: NodeId, most: usize) -> Vec<NodeId> {
    let mut found = below(work, gate, most);
    for place in 0..found.len() {
        for &user in users.0[found[place].index()].iter().take(MOST_USERS) {
            if found.len() >= most {
                return found;
            }
            let read = work.graph.read(Lit::new(user, false)).node();
            let stays = work.graph.is_live(read) && work.graph.is_below(read, gate);
            if stays && work.of_moves(gate) >= work.of_moves(read) && !found.contains(&read) {
                found.push(read);
            }
        }
    }
    found
}

/// Nodes a gate depends on that stay when it goes: half of `most`.
fn below(work: &mut Work, gate: NodeId, most: usize) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut seen = vec![gate];
    let mut left = VecDeque::from([gate]);
    while let Some(next) = left.pop_front() {
        for edge in work.graph.fanin(next).into_iter().flatten() {
            let node = edge.node();
            if seen.contains(&node) || edge.is_constant() {
                continue;
            }
            if found.len() * 2 >= most || seen.len() >= most * LOOKS {
                return found;
            }
            seen.push(node);
            left.push_back(node);
            if work.graph.is_live(node) || !work.graph.is_gate(node) {
                found.push(node);
            }
        }
    }
    found
}
