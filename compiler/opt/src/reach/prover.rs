//! Whether some nodes can have given values together, by implications along the gates and a bounded search.
//!
//! Values are implied forwards and backwards; where a gate is false and neither fan-in is known, both ways are tried
//! (the D-algorithm's justification, Roth 1966). Of a contradiction is known which tries it comes of: those made since that
//! do not matter are left without trying the other way (backjumping, Prosser 1993). Members of groups and the moves of a role exclude each other without
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
    /// By number in sight: the tries a value follows from; and those the last contradiction follows from.
    because: Vec<Tries>,
    conflict: Tries,
    /// How much of the trail has been propagated.
    done: usize,
    when: When,
    /// Values propagated in the last question.
    work: usize,
    /// Groups of bases that conclusions of the last question were drawn from; by group whether it is one.
    used: Vec<u32>,
    is_used: Vec<bool>,
}

/// Tries that something follows from, as bits; those beyond the last bit share it.
type Tries = u64;
const LAST_TRY: usize = 63;

/// What a question may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    /// Failed tries.
    pub(crate) tries: usize,
    /// Gates that are looked at.
    pub(crate) room: usize,
    /// Values that are set.
    pub(crate) values: usize,
}

/// What became of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Shown.
    Never,
    /// Everything in sight has a reason: no effort would show it.
    Perhaps,
    /// The effort was not enough.
    Unknown,
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
            because: Vec::new(),
            conflict: 0,
            done: 0,
            when: When::State,
            work: 0,
            used: Vec::new(),
            is_used: vec![false; moves],
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
        let effort = Effort { tries: effort, room, values: usize::MAX };
        self.ask(world, lits, when, effort) == Answer::Never
    }

    /// The same, and why it was not shown.
    pub(crate) fn ask(&mut self, world: World<'_>, lits: &[Lit], when: When, effort: Effort) -> Answer {
        self.sight.clear(world.net, effort.room);
        self.when = when;
        self.work = 0;
        self.used.drain(..).for_each(|group| self.is_used[group as usize] = false);
        let terminal = world.terminal.filter(|_| when == When::Step).map(|lit| !lit);
        lits.iter().chain(&terminal).for_each(|lit| self.sight.look(world.net, lit.node()));
        let holds = lits.iter().chain(&terminal).all(|&lit| self.assume(lit, 0));
        let answer = if holds { self.search(world, effort) } else { Answer::Never };
        self.undo(0);
        answer
    }

    /// How much the last question took: gates looked at, and values set.
    pub(crate) fn looked_at(&self) -> usize {
        self.work + self.sight.looked_at()
    }

    /// The groups of bases that the last answer rests on, as numbers.
    pub(super) fn used(&self) -> &[u32] {
        &self.used
    }

    fn search(&mut self, world: World<'_>, effort: Effort) -> Answer {
        if !self.propagate(world) {
            return Answer::Never;
        }
        let mut decisions: Vec<Decision> = Vec::new();
        let mut failures = 0;
        let mut front = Front { begin: 0, end: 0 };
        loop {
            let Some((first, second)) = self.frontier(&mut front) else { return Answer::Perhaps };
            let own = bit(decisions.len());
            decisions.push(Decision { front, otherwise: second });
            let mut holds = self.set(first, own) && self.propagate(world);
            while !holds {
                failures += 1;
                if failures > effort.tries || self.work > effort.values {
                    return Answer::Unknown;
                }
                let Some(decision) = self.blamed(&mut decisions) else { return Answer::Never };
                front = decision.front;
                self.undo(front.end);
                let own = bit(decisions.len());
                let others = if own == bit(LAST_TRY) && decisions.len() > LAST_TRY { own } else { 0 };
                holds = self.set(decision.otherwise, self.conflict & !own | others) && self.propagate(world);
            }
        }
    }

    /// The last choice that the contradiction follows from; it and those made since are taken back.
    fn blamed(&self, decisions: &mut Vec<Decision>) -> Option<Decision> {
        loop {
            let decision = decisions.pop()?;
            if self.conflict & bit(decisions.len()) != 0 {
                return Some(decision);
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
    fn assume(&mut self, lit: Lit, because: Tries) -> bool {
        let edge = self.sight.edge(lit);
        self.set(edge, because)
    }

    /// Makes an edge in sight true; false when it is false already.
    fn set(&mut self, edge: Lit, because: Tries) -> bool {
        let number = edge.node();
        if let Some(known) = self.sight.known(edge) {
            if !known {
                self.conflict = because | self.because(number.0);
            }
            return known;
        }
        self.sight.values[number.index()] = if edge.is_complement() { 1 } else { 2 };
        if self.because.len() <= number.index() {
            self.because.resize(self.sight.seen.len(), 0);
        }
        self.because[number.index()] = because;
        self.trail.push(number.0);
        let lit = Lit::new(self.sight.seen[number.index()].node, edge.is_complement());
        for &(group, member) in self.sight.groups_of(lit.node()) {
            let count = if member == lit { &mut self.trues } else { &mut self.falses };
            count[group as usize] += 1;
        }
        true
    }

    /// The tries that the value of a number in sight follows from.
    fn because(&self, number: u32) -> Tries {
        // The constant has its value from the beginning.
        if self.sight.seen[number as usize].node.index() == 0 { 0 } else { self.because[number as usize] }
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
        let of = |edge: Lit| self.because(edge.node().0);
        match (self.sight.known(a), self.sight.known(b), self.sight.known(output)) {
            (Some(true), Some(true), Some(true)) => true,
            (Some(true), Some(true), _) => self.set(output, of(a) | of(b)),
            (Some(false), _, _) => self.set(!output, of(a)),
            (_, Some(false), _) => self.set(!output, of(b)),
            (_, _, Some(true)) => {
                let because = of(output);
                self.set(a, because) && self.set(b, because)
            }
            (Some(true), None, Some(false)) => self.set(!b, of(a) | of(output)),
            (None, Some(true), Some(false)) => self.set(!a, of(b) | of(output)),
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
        self.sight.look(world.net, legal.node());
        let fresh: Vec<u32> = self.sight.fresh().iter().map(|&(_, number)| number).collect();
        fresh.into_iter().all(|gate| self.below(gate) && self.gate(gate)) && self.assume(legal, self.because(number))
    }

    /// Leaves that a gate has brought into sight do not hold where another member of their group does.
    fn below(&mut self, gate: u32) -> bool {
        let fanin = self.sight.seen[gate as usize].fanin;
        fanin.into_iter().flatten().all(|edge| {
            let number = edge.node().0;
            let leaf = self.sight.seen[number as usize].node;
            leaf.index() >= self.leaves || self.sight.values[number as usize] != 0 || self.excluded(leaf)
        })
    }

    /// Draws the conclusions of groups of a leaf that have a member which holds.
    fn excluded(&mut self, leaf: NodeId) -> bool {
        for place in 0..self.sight.groups_of(leaf).len() {
            let (group, _) = self.sight.groups_of(leaf)[place];
            let counts = self.when == When::Step || (group as usize) < self.moves;
            if !counts || self.trues[group as usize] == 0 {
                continue;
            }
            let holds = self.sight.members(group).iter().find(|&&lit| self.sight.known(lit) == Some(true));
            let holds = holds.map(|lit| lit.node().0);
            if holds.is_some_and(|holds| !self.others(group, holds)) {
                return false;
            }
        }
        true
    }

    /// Conclusions are drawn from a group.
    fn note(&mut self, group: u32) {
        if self.is_used.get(group as usize) == Some(&false) {
            self.is_used[group as usize] = true;
            self.used.push(group);
        }
    }

    /// A member, the one of this number in sight, holds: the others do not.
    fn others(&mut self, group: u32, member: u32) -> bool {
        if self.sight.members(group).len() > 1 {
            self.note(group);
        }
        let because = self.because(member);
        (0..self.sight.members(group).len()).all(|place| {
            let other = self.sight.members(group)[place];
            other.node().0 == member || self.set(!other, because)
        })
    }

    /// A member does not hold: perhaps only one is left.
    fn last(&mut self, number: u32) -> bool {
        let Group { members, exact } = &self.groups[number as usize];
        let falses = self.falses[number as usize] as usize;
        // Where a member holds there is nothing to conclude: the members need not be looked through for each of the rest.
        if !exact || falses + 1 < members.len() || self.trues[number as usize] > 0 {
            return true;
        }
        self.note(number);
        let (mut because, mut left) = (0, None);
        for &lit in &self.groups[number as usize].members {
            let seen = self.sight.number(lit.node());
            match seen.map(|seen| (seen, self.sight.known(Lit::new(NodeId(seen), lit.is_complement())))) {
                Some((seen, Some(false))) => because |= self.because(seen),
                _ => left = Some(lit),
            }
        }
        match left {
            Some(left) => self.assume(left, because),
            None => {
                self.conflict = because;
                false
            }
        }
    }
}

/// The bit of a try.
fn bit(number: usize) -> Tries {
    1 << number.min(LAST_TRY)
}
