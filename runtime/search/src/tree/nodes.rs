//! The nodes of a tree: states, moves, and what came of them.

use super::world::Outlook;
use gdl2hdl_gdl::id::id;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;
use std::ops::Range;

/// A node, by number.
pub(super) type NodeId = u32;
/// No node.
pub(super) const NONE: NodeId = u32::MAX;

/// A move of a role in a state, and what came of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    /// The move, counted within its role.
    pub(super) action: u32,
    /// What it leads to where nobody else has a choice, or [`NONE`].
    pub(super) child: NodeId,
    /// Playouts after it.
    pub(super) visits: u64,
    /// What its role got in them, together.
    pub(super) sum: f64,
    /// Playouts that are under way.
    pub(super) pending: u64,
}

impl Arm {
    /// What its role gets in the mean; nothing before the first playout.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / self.visits as f64)
    }
}

/// A state of the game.
#[derive(Clone, Debug)]
struct Node {
    /// The first of its arms; they stand in the order of roles.
    arms: usize,
    /// Whether all roles' values are known for sure.
    proven: bool,
    /// Of a proven state: joint moves to the end of the game, on the way that proved it. It falls with every move of that
    /// way, so whoever follows it does not go round in a cycle.
    distance: u32,
}

/// All nodes, one for each state that was met.
///
/// A state that is reached in several ways is one node: results of playouts are kept with moves, not with states, so
/// each way keeps its own.
pub(super) struct Nodes {
    roles: usize,
    parts: usize,
    nodes: Vec<Node>,
    states: Vec<u64>,
    arms: Vec<Arm>,
    /// For each node and role where its arms end, counted from the node's first.
    ends: Vec<u32>,
    /// For each node and role the proven value, or the goal value of the state.
    values: Vec<f64>,
    /// Nodes by the hash of their states.
    by_state: FxHashMap<u64, Vec<NodeId>>,
    /// Children by joint move, where several roles have a choice.
    by_joint: FxHashMap<(NodeId, u64), NodeId>,
    /// For each node the joint moves that have a child there.
    tried: FxHashMap<NodeId, Vec<u64>>,
}

impl Nodes {
    pub(super) fn new(roles: usize, parts: usize) -> Self {
        Self {
            roles,
            parts,
            nodes: Vec::new(),
            states: Vec::new(),
            arms: Vec::new(),
            ends: Vec::new(),
            values: Vec::new(),
            by_state: FxHashMap::default(),
            by_joint: FxHashMap::default(),
            tried: FxHashMap::default(),
        }
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// About what all of them take. **Units:** bytes.
    pub(super) fn bytes(&self) -> usize {
        let of_node = size_of::<Node>() + 8 * self.parts + 12 * self.roles + 64;
        self.nodes.len() * of_node + self.arms.len() * size_of::<Arm>() + self.by_joint.len() * 32
    }

    /// Forgets all nodes but one and those that can be reached from it, which get new numbers: the one, number 0.
    pub(super) fn keep(&mut self, root: NodeId) {
        let old = std::mem::replace(self, Self::new(self.roles, self.parts));
        let (mut order, mut new_of) = (vec![root], FxHashMap::from_iter([(root, 0)]));
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for child in old.arms_of_all(node).map(|arm| old.arms[arm].child).chain(old.joint_children(node)) {
                if child != NONE && !new_of.contains_key(&child) {
                    new_of.insert(child, id(order.len()));
                    order.push(child);
                }
            }
        }
        for &node in &order {
            self.copy(&old, node, &new_of);
        }
        for (&(node, key), child) in &old.by_joint {
            if let (Some(&node), Some(&child)) = (new_of.get(&node), new_of.get(child)) {
                self.by_joint.insert((node, key), child);
            }
        }
        self.tried = old.tried.into_iter().filter_map(|(node, keys)| Some((*new_of.get(&node)?, keys))).collect();
    }

    /// Adds a node of others, whose children have new numbers.
    fn copy(&mut self, old: &Self, node: NodeId, new_of: &FxHashMap<NodeId, NodeId>) {
        let (of, first) = (node as usize, self.arms.len());
        let arms = old.arms_of_all(node).map(|arm| old.arms[arm]);
        self.arms.extend(arms.map(|arm| Arm { child: new_of.get(&arm.child).copied().unwrap_or(NONE), ..arm }));
        self.by_state.entry(hash(old.state(node))).or_default().push(id(self.nodes.len()));
        self.nodes.push(Node { arms: first, ..old.nodes[of].clone() });
        self.states.extend_from_slice(old.state(node));
        self.ends.extend_from_slice(&old.ends[of * self.roles..][..self.roles]);
        self.values.extend_from_slice(&old.values[of * self.roles..][..self.roles]);
    }

    /// The arms of all roles.
    fn arms_of_all(&self, node: NodeId) -> Range<usize> {
        let first = self.nodes[node as usize].arms;
        first..first + self.ends[(node as usize + 1) * self.roles - 1] as usize
    }

