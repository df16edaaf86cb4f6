//! Whether some nodes can have given values together, by implications along the gates and a bounded search.
//!
//! Values are implied forwards and backwards; where a gate is false and neither fan-in is known, both ways are tried
//! (the D-algorithm's justification, Roth 1966). Members of groups and the moves of a role exclude each other without
//! clauses. Whatever is left out of sight, being too far away, can have any value: a proof holds all the same.

use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, NodeId};

/// What is assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// A reachable state.
    State,
    /// A reachable state in which each role makes one move, a legal one.
    Step,
}

/// The net that is asked about. It may grow between questions.
#[derive(Clone, Copy)]
pub(crate) struct World<'a> {
    pub(crate) net: &'a Net,
    /// For each input its legal edge in `net`, where it is known.
    pub(crate) legal: &'a [Option<Lit>],
    /// In a step this does not hold.
    pub(crate) terminal: Option<Lit>,
}

const NONE: u32 = u32::MAX;

/// Scratch space of proofs over one net, and its groups: those of bases, then the moves of each role.
#[derive(Debug)]
pub(crate) struct Prover {
    groups: Vec<Group>,
    /// Groups from here on are those of moves.
    moves: usize,
    /// For each leaf (bases, inputs) its groups, each with the literal that is a member.
    groups_of: Vec<Vec<(u32, Lit)>>,
    /// For each group how many members are false, and how many are true.
    falses: Vec<u32>,
    trues: Vec<u32>,
    bases: usize,
    leaves: usize,
    /// By node: 0 unknown, 1 false, 2 true.
    values: Vec<u8>,
    trail: Vec<NodeId>,
    /// How much of the trail has been propagated.
    done: usize,
    /// Marks of this question.
    epoch: u32,
    /// Nodes with a valid list of users.
    seen: Vec<u32>,
    /// Gates that are looked at.
    marked: Vec<u32>,
    /// The first user of each node, as `gate * 2 + slot`.
    head: Vec<u32>,
    /// The next user, for both slots of each node that is a gate.
    next: Vec<[u32; 2]>,
    /// Gates that may still be marked.
    room: usize,
    stack: Vec<NodeId>,
    fresh: Vec<NodeId>,
    when: When,
    /// Values set in the last question.
    work: usize,
}

/// A choice that was made: length of the trail before, and what to do when it fails.
struct Decision {
    trail: usize,
    otherwise: Lit,
}

impl Prover {
    /// A prover that knows groups of a net's bases, and that a role makes one move.
    pub(crate) fn new(net: &Net, groups: &[Group]) -> Self {
        let ports = &net.ports;
        let (bases, leaves, moves) = (ports.bases.len(), ports.first_gate(), groups.len());
        let mut groups = groups.to_vec();
        for role in 0..ports.roles.len() {
            let members = ports.inputs_of(role).map(|input| ports.input(input)).collect();
            groups.push(Group { members, exact: true });
        }
        let mut groups_of = vec![Vec::new(); leaves];
        for (number, group) in (0_u32..).zip(&groups) {
            group.members.iter().for_each(|&lit| groups_of[lit.node().index()].push((number, lit)));
        }
        let (falses, trues) = (vec![0; groups.len()], vec![0; groups.len()]);
        Self {
            groups,
            moves,
            groups_of,
            falses,
            trues,
            bases,
            leaves,
            values: Vec::new(),
            trail: Vec::new(),
            done: 0,
            epoch: 0,
            seen: Vec::new(),
            marked: Vec::new(),
            head: Vec::new(),
            next: Vec::new(),
            room: 0,
            stack: Vec::new(),
            fresh: Vec::new(),
            when: When::State,
            work: 0,
        }
    }

