//! Whether some nodes can have given values together, by implications along the gates and a bounded search.
//!
//! Values are implied forwards and backwards; where a gate is false and neither fan-in is known, both ways are tried
//! (the D-algorithm's justification, Roth 1966). Members of groups and the moves of a role exclude each other without
//! clauses. Whatever is left out of sight, being too far away, can have any value: a proof holds all the same.

use super::sight::{NONE, Sight};
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

/// Scratch space of proofs over one net, and its groups: those of bases, then the moves of each role.
#[derive(Debug)]
pub(crate) struct Prover {
    groups: Vec<Group>,
    /// Groups from here on are those of moves.
    moves: usize,
    /// For each group how many members are false, and how many are true.
    falses: Vec<u32>,
    trues: Vec<u32>,
    bases: usize,
    leaves: usize,
    /// What this question looks at.
    sight: Sight,
    /// Numbers in sight of what has a value.
    trail: Vec<u32>,
    /// How much of the trail has been propagated.
    done: usize,
    when: When,
    /// Values propagated in the last question.
    work: usize,
}

/// A choice that was made.
struct Decision {
    /// What was known of the trail before.
    front: Front,
    /// What to do when it fails.
    otherwise: Lit,
}

/// How far the trail has been looked through for gates without a reason: values that are added take none away.
#[derive(Clone, Copy)]
struct Front {
    /// All from here to `end` have a reason.
    begin: usize,
    end: usize,
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
        let sight = Sight::new(leaves, &groups);
        let (falses, trues) = (vec![0; groups.len()], vec![0; groups.len()]);
        Self {
            groups,
            moves,
            falses,
            trues,
            bases,
            leaves,
            sight,
            trail: Vec::new(),
            done: 0,
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
        self.sight.clear(world.net, room);
        self.when = when;
        self.work = 0;
        let terminal = world.terminal.filter(|_| when == When::Step).map(|lit| !lit);
        lits.iter().chain(&terminal).for_each(|lit| {
            self.sight.look(world.net, lit.node());
        });
        let holds = lits.iter().chain(&terminal).all(|&lit| self.assume(lit));
        let found = !holds || self.search(world, effort);
        self.undo(0);
        found
    }

    /// How much the last question took: gates looked at, and values set.
    pub(crate) fn looked_at(&self) -> usize {
        self.work + self.sight.looked_at()
    }

    fn search(&mut self, world: World<'_>, effort: usize) -> bool {
        if !self.propagate(world) {
            return true;
        }
        let mut decisions: Vec<Decision> = Vec::new();
        let mut failures = 0;
        let mut front = Front { begin: 0, end: 0 };
        loop {
            let Some((first, second)) = self.frontier(&mut front) else { return false };
            decisions.push(Decision { front, otherwise: second });
            let mut holds = self.set(first) && self.propagate(world);
            while !holds {
                failures += 1;
                if failures > effort {
                    return false;
                }
                let Some(decision) = decisions.pop() else { return true };
                front = decision.front;
                self.undo(front.end);
                holds = self.set(decision.otherwise) && self.propagate(world);
            }
        }
    }

    /// A way to make the latest gate false that has no reason yet: one fan-in false, and what else holds if not.
    fn frontier(&self, front: &mut Front) -> Option<(Lit, Lit)> {
        let end = self.trail.len();
        let mut places = (front.end..end).rev().chain((0..front.begin).rev());
        let found = places.find_map(|place| Some((place, self.open(self.trail[place])?)));
        *front = Front { begin: found.map_or(0, |(place, _)| place), end };
        found.map(|(_, edge)| (!edge, edge))
    }

    /// A fan-in of a gate that is false without a reason.
    fn open(&self, number: u32) -> Option<Lit> {
        if self.sight.values[number as usize] != 1 {
            return None;
        }
        let [a, b] = self.sight.seen[number as usize].fanin?;
        (self.sight.known(a).is_none() && self.sight.known(b).is_none()).then_some(b)
    }

    /// Makes an edge of the net true, which comes into sight; false when it is false already.
    fn assume(&mut self, lit: Lit) -> bool {
        let edge = self.sight.edge(lit);
        self.set(edge)
    }

