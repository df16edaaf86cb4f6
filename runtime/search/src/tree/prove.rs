//! What is known for sure: from ends of the game up the tree.

use super::Tree;
use super::descend::Leaf;
use super::nodes::{NONE, NodeId};
use gdl2hdl_play::playout::PlayoutEngine;

impl<E: PlayoutEngine> Tree<E> {
    /// Proves what can be proven of the nodes on a way, from its end on.
    pub(super) fn settle_path(&mut self, leaf: &Leaf) {
        let nodes: Vec<NodeId> = leaf.path.iter().rev().map(|(node, _)| *node).collect();
        for node in nodes {
            if !self.settle(node) {
                return;
            }
        }
    }

    /// A state in which some role has no move, though it is no end: what it is worth is what its goals say.
    pub(super) fn settle_stuck(&mut self, node: NodeId) {
        if self.nodes.proof(node).is_none() && self.nodes.is_stuck(node) {
            let values: Vec<f64> = (0..self.world.roles()).map(|role| self.nodes.goal(node, role)).collect();
            self.nodes.prove(node, &values, 0);
        }
    }

    /// Whether a node is proven, after a look at its children. Where several roles have a choice, nothing is.
    pub(super) fn settle(&mut self, node: NodeId) -> bool {
        if self.nodes.proof(node).is_some() {
            return true;
        }
        let forced = (0..self.world.roles()).all(|role| self.nodes.arms_of(node, role).len() == 1);
        let role = match self.nodes.chooser(node) {
            Some(role) => role,
            None if forced => 0,
            None => return false,
        };
        let proven = if self.chance == Some(role) { self.average(node, role) } else { self.choice(node, role) };
        if let Some((values, distance)) = &proven {
            self.nodes.prove(node, values, *distance);
        }
        proven.is_some()
    }

    /// What all roles get when the one that has a choice takes the best of what is proven, where that is more for it than
    /// some values.
    pub(super) fn sure(&self, node: NodeId, values: &[f64]) -> Option<Vec<f64>> {
        let role = self.nodes.chooser(node).filter(|&role| self.chance != Some(role))?;
        let children = self.nodes.arms_of(node, role).map(|arm| self.nodes.arm(arm).child);
        let proofs = children.filter(|&child| child != NONE).filter_map(|child| self.nodes.proof(child));
        let best = proofs.max_by(|a, b| a[role].total_cmp(&b[role]))?;
        (best[role] > values[role]).then(|| best.to_vec())
    }

    /// What the role gets that has a choice: the best there is, or the best of all where all are proven.
    fn choice(&self, node: NodeId, role: usize) -> Option<(Vec<f64>, u32)> {
        let mut best: Option<NodeId> = None;
        let mut all = true;
        for arm in self.nodes.arms_of(node, role) {
            let child = self.nodes.arm(arm).child;
            if child == NONE || self.nodes.proof(child).is_none() {
                all = false;
                continue;
            }
            if best.is_none_or(|best| self.is_better(child, best, role)) {
                best = Some(child);
            }
        }
        let best = best?;
        let values = self.nodes.proof(best)?;
        (all || values[role] >= self.most[role]).then(|| (values.to_vec(), self.nodes.distance(best) + 1))
    }

    /// Whether a proven child is better for a role than another: more, or as much and sooner; what is worth nothing,
    /// later.
    pub(super) fn is_better(&self, child: NodeId, other: NodeId, role: usize) -> bool {
        let [value, than] = [child, other].map(|node| self.nodes.proof(node).map_or(0.0, |values| values[role]));
        let [distance, others] = [child, other].map(|node| self.nodes.distance(node));
        value > than || value == than && if value > 0.0 { distance < others } else { distance > others }
    }

    /// The mean of all moves of chance.
    fn average(&self, node: NodeId, role: usize) -> Option<(Vec<f64>, u32)> {
        let arms = self.nodes.arms_of(node, role);
        let (mut sums, mut longest, count) = (vec![0.0; self.world.roles()], 0, arms.len() as f64);
        for arm in arms {
            let child = self.nodes.arm(arm).child;
            let values = (child != NONE).then(|| self.nodes.proof(child)).flatten()?;
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value / count);
            longest = longest.max(self.nodes.distance(child));
        }
        Some((sums, longest + 1))
    }
}