    /// Whether some literals can't hold together; false when that was not shown within `effort` failed tries, looking at
    /// `room` gates at most.
    pub(crate) fn impossible(
        &mut self,
        world: World<'_>,
        lits: &[Lit],
        when: When,
        effort: usize,
        room: usize,
    ) -> bool {
        let nodes = world.net.num_nodes();
        if self.values.len() < nodes {
            self.values.resize(nodes, 0);
            self.seen.resize(nodes, 0);
            self.marked.resize(nodes, 0);
            self.head.resize(nodes, NONE);
            self.next.resize(nodes, [NONE; 2]);
            // The constant.
            self.values[0] = 1;
        }
        self.epoch += 1;
        self.when = when;
        self.room = room;
        self.work = 0;
        let terminal = world.terminal.filter(|_| when == When::Step).map(|lit| !lit);
        lits.iter().chain(&terminal).for_each(|lit| self.mark(world, lit.node()));
        let holds = lits.iter().chain(&terminal).all(|&lit| self.set(lit));
        let found = !holds || self.search(world, effort);
        self.undo(0);
        found
    }

    /// How much the last question took: gates looked at, and values set.
    pub(crate) fn looked_at(&self) -> usize {
        self.work
    }

    fn search(&mut self, world: World<'_>, effort: usize) -> bool {
        if !self.propagate(world) {
            return true;
        }
        let mut decisions: Vec<Decision> = Vec::new();
        let mut failures = 0;
        loop {
            let Some((first, second)) = self.frontier(world) else { return false };
            decisions.push(Decision { trail: self.trail.len(), otherwise: second });
            let mut holds = self.set(first) && self.propagate(world);
            while !holds {
                failures += 1;
                if failures > effort {
                    return false;
                }
                let Some(decision) = decisions.pop() else { return true };
                self.undo(decision.trail);
                holds = self.set(decision.otherwise) && self.propagate(world);
            }
        }
    }

    /// A way to make the latest gate false that has no reason yet: one fan-in false, and what else holds if not.
    fn frontier(&self, world: World<'_>) -> Option<(Lit, Lit)> {
        self.trail.iter().rev().find_map(|&node| {
            if self.values[node.index()] != 1 || self.marked[node.index()] != self.epoch {
                return None;
            }
            let [a, b] = world.net.fanin(node)?;
            (self.known(a).is_none() && self.known(b).is_none()).then_some((!b, b))
        })
    }

    fn known(&self, lit: Lit) -> Option<bool> {
        match self.values[lit.node().index()] {
            0 => None,
            known => Some((known == 2) != lit.is_complement()),
        }
    }

    /// Makes a literal true; false when it is false already.
    fn set(&mut self, lit: Lit) -> bool {
        let node = lit.node();
        if let Some(known) = self.known(lit) {
            return known;
        }
        self.values[node.index()] = if lit.is_complement() { 1 } else { 2 };
        self.trail.push(node);
        if let Some(groups) = self.groups_of.get(node.index()) {
            for &(group, member) in groups {
                let count = if member == lit { &mut self.trues } else { &mut self.falses };
                count[group as usize] += 1;
            }
        }
        true
    }

    fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(node) = self.trail.pop() else { break };
            let lit = Lit::new(node, self.values[node.index()] == 1);
            self.values[node.index()] = 0;
            if let Some(groups) = self.groups_of.get(node.index()) {
                for &(group, member) in groups {
                    let count = if member == lit { &mut self.trues } else { &mut self.falses };
                    count[group as usize] -= 1;
                }
            }
        }
        self.done = self.done.min(length);
    }

    /// Draws all conclusions; false on a contradiction.
    fn propagate(&mut self, world: World<'_>) -> bool {
        while let Some(&node) = self.trail.get(self.done) {
            self.done += 1;
            self.work += 1;
            let position = node.index();
            if position < self.leaves {
                if !self.leaf(world, node) {
                    return false;
                }
            } else if self.marked[position] == self.epoch && !self.gate(world, node) {
                return false;
            }
            if self.seen[position] == self.epoch {
                let mut user = self.head[position];
                while user != NONE {
                    let gate = NodeId(user >> 1);
                    if !self.gate(world, gate) {
                        return false;
                    }
                    user = self.next[gate.index()][(user & 1) as usize];
                }
            }
        }
        true
    }

    /// Conclusions between a gate and its fan-ins.
    fn gate(&mut self, world: World<'_>, gate: NodeId) -> bool {
        let Some([a, b]) = world.net.fanin(gate) else { return true };
        let output = Lit::new(gate, false);
        match (self.known(a), self.known(b), self.known(output)) {
            (Some(true), Some(true), _) => self.set(output),
            (Some(false), _, _) | (_, Some(false), _) => self.set(!output),
            (_, _, Some(true)) => self.set(a) && self.set(b),
            (Some(true), None, Some(false)) => self.set(!b),
            (None, Some(true), Some(false)) => self.set(!a),
            _ => true,
        }
    }

    /// Conclusions from the value of a base or a move.
    fn leaf(&mut self, world: World<'_>, leaf: NodeId) -> bool {
        let holds = self.values[leaf.index()] == 2;
        for place in 0..self.groups_of[leaf.index()].len() {
            let (number, member) = self.groups_of[leaf.index()][place];
            let of_moves = number as usize >= self.moves;
            if of_moves && self.when == When::State {
                continue;
            }
            let concluded =
                if member.is_complement() != holds { self.others(number, member) } else { self.last(number) };
            if !concluded {
                return false;
            }
        }
        let input = leaf.index().checked_sub(1 + self.bases).filter(|_| holds && self.when == When::Step);
        let Some(legal) = input.and_then(|input| world.legal.get(input).copied().flatten()) else { return true };
        self.mark(world, legal.node());
        let fresh = std::mem::take(&mut self.fresh);
        // What is known below the gates that came into sight counts for them.
        let sound = fresh.iter().all(|&gate| self.gate(world, gate));
        self.fresh = fresh;
        sound && self.set(legal)
    }

    /// A member holds: the others do not.
    fn others(&mut self, number: u32, member: Lit) -> bool {
        for place in 0..self.groups[number as usize].members.len() {
            let other = self.groups[number as usize].members[place];
            if other != member && self.seen[other.node().index()] == self.epoch && !self.set(!other) {
                return false;
            }
        }
        true
    }

    /// A member does not hold: perhaps only one is left.
    fn last(&mut self, number: u32) -> bool {
        let group = &self.groups[number as usize];
        let falses = self.falses[number as usize] as usize;
        // Where a member holds there is nothing to conclude: the members need not be looked through for each of the rest.
        if !group.exact || falses + 1 < group.members.len() || self.trues[number as usize] > 0 {
            return true;
        }
        match group.members.iter().copied().find(|&lit| self.known(lit) != Some(false)) {
            Some(left) => self.set(left),
            None => false,
        }
    }

    /// Brings a node and what it depends on into sight. `fresh` lists the gates that were not, fan-ins first.
    fn mark(&mut self, world: World<'_>, root: NodeId) {
        self.fresh.clear();
        self.see(root);
        self.stack.push(root);
        while let Some(node) = self.stack.pop() {
            let Some(fanin) = world.net.fanin(node) else { continue };
            if self.marked[node.index()] == self.epoch || self.room == 0 {
                continue;
            }
            self.marked[node.index()] = self.epoch;
            self.room -= 1;
            self.work += 1;
            self.fresh.push(node);
            for (slot, edge) in (0_u32..).zip(fanin) {
                let below = edge.node();
                self.see(below);
                self.next[node.index()][slot as usize] = self.head[below.index()];
                self.head[below.index()] = node.0 << 1 | slot;
                self.stack.push(below);
            }
        }
        self.fresh.sort_unstable();
    }

    fn see(&mut self, node: NodeId) {
        if self.seen[node.index()] != self.epoch {
            self.seen[node.index()] = self.epoch;
            self.head[node.index()] = NONE;
        }
    }
}