    /// Children by joint move, where several roles have a choice. **Cost:** the number of joint moves that were tried.
    fn joint_children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.tried.get(&node).into_iter().flatten().filter_map(move |&key| self.by_joint.get(&(node, key)).copied())
    }

    /// The node of a state, if it was met.
    pub(super) fn find(&self, state: &[u64]) -> Option<NodeId> {
        let same = self.by_state.get(&hash(state))?;
        same.iter().copied().find(|&node| self.state(node) == state)
    }

    /// Adds a state that was not met before: what holds in it is at `place` of `outlook`.
    pub(super) fn add(&mut self, state: &[u64], outlook: &Outlook, place: usize) -> NodeId {
        let node: NodeId = id(self.nodes.len());
        let terminal = outlook.terminal[place];
        self.nodes.push(Node { arms: self.arms.len(), proven: terminal, distance: 0 });
        self.states.extend_from_slice(state);
        let first = self.arms.len();
        for role in 0..self.roles {
            if !terminal {
                let arm = |&action: &u32| Arm { action, child: NONE, visits: 0, sum: 0.0, pending: 0 };
                self.arms.extend(outlook.legal(place, role, self.roles).iter().map(arm));
            }
            self.ends.push(id(self.arms.len() - first));
        }
        let values = &outlook.values[place * self.roles..][..self.roles];
        self.values.extend_from_slice(values);
        self.by_state.entry(hash(state)).or_default().push(node);
        node
    }

    pub(super) fn state(&self, node: NodeId) -> &[u64] {
        &self.states[node as usize * self.parts..][..self.parts]
    }

    /// The arms of a role, as a range of all arms. Empty in terminal states.
    pub(super) fn arms_of(&self, node: NodeId, role: usize) -> Range<usize> {
        let first = self.nodes[node as usize].arms;
        let ends = &self.ends[node as usize * self.roles..][..self.roles];
        let start = role.checked_sub(1).map_or(0, |before| ends[before] as usize);
        first + start..first + ends[role] as usize
    }

    pub(super) fn arm(&self, arm: usize) -> &Arm {
        &self.arms[arm]
    }

    pub(super) fn arm_mut(&mut self, arm: usize) -> &mut Arm {
        &mut self.arms[arm]
    }

    /// The only role that has a choice, if there is exactly one.
    pub(super) fn chooser(&self, node: NodeId) -> Option<usize> {
        let mut choosing = (0..self.roles).filter(|&role| self.arms_of(node, role).len() > 1);
        choosing.next().filter(|_| choosing.next().is_none())
    }

    /// Whether some role has no legal move, though the state is not terminal.
    pub(super) fn is_stuck(&self, node: NodeId) -> bool {
        (0..self.roles).any(|role| self.arms_of(node, role).is_empty())
    }

    /// Number of joint moves.
    pub(super) fn joints(&self, node: NodeId) -> u64 {
        (0..self.roles).fold(1, |joints: u64, role| joints.saturating_mul(self.arms_of(node, role).len() as u64))
    }

    /// The moves of chosen arms, one for each role.
    pub(super) fn joint(&self, chosen: &[usize]) -> impl Iterator<Item = u32> {
        chosen.iter().map(|&arm| self.arms[arm].action)
    }

    /// The child that the chosen arms lead to, if it is there. `chosen` has an arm for each role.
    pub(super) fn child(&self, node: NodeId, chosen: &[usize]) -> Option<NodeId> {
        let child = match self.slot(node, chosen) {
            Slot::Arm(arm) => self.arms[arm].child,
            Slot::Joint(key) => self.by_joint.get(&(node, key)).copied().unwrap_or(NONE),
            Slot::Nowhere => NONE,
        };
        Some(child).filter(|&child| child != NONE)
    }

    pub(super) fn set_child(&mut self, node: NodeId, chosen: &[usize], child: NodeId) {
        match self.slot(node, chosen) {
            Slot::Arm(arm) => self.arms[arm].child = child,
            Slot::Joint(key) => {
                if self.by_joint.insert((node, key), child).is_none() {
                    self.tried.entry(node).or_default().push(key);
                }
            }
            Slot::Nowhere => {}
        }
    }

    fn slot(&self, node: NodeId, chosen: &[usize]) -> Slot {
        let mut choosing = (0..self.roles).filter(|&role| self.arms_of(node, role).len() > 1);
        match (choosing.next(), choosing.next()) {
            (None, _) => Slot::Arm(chosen[0]),
            (Some(role), None) => Slot::Arm(chosen[role]),
            _ if self.joints(node) == u64::MAX => Slot::Nowhere,
            _ => Slot::Joint(self.key(node, chosen)),
        }
    }

    /// The number of a joint move, below [`Nodes::joints`].
    fn key(&self, node: NodeId, chosen: &[usize]) -> u64 {
        chosen.iter().enumerate().fold(0, |key: u64, (role, arm)| {
            let arms = self.arms_of(node, role);
            key * arms.len() as u64 + (arm - arms.start) as u64
        })
    }

    /// The roles' values, where they are known for sure.
    pub(super) fn proof(&self, node: NodeId) -> Option<&[f64]> {
        self.nodes[node as usize].proven.then(|| &self.values[node as usize * self.roles..][..self.roles])
    }

    /// The goal value of the state for a role, as long as nothing is proven of it.
    pub(super) fn goal(&self, node: NodeId, role: usize) -> f64 {
        self.values[node as usize * self.roles + role]
    }

    /// Joint moves from a proven state to the end.
    pub(super) fn distance(&self, node: NodeId) -> u32 {
        self.nodes[node as usize].distance
    }

    pub(super) fn prove(&mut self, node: NodeId, values: &[f64], distance: u32) {
        let proven = &mut self.nodes[node as usize];
        (proven.proven, proven.distance) = (true, distance);
        self.values[node as usize * self.roles..][..self.roles].copy_from_slice(values);
    }
}

/// Where a child is kept.
enum Slot {
    Arm(usize),
    Joint(u64),
    /// There are too many joint moves to number them: the child is found by its state.
    Nowhere,
}

fn hash(state: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    state.iter().for_each(|&part| hasher.write_u64(part));
    hasher.finish()
}
