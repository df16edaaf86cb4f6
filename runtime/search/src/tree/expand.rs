//! States that are new to the tree: all those of a round in one pass, and a look at what follows from them.

use super::descend::Leaf;
use super::nodes::{NONE, NodeId};
use super::{SearchError, Tree};
use gdl2hdl_play::playout::PlayoutEngine;
use rustc_hash::FxHashMap;

/// States with more joint moves are not looked beyond.
const MOST_JOINTS: u64 = 512;

impl<E: PlayoutEngine> Tree<E> {
    /// Gives a node to every leaf that has none.
    pub(super) fn expand(&mut self, leaves: &mut [Leaf]) -> Result<(), SearchError> {
        let (mut states, mut joint) = (Vec::new(), Vec::new());
        for (node, chosen) in leaves.iter().filter(|leaf| leaf.node == NONE).filter_map(|leaf| leaf.path.last()) {
            states.extend_from_slice(self.nodes.state(*node));
            joint.extend(self.nodes.joint(chosen));
        }
        let next = match self.world.step(&states, &joint) {
            Ok(next) => next,
            Err(error) => {
                leaves.iter().for_each(|leaf| self.release(leaf));
                return Err(error.into());
            }
        };
        let parts = self.world.parts();
        let children = self.adopt(&next)?;
        let new = leaves.iter_mut().filter(|leaf| leaf.node == NONE);
        for (leaf, child) in new.zip(next.chunks(parts).map(|state| children[state])) {
            if let Some((node, chosen)) = leaf.path.last() {
                self.nodes.set_child(*node, chosen, child);
            }
            leaf.node = child;
        }
        for leaf in &*leaves {
            self.settle(leaf.node);
        }
        Ok(())
    }

    /// The nodes of some states, made where there are none.
    pub(super) fn adopt<'s>(&mut self, states: &'s [u64]) -> Result<FxHashMap<&'s [u64], NodeId>, SearchError> {
        let mut nodes: FxHashMap<&[u64], NodeId> = FxHashMap::default();
        let mut unknown = Vec::new();
        for state in states.chunks(self.world.parts()) {
            if !nodes.contains_key(state) {
                let node = self.nodes.find(state);
                nodes.insert(state, node.unwrap_or(NONE));
                unknown.extend(node.is_none().then_some(state).into_iter().flatten());
            }
        }
        let outlook = self.world.look(&unknown, true)?;
        let mut made = Vec::new();
        for (place, state) in unknown.chunks(self.world.parts()).enumerate() {
            let node = self.nodes.add(state, &outlook, place);
            self.settle_stuck(node);
            made.push(node);
            if let Some(known) = nodes.get_mut(state) {
                *known = node;
            }
        }
        made.retain(|&node| self.nodes.proof(node).is_none());
        self.peek(&made)?;
        Ok(nodes)
    }

    /// Looks one joint move beyond new nodes: children that end the game are added, for they prove something. The others
    /// would cost more memory than they are worth.
    fn peek(&mut self, nodes: &[NodeId]) -> Result<(), SearchError> {
        let (mut from, mut states, mut joint) = (Vec::new(), Vec::new(), Vec::new());
        for &node in nodes.iter().filter(|&&node| self.nodes.joints(node) <= MOST_JOINTS) {
            for key in 0..self.nodes.joints(node) {
                let chosen = self.chosen(node, key);
                states.extend_from_slice(self.nodes.state(node));
                joint.extend(self.nodes.joint(&chosen));
                from.push((node, chosen));
            }
        }
        let next = self.world.step(&states, &joint)?;
        let outlook = self.world.look(&next, false)?;
        let parts = self.world.parts();
        for (place, ((node, chosen), state)) in from.iter().zip(next.chunks(parts)).enumerate() {
            if outlook.terminal[place] {
                let child = self.nodes.find(state).unwrap_or_else(|| self.nodes.add(state, &outlook, place));
                self.nodes.set_child(*node, chosen, child);
            }
        }
        Ok(())
    }

    /// The arms of a joint move, by its number.
    fn chosen(&self, node: NodeId, mut key: u64) -> Vec<usize> {
        let mut chosen: Vec<usize> = (0..self.world.roles())
            .rev()
            .map(|role| {
                let arms = self.nodes.arms_of(node, role);
                let count = arms.len() as u64;
                let arm = arms.start + usize::try_from(key % count).unwrap_or(0);
                key /= count;
                arm
            })
            .collect();
        chosen.reverse();
        chosen
    }
}
