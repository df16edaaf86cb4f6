//! The part of a net that a question looks at, numbered anew: what is asked again and again lies close together.

use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::{Group, Net};

/// No user.
pub(super) const NONE: u32 = u32::MAX;

/// A node in sight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The node of the net.
    pub(super) node: NodeId,
    /// The fan-ins in sight of a gate that is looked at.
    pub(super) fanin: Option<[Lit; 2]>,
    /// The first gate that uses it, as `number * 2 + slot`.
    pub(super) head: u32,
    /// The next user of each fan-in.
    pub(super) next: [u32; 2],
}

/// What is in sight. Edges are [`Lit`]s of numbers in sight here, not of nodes of the net.
#[derive(Debug, Default)]
pub(super) struct Sight {
    /// For each node of the net the question in which it came in sight last, and its number then.
    places: Vec<[u32; 2]>,
    question: u32,
    pub(super) seen: Vec<Seen>,
    /// By number: 0 unknown, 1 false, 2 true.
    pub(super) values: Vec<u8>,
    /// Gates that may still be looked at, and those that are.
    room: usize,
    looked_at: usize,
    stack: Vec<u32>,
    fresh: Vec<(NodeId, u32)>,
    /// For each leaf of the net (bases, inputs) its groups, each with the literal that is a member.
    groups_of: Vec<Vec<(u32, Lit)>>,
    /// For each group its members in sight, and the groups that have any.
    members: Vec<Vec<Lit>>,
    groups: Vec<u32>,
}

impl Sight {
    /// Knows groups of a net's leaves.
    pub(super) fn new(leaves: usize, groups: &[Group]) -> Self {
        let mut groups_of = vec![Vec::new(); leaves];
        for (number, group) in (0_u32..).zip(groups) {
            group.members.iter().for_each(|&lit| groups_of[lit.node().index()].push((number, lit)));
        }
        Self { groups_of, members: vec![Vec::new(); groups.len()], ..Self::default() }
    }

    /// The groups of a leaf, each with the literal that is a member; none of a gate.
    pub(super) fn groups_of(&self, node: NodeId) -> &[(u32, Lit)] {
        self.groups_of.get(node.index()).map_or(&[], Vec::as_slice)
    }

    /// The members of a group that are in sight.
    pub(super) fn members(&self, group: u32) -> &[Lit] {
        &self.members[group as usize]
    }

    /// Nothing is in sight of a new question, which may look at `room` gates.
    pub(super) fn clear(&mut self, net: &Net, room: usize) {
        if self.places.len() < net.num_nodes() {
            self.places.resize(net.num_nodes(), [0; 2]);
        }
        self.question += 1;
        self.seen.clear();
        self.values.clear();
        self.groups.drain(..).for_each(|group| self.members[group as usize].clear());
        (self.room, self.looked_at) = (room, 0);
    }

    /// Gates that the question has looked at.
    pub(super) fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// The number of a node, if it is in sight.
    pub(super) fn number(&self, node: NodeId) -> Option<u32> {
        let [question, number] = self.places[node.index()];
        (question == self.question).then_some(number)
    }

    /// Brings a node into sight.
    pub(super) fn see(&mut self, node: NodeId) -> u32 {
        let place = &mut self.places[node.index()];
        if place[0] == self.question {
            return place[1];
        }
        #[allow(clippy::cast_possible_truncation, reason = "fewer than nodes, which have numbers of 32 bits")]
        let number = self.seen.len() as u32;
        *place = [self.question, number];
        self.seen.push(Seen { node, fanin: None, head: NONE, next: [NONE; 2] });
        // The constant is known.
        self.values.push(u8::from(node.index() == 0));
        for &(group, member) in self.groups_of.get(node.index()).into_iter().flatten() {
            let members = &mut self.members[group as usize];
            if members.is_empty() {
                self.groups.push(group);
            }
            members.push(Lit::new(NodeId(number), member.is_complement()));
        }
        number
    }

    /// An edge of the net as one in sight.
    pub(super) fn edge(&mut self, lit: Lit) -> Lit {
        Lit::new(NodeId(self.see(lit.node())), lit.is_complement())
    }

    /// Brings a node and what it depends on into sight.
    pub(super) fn look(&mut self, net: &Net, root: NodeId) {
        self.fresh.clear();
        let root = self.see(root);
        self.stack.push(root);
        while let Some(number) = self.stack.pop() {
            let Seen { node, fanin, .. } = self.seen[number as usize];
            if fanin.is_some() || self.room == 0 {
                continue;
            }
            let Some(below) = net.fanin(node) else { continue };
            self.room -= 1;
            self.looked_at += 1;
            self.fresh.push((node, number));
            let below = below.map(|edge| self.edge(edge));
            self.seen[number as usize].fanin = Some(below);
            for (slot, edge) in (0_u32..).zip(below) {
                let below = edge.node().index();
                self.seen[number as usize].next[slot as usize] = self.seen[below].head;
                self.seen[below].head = number << 1 | slot;
                self.stack.push(edge.node().0);
            }
        }
    }

    /// The gates that the last look was the first at, fan-ins first.
    pub(super) fn fresh(&mut self) -> &[(NodeId, u32)] {
        self.fresh.sort_unstable();
        &self.fresh
    }

    /// What is known of an edge in sight.
    pub(super) fn known(&self, edge: Lit) -> Option<bool> {
        match self.values[edge.node().index()] {
            0 => None,
            known => Some((known == 2) != edge.is_complement()),
        }
    }
}