    /// Makes an edge in sight true; false when it is false already.
    fn set(&mut self, edge: Lit) -> bool {
        if let Some(known) = self.sight.known(edge) {
            return known;
        }
        let number = edge.node();
        self.sight.values[number.index()] = if edge.is_complement() { 1 } else { 2 };
        self.trail.push(number.0);
        let lit = Lit::new(self.sight.seen[number.index()].node, edge.is_complement());
        for &(group, member) in self.sight.groups_of(lit.node()) {
            let count = if member == lit { &mut self.trues } else { &mut self.falses };
            count[group as usize] += 1;
        }
        true
    }

    fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(number) = self.trail.pop() else { break };
            let value = std::mem::take(&mut self.sight.values[number as usize]);
            let lit = Lit::new(self.sight.seen[number as usize].node, value == 1);
            for &(group, member) in self.sight.groups_of(lit.node()) {
                let count = if member == lit { &mut self.trues } else { &mut self.falses };
                count[group as usize] -= 1;
            }
        }
        self.done = self.done.min(length);
    }

    /// Draws all conclusions; false on a contradiction.
    fn propagate(&mut self, world: World<'_>) -> bool {
        while let Some(&number) = self.trail.get(self.done) {
            self.done += 1;
            self.work += 1;
            let node = self.sight.seen[number as usize].node;
            let holds = if node.index() < self.leaves { self.leaf(world, number, node) } else { self.gate(number) };
            if !holds {
                return false;
            }
            let mut user = self.sight.seen[number as usize].head;
            while user != NONE {
                if !self.gate(user >> 1) {
                    return false;
                }
                user = self.sight.seen[(user >> 1) as usize].next[(user & 1) as usize];
            }
        }
        true
    }

    /// Conclusions between a gate that is looked at and its fan-ins.
    fn gate(&mut self, number: u32) -> bool {
        let Some([a, b]) = self.sight.seen[number as usize].fanin else { return true };
        let output = Lit::new(NodeId(number), false);
        match (self.sight.known(a), self.sight.known(b), self.sight.known(output)) {
            (Some(true), Some(true), _) => self.set(output),
            (Some(false), _, _) | (_, Some(false), _) => self.set(!output),
            (_, _, Some(true)) => self.set(a) && self.set(b),
            (Some(true), None, Some(false)) => self.set(!b),
            (None, Some(true), Some(false)) => self.set(!a),
            _ => true,
        }
    }

    /// Conclusions from the value of a base or a move.
    fn leaf(&mut self, world: World<'_>, number: u32, leaf: NodeId) -> bool {
        let holds = self.sight.values[number as usize] == 2;
        for place in 0..self.sight.groups_of(leaf).len() {
            let (group, member) = self.sight.groups_of(leaf)[place];
            let of_moves = group as usize >= self.moves;
            if of_moves && self.when == When::State {
                continue;
            }
            let concluded = if member.is_complement() != holds { self.others(group, number) } else { self.last(group) };
            if !concluded {
                return false;
            }
        }
        let input = leaf.index().checked_sub(1 + self.bases).filter(|_| holds && self.when == When::Step);
        let Some(legal) = input.and_then(|input| world.legal.get(input).copied().flatten()) else { return true };
        // What is known below the gates that come into sight counts for them.
        let fresh: Vec<u32> = self.sight.look(world.net, legal.node()).iter().map(|&(_, number)| number).collect();
        fresh.into_iter().all(|gate| self.gate(gate)) && self.assume(legal)
    }

    /// A member, the one of this number in sight, holds: the others do not.
    fn others(&mut self, group: u32, member: u32) -> bool {
        (0..self.sight.members(group).len()).all(|place| {
            let other = self.sight.members(group)[place];
            other.node().0 == member || self.set(!other)
        })
    }

    /// A member does not hold: perhaps only one is left.
    fn last(&mut self, number: u32) -> bool {
        let group = &self.groups[number as usize];
        let falses = self.falses[number as usize] as usize;
        // Where a member holds there is nothing to conclude: the members need not be looked through for each of the rest.
        if !group.exact || falses + 1 < group.members.len() || self.trues[number as usize] > 0 {
            return true;
        }
        let is_false = |lit: Lit| {
            let number = self.sight.number(lit.node());
            number.and_then(|number| self.sight.known(Lit::new(NodeId(number), lit.is_complement()))) == Some(false)
        };
        match group.members.iter().copied().find(|&lit| !is_false(lit)) {
            Some(left) => self.assume(left),
            None => false,
        }
    }
}
