//! The subject as ANDs of any number of edges: trees of two-input ANDs are flattened.
//!
//! How wide ANDs were divided into trees is an accident of the net; `share` and `chain` divide them anew.

use super::STEPS;
use super::subject::Subject;
use crate::propnet::Lit;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// An AND used several times is written out in its users, too, up to this width and this number of users: `share` then
/// finds what is best shared. (Breakthrough: half of the LUTs.)
const INLINED: usize = 64;
const INLINED_USERS: u32 = 400;
/// Edges written out in one AND, at most.
const INLINED_EACH: usize = 4096;
/// Edges written out in all ANDs, at most, as a multiple of gates, and in all.
const INLINED_PER_GATE: usize = 16;
const INLINED_IN_ALL: usize = 8_000_000;

/// Wide ANDs.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// Edges of all groups: nodes of the subject, then pairs.
    pub(super) items: Vec<Lit>,
    /// Where the group of each gate ends in `items`; gates that are part of another group have none.
    ends: Vec<usize>,
    /// Two-input ANDs shared by groups: nodes behind those of the subject.
    pub(super) pairs: Vec<[Lit; 2]>,
}

impl Groups {
    /// Groups of given items `(group, item)`, sorted by group.
    pub(super) fn assemble(len: usize, members: &[(u32, Lit)], pairs: Vec<[Lit; 2]>) -> Self {
        let mut groups = Self { items: members.iter().map(|member| member.1).collect(), ends: vec![0; len], pairs };
        members.iter().for_each(|&(group, _)| groups.ends[group as usize] += 1);
        let mut end = 0;
        for count in &mut groups.ends {
            end += *count;
            *count = end;
        }
        groups
    }

    /// Flattens all ANDs of a subject.
    pub(super) fn flatten(subject: &Subject, observer: &dyn Observer) -> Result<Self, Stopped> {
        let trees = Trees::new(subject);
        let mut groups = Self::default();
        let mut room = (subject.gates.len() * INLINED_PER_GATE).min(INLINED_IN_ALL);
        let (mut stack, mut pace) = (Vec::new(), Pace::new(observer, STEPS));
        for gate in 0..subject.gates.len() {
            pace.step()?;
            if !trees.inner[gate] {
                let start = groups.items.len();
                stack.push(gate);
                let written_out = groups.collect(&trees, &mut stack, room.min(INLINED_EACH));
                room -= written_out;
                groups.tidy(start);
            }
            groups.ends.push(groups.items.len());
        }
        groups.sweep(subject);
        Ok(groups)
    }

    /// Number of gates, with a group or without.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The items of a group; none when the gate is part of another group.
    pub(super) fn get(&self, gate: usize) -> &[Lit] {
        &self.items[self.range(gate)]
    }

    /// Where the items of a group are.
    pub(super) fn range(&self, gate: usize) -> std::ops::Range<usize> {
        let start = if gate == 0 { 0 } else { self.ends[gate - 1] };
        start..self.ends[gate]
    }

    /// Appends what the gates on the stack are the AND of; gives how many edges of other groups were written out.
    fn collect(&mut self, trees: &Trees, stack: &mut Vec<usize>, room: usize) -> usize {
        let mut written_out = 0;
        while let Some(gate) = stack.pop() {
            for &edge in &trees.subject.gates[gate] {
                let most = INLINED.min(room - written_out);
                match trees.subject.gate(edge.node()).filter(|_| !edge.is_complement()) {
                    Some(below) if trees.inner[below] => stack.push(below),
                    Some(below) if trees.is_few[below] && self.get(below).len() <= most => {
                        written_out += self.get(below).len();
                        self.items.extend_from_within(self.range(below));
                    }
                    _ => self.items.push(edge),
                }
            }
        }
        written_out
    }

    /// Sorts the last group and folds repetitions, contradictions and constants; at least one item is left.
    fn tidy(&mut self, start: usize) {
        let mut group = self.items.split_off(start);
        group.sort_unstable();
        group.dedup();
        let contradicts = group.windows(2).any(|pair| pair[0] == !pair[1]);
        if contradicts || group.first() == Some(&Lit::FALSE) {
            self.items.push(Lit::FALSE);
        } else {
            self.items.extend(group.iter().filter(|item| !item.is_constant()));
            if self.items.len() == start {
                self.items.push(Lit::TRUE);
            }
        }
    }

    /// Drops some of the items, never all of a group.
    pub(super) fn drop_items(&mut self, dropped: &[bool]) {
        let items = std::mem::take(&mut self.items);
        let mut start = 0;
        for end in &mut self.ends {
            let kept = (start..*end).filter(|&item| !dropped[item]).map(|item| items[item]);
            self.items.extend(kept);
            start = *end;
            *end = self.items.len();
        }
    }

    /// Drops groups that no other one needs any more.
    pub(super) fn sweep(&mut self, subject: &Subject) {
        let mut needed = vec![false; subject.len()];
        subject.roots.iter().for_each(|&root| needed[root] = true);
        for gate in (0..self.len()).rev() {
            if needed[subject.first + gate] {
                self.get(gate).iter().for_each(|item| needed[item.node().index()] = true);
            }
        }
        let (mut start, mut end) = (0, 0);
        for gate in 0..self.len() {
            let stop = self.ends[gate];
            if needed[subject.first + gate] {
                self.items.copy_within(start..stop, end);
                end += stop - start;
            }
            self.ends[gate] = end;
            start = stop;
        }
        self.items.truncate(end);
    }
}

/// How the gates of a subject are used.
struct Trees<'s> {
    subject: &'s Subject,
    /// Gates with one user, which ANDs them.
    inner: Vec<bool>,
    /// Gates with few enough users to be written out in them.
    is_few: Vec<bool>,
}

impl<'s> Trees<'s> {
    fn new(subject: &'s Subject) -> Self {
        let mut fanouts = subject.fanouts();
        let is_few = fanouts[subject.first..].iter().map(|&users| users <= INLINED_USERS).collect();
        subject.roots.iter().for_each(|&root| fanouts[root] = u32::MAX);
        let mut inner = vec![false; subject.gates.len()];
        for edge in subject.gates.iter().flatten().filter(|edge| !edge.is_complement()) {
            if let Some(gate) = subject.gate(edge.node()) {
                inner[gate] = fanouts[edge.node().index()] == 1;
            }
        }
        Self { subject, inner, is_few }
    }
}
