//! The surroundings of a register: its next state and nodes near it, as truth tables over a few leaves.
//!
//! Leaves are taken for free variables though they may depend on each other, so what holds in a window holds always.

use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::{Net, node};

/// A function of the leaves of a window.
pub(super) type WindowTable = gdl2hdl_net::table::TruthTable<4>;
/// Most leaves of a window.
const LEAVES: usize = WindowTable::MOST;
/// Most nodes of a window, leaves included.
const MAX_NODES: usize = 40;
/// Most gates that are looked at for the way from the next state to the register.
const MAX_SEARCH: usize = 64;
/// Most users of a node that are tried as nodes beside the cone.
const MAX_USERS: usize = 16;

/// The gates that read each node.
pub(super) struct Users {
    starts: Vec<u32>,
    gates: Vec<NodeId>,
}

impl Users {
    /// Of all nodes of a net.
    pub(super) fn of(net: &Net) -> Self {
        let mut starts = vec![0_u32; net.num_nodes() + 1];
        net.gates().for_each(|(_, fanin)| fanin.iter().for_each(|edge| starts[edge.node().index() + 1] += 1));
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut free = starts.clone();
        let mut gates = vec![NodeId(0); 2 * net.num_gates()];
        for (id, fanin) in net.gates() {
            for edge in fanin {
                let place = &mut free[edge.node().index()];
                gates[*place as usize] = id;
                *place += 1;
            }
        }
        Self { starts, gates }
    }

    fn of_node(&self, node: NodeId) -> &[NodeId] {
        &self.gates[self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize]
    }
}

/// Nodes with their functions of the leaves, fan-ins before users.
pub(super) struct Window {
    pub(super) nodes: Vec<(NodeId, WindowTable)>,
}

impl Window {
    /// Around the register of a base.
    pub(super) fn around(net: &Net, users: &Users, base: usize) -> Self {
        let root = net.ports.bases[base].next.node();
        let towards = towards(net, root, node(1 + base));
        let mut cone = Cone { leaves: vec![root], inner: Vec::new() };
        cone.grow(net, |leaf| towards.contains(&leaf));
        cone.grow(net, |_| true);
        let Cone { mut leaves, mut inner } = cone;
        if !leaves.contains(&node(1 + base)) && leaves.len() < LEAVES {
            leaves.push(node(1 + base));
        }
        leaves.retain(|leaf| *leaf != NodeId(0));
        leaves.sort_unstable();
        inner.sort_unstable();
        let mut nodes: Vec<(NodeId, WindowTable)> =
            leaves.iter().enumerate().map(|(i, leaf)| (*leaf, WindowTable::variable(i))).collect();
        let mut window = Self { nodes: Vec::new() };
        window.nodes.append(&mut nodes);
        inner.into_iter().for_each(|gate| window.add(net, gate));
        window.beside(net, users);
        window
    }

    /// The function of an edge, when its node is in the window.
    pub(super) fn table(&self, edge: Lit) -> Option<WindowTable> {
        let table = if edge.is_constant() {
            WindowTable::FALSE
        } else {
            self.nodes.iter().find(|(id, _)| *id == edge.node())?.1
        };
        Some(if edge.is_complement() { !table } else { table })
    }

    /// Adds a gate whose fan-ins are there.
    fn add(&mut self, net: &Net, gate: NodeId) {
        let Some([a, b]) = net.fanin(gate) else { return };
        if let (Some(a), Some(b)) = (self.table(a), self.table(b)) {
            self.nodes.push((gate, a & b));
        }
    }

    /// Adds gates outside the cone whose fan-ins are inside.
    fn beside(&mut self, net: &Net, users: &Users) {
        let mut place = 0;
        while place < self.nodes.len() {
            for &user in users.of_node(self.nodes[place].0).iter().take(MAX_USERS) {
                if self.nodes.len() < MAX_NODES && !self.nodes.iter().any(|(id, _)| *id == user) {
                    self.add(net, user);
                }
            }
            place += 1;
        }
    }
}

/// The cone of a node down to some leaves.
struct Cone {
    leaves: Vec<NodeId>,
    inner: Vec<NodeId>,
}

impl Cone {
    /// Replaces leaves by their fan-ins, those first that add the fewest, as long as the leaves are not too many.
    fn grow(&mut self, net: &Net, may: impl Fn(NodeId) -> bool) {
        while self.inner.len() < MAX_NODES {
            let cost = |leaf: NodeId| Some((self.added(net, leaf)?, std::cmp::Reverse(leaf)));
            let fits = |&leaf: &NodeId| {
                may(leaf) && self.added(net, leaf).is_some_and(|added| self.leaves.len() - 1 + added <= LEAVES)
            };
            let Some(leaf) = self.leaves.iter().copied().filter(fits).min_by_key(|&leaf| cost(leaf)) else { return };
            self.expand(net, leaf);
        }
    }

    /// How many leaves the fan-ins of a leaf add.
    fn added(&self, net: &Net, leaf: NodeId) -> Option<usize> {
        let fanin = net.fanin(leaf)?;
        Some(fanin.iter().filter(|edge| !self.has(edge.node())).count())
    }

    fn has(&self, id: NodeId) -> bool {
        self.leaves.contains(&id) || self.inner.contains(&id)
    }

    fn expand(&mut self, net: &Net, leaf: NodeId) {
        self.leaves.retain(|other| *other != leaf);
        self.inner.push(leaf);
        for edge in net.fanin(leaf).into_iter().flatten() {
            if !self.has(edge.node()) {
                self.leaves.push(edge.node());
            }
        }
    }
}

/// Gates near a root on ways from it to a leaf.
fn towards(net: &Net, root: NodeId, leaf: NodeId) -> Vec<NodeId> {
    let mut seen = vec![root];
    let mut place = 0;
    while place < seen.len() && seen.len() < MAX_SEARCH {
        for edge in net.fanin(seen[place]).into_iter().flatten() {
            if !seen.contains(&edge.node()) {
                seen.push(edge.node());
            }
        }
        place += 1;
    }
    seen.sort_unstable();
    let mut found = Vec::new();
    for id in seen {
        if net
            .fanin(id)
            .is_some_and(|fanin| fanin.iter().any(|edge| edge.node() == leaf || found.contains(&edge.node())))
        {
            found.push(id);
        }
    }
    found
}
