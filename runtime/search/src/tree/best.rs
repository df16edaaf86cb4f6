//! What was found: the best move, what all are worth, and how play goes on.

use super::Tree;
use super::nodes::{Arm, NONE, NodeId};
use gdl2hdl_play::playout::PlayoutEngine;

/// What is known of a move at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The move, counted within its role.
    pub action: u32,
    /// Playouts after it.
    pub playouts: u64,
    /// What its role gets in the mean, from 0 to 1; nothing before the first playout.
    pub mean: Option<f64>,
    /// What its role gets for sure, if that is proven.
    pub proven: Option<f64>,
}

impl Estimate {
    /// What the move is worth.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        self.proven.or(self.mean)
    }
}

impl<E: PlayoutEngine> Tree<E> {
    /// All legal moves of a role at the root, in the order of the net; none in a terminal state.
    #[must_use]
    pub fn estimates(&self, role: usize) -> Vec<Estimate> {
        let estimate = |arm: usize| {
            let arm = self.nodes.arm(arm);
            let child = self.proven_child(self.root, role, arm);
            let proven = child.and_then(|child| Some(self.nodes.proof(child)?[role]));
            Estimate { action: arm.action, playouts: arm.visits, mean: arm.mean(), proven }
        };
        self.nodes.arms_of(self.root, role).map(estimate).collect()
    }

    /// The values that all roles get for sure, if that is proven of the root.
    #[must_use]
    pub fn proven(&self) -> Option<&[f64]> {
        self.nodes.proof(self.root)
    }

    /// The move to make for a role; none where it has no legal move.
    #[must_use]
    pub fn best(&self, role: usize) -> Option<u32> {
        self.best_arm_of(self.root, role).map(|arm| self.nodes.arm(arm).action)
    }

    /// The joint moves that search thinks best, from the root on, as far as they were tried.
    #[must_use]
    pub fn line(&self) -> Vec<Vec<u32>> {
        let (mut line, mut seen, mut node) = (Vec::new(), vec![self.root], self.root);
        loop {
            let chosen: Option<Vec<usize>> = (0..self.world.roles()).map(|role| self.best_arm_of(node, role)).collect();
            let tried = |&arm: &usize| self.nodes.arm(arm).visits > 0 || self.nodes.arm(arm).child != NONE;
            let Some(chosen) = chosen.filter(|chosen| !chosen.is_empty() && chosen.iter().any(tried)) else {
                return line;
            };
            line.push(self.nodes.joint(&chosen).collect());
            match self.nodes.child(node, &chosen).filter(|child| !seen.contains(child)) {
                Some(child) => node = child,
                None => return line,
            }
            seen.push(node);
        }
    }

    /// The best arm: one that is proven best; else the one with most playouts, but never one that is proven to bring less
    /// than another is worth. Of equals the first.
    fn best_arm_of(&self, node: NodeId, role: usize) -> Option<usize> {
        let arms = self.nodes.arms_of(node, role);
        let (mut open, mut proven): (Option<usize>, Option<(usize, NodeId)>) = (None, None);
        for arm in arms {
            match self.proven_child(node, role, self.nodes.arm(arm)) {
                Some(child) if proven.is_none_or(|(_, best)| self.is_better(child, best, role)) => {
                    proven = Some((arm, child));
                }
                None if open.is_none_or(|best| self.nodes.arm(arm).visits > self.nodes.arm(best).visits) => {
                    open = Some(arm);
                }
                _ => {}
            }
        }
        let Some((sure, child)) = proven else { return open };
        let value = self.nodes.proof(child)?[role];
        let Some(open) = open else { return Some(sure) };
        let mean = self.nodes.arm(open).mean().unwrap_or(0.0);
        let is_sure = value >= self.most[role] || value > 0.0 && value >= mean;
        Some(if is_sure { sure } else { open })
    }

    /// The proven child of an arm, where nobody else has a choice.
    fn proven_child(&self, node: NodeId, role: usize, arm: &Arm) -> Option<NodeId> {
        let alone = (0..self.world.roles()).all(|other| other == role || self.nodes.arms_of(node, other).len() == 1);
        (alone && arm.child != NONE && self.nodes.proof(arm.child).is_some()).then_some(arm.child)
    }
}
