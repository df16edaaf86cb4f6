//! From the root to leaves, by what moves have brought so far and how often they were tried.

use super::Tree;
use super::nodes::{NONE, NodeId};
use gdl2hdl_play::playout::PlayoutEngine;

/// The way to a leaf.
pub(super) struct Leaf {
    /// The nodes on the way, with an arm for each role.
    pub(super) path: Vec<(NodeId, Vec<usize>)>,
    /// Where it ends; [`NONE`] as long as the last move of the path leads to a state that is not in the tree.
    pub(super) node: NodeId,
}

impl Leaf {
    /// The last choice on the way.
    fn last(&self) -> Option<&(NodeId, Vec<usize>)> {
        self.path.last()
    }
}

impl<E: PlayoutEngine> Tree<E> {
    /// The leaves of a round, each once. Playouts that are on their way count as lost, so that others go elsewhere.
    pub(super) fn leaves(&mut self) -> Vec<Leaf> {
        let mut leaves: Vec<Leaf> = Vec::new();
        while leaves.len() < self.options.leaves.max(1) {
            let leaf = self.descend();
            let is_new = leaves.iter().all(|other| other.node != leaf.node || other.last() != leaf.last());
            if !is_new {
                // The way is narrow: more leaves would be the same again.
                self.release(&leaf);
                break;
            }
            leaves.push(leaf);
        }
        leaves
    }

    /// Goes down until a state is new, proven, or met for the second time on the way.
    fn descend(&mut self) -> Leaf {
        let (mut path, mut node): (Vec<(NodeId, Vec<usize>)>, NodeId) = (Vec::new(), self.root);
        let full = self.nodes.bytes() > self.options.max_bytes;
        let share = self.share();
        loop {
            self.settle(node);
            let again = path.iter().any(|(before, _)| *before == node);
            if again || self.nodes.proof(node).is_some() && node != self.root {
                return Leaf { path, node };
            }
            let chosen = self.choose(node);
            let child = self.nodes.child(node, &chosen);
            if child.is_none() && full {
                return Leaf { path, node };
            }
            chosen.iter().for_each(|&arm| self.nodes.arm_mut(arm).pending += share);
            path.push((node, chosen));
            match child {
                Some(child) => node = child,
                None => return Leaf { path, node: NONE },
            }
        }
    }

    /// Takes back what [`Tree::leaves`] has marked.
    pub(super) fn release(&mut self, leaf: &Leaf) {
        let share = self.share();
        for &arm in leaf.path.iter().flat_map(|(_, chosen)| chosen) {
            self.nodes.arm_mut(arm).pending -= share;
        }
    }

    /// An arm for each role: each chooses by itself, as if the others' choices were chance (decoupled UCT).
    fn choose(&mut self, node: NodeId) -> Vec<usize> {
        let chooser = self.nodes.chooser(node);
        (0..self.world.roles())
            .map(|role| {
                let arms = self.nodes.arms_of(node, role);
                match arms.len() {
                    1 => arms.start,
                    count if self.chance == Some(role) => arms.start + self.random.index(count),
                    _ => self.best_arm(node, role, chooser == Some(role)),
                }
            })
            .collect()
    }

    /// The arm with the highest bound of confidence. Arms that were never tried come first, in random order. `alone`:
    /// nobody else has a choice, so a move whose child is proven has nothing more to tell.
    fn best_arm(&mut self, node: NodeId, role: usize, alone: bool) -> usize {
        let arms = self.nodes.arms_of(node, role);
        let tries = |arm: usize| self.nodes.arm(arm).visits + self.nodes.arm(arm).pending;
        let all = arms.clone().map(tries).sum::<u64>().max(1) as f64;
        let width = self.options.exploration * all.ln().sqrt();
        let (mut best, mut highest, mut untried) = (arms.start, f64::NEG_INFINITY, 0);
        for place in arms {
            let arm = *self.nodes.arm(place);
            if alone && arm.child != NONE && self.nodes.proof(arm.child).is_some() {
                continue;
            }
            let tries = arm.visits + arm.pending;
            if tries == 0 {
                untried += 1;
                // Each of those seen so far is as likely.
                if self.random.below(untried) == 0 {
                    (best, highest) = (place, f64::INFINITY);
                }
                continue;
            }
            let score = arm.sum / tries as f64 + width / (tries as f64).sqrt();
            if score > highest {
                (best, highest) = (place, score);
            }
        }
        best
    }
}
