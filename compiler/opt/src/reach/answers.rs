//! Questions about a step of a net: answered by imagined steps, from memory, or by proofs.

use super::imagine::Steps;
use super::{Answer, Effort, Prover, When, World};
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::{Group, Net};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Failed tries of one proof, and values it sets, first few and then perhaps more; and gates it looks at.
const LITTLE_EFFORT: usize = 64;
const LITTLE_VALUES: usize = 12_000;
const MOST_EFFORT: usize = 1000;
const ROOM: usize = 3000;
/// Most of what is not shown with little effort is not shown with more of it: so many times more is tried, and so many
/// times again for each time that it helps. One proof may take one part in so many of what is left.
const HARD_TRIES: u32 = 24;
const FOR_SUCCESS: u32 = 12;
const HARD_PART: usize = 50;
/// Gates of a net times failed tries of one proof: the larger the net, the less for each.
const GATES_TIMES_EFFORT: usize = 5_000_000;
/// Parts of what proofs may take: with each that is used up there is less for one proof. What is not shown then is given
/// up, and the rest may still be shown.
const PARTS: usize = 8;
/// What proofs of what is shown may take, as a multiple of what the others may, in nets of so many gates. Smaller
/// nets do without it, and in larger ones what is shown first is not enough to come to an end.
const FOR_SHOWN: usize = 2;
const PAID_APART: Range<usize> = 4_000..20_000;
const LEAST_EFFORT: usize = 1;
const LEAST_ROOM: usize = 60;

/// What proofs may take.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Gates that may be looked at, and those that still may.
    most: usize,
    pub(super) left: usize,
    /// The same in proofs of what was shown; and gates that were looked at in all.
    for_shown: usize,
    pub(super) taken: usize,
    /// How often with much effort.
    hard_tries: u32,
}

impl Limits {
    /// The bound of what is looked at in vain, for a net of so many gates.
    pub(super) fn new(most: usize, gates: usize) -> Self {
        let for_shown = if PAID_APART.contains(&gates) { FOR_SHOWN * most } else { 0 };
        Self { most, left: most, for_shown, taken: 0, hard_tries: HARD_TRIES }
    }

    /// So many gates were looked at. What was shown is paid for apart: where most can be shown there is work for long, and
    /// where nothing can it ends soon.
    fn take(&mut self, looked_at: usize, shown: bool) {
        let of = if shown && self.for_shown > 0 { &mut self.for_shown } else { &mut self.left };
        *of = of.saturating_sub(looked_at);
        self.taken += looked_at;
    }

    /// The parts that are left, some of the last included.
    fn parts(&self) -> usize {
        (self.left * PARTS).div_ceil(self.most.max(1)).max(1)
    }

    fn little(&self) -> Effort {
        let of = |much: usize, least: usize| much.min(2 * much * (self.parts() - 1) / PARTS).max(least);
        Effort { tries: of(LITTLE_EFFORT, LEAST_EFFORT), room: of(ROOM, LEAST_ROOM), values: of(LITTLE_VALUES, ROOM) }
    }

    /// What a hard proof may take, where there may be one.
    fn much(&self, gates: usize) -> Option<Effort> {
        let tries = (GATES_TIMES_EFFORT / gates.max(1)).min(MOST_EFFORT);
        let may = self.hard_tries > 0 && tries > LITTLE_EFFORT && 4 * self.parts() > PARTS;
        may.then_some(Effort { tries, room: ROOM, values: self.left / HARD_PART })
    }
}

/// Answers that hold while the groups they rest on are the same. One net, whose groups only lose members.
#[derive(Default)]
pub(super) struct Memory {
    /// By question the number of a set of groups; `None` when nothing was shown.
    answers: FxHashMap<[Lit; 2], Option<u32>>,
    sets: Vec<Vec<u32>>,
    numbers: FxHashMap<Vec<u32>, u32>,
    /// Sets with a group that is another one now.
    gone: Vec<bool>,
}

impl Memory {
    /// Groups have changed.
    pub(super) fn forget(&mut self, changed: &[bool]) {
        for (set, gone) in self.sets.iter().zip(&mut self.gone) {
            *gone |= set.iter().any(|&group| changed[group as usize]);
        }
    }

    fn answer(&self, question: [Lit; 2]) -> Option<bool> {
        match self.answers.get(&question)? {
            None => Some(false),
            Some(set) => (!self.gone[*set as usize]).then_some(true),
        }
    }

    fn note(&mut self, question: [Lit; 2], shown: bool, mut groups: Vec<u32>) {
        if !shown {
            self.answers.insert(question, None);
            return;
        }
        groups.sort_unstable();
        let Self { answers, sets, numbers, gone } = self;
        let number = *numbers.entry(groups).or_insert_with_key(|groups| {
            sets.push(groups.clone());
            gone.push(false);
            gdl2hdl_gdl::id::id(sets.len() - 1)
        });
        answers.insert(question, Some(number));
    }
}

/// Answers about a step of a net.
pub(super) struct Answers<'a> {
    net: &'a Net,
    steps: &'a Steps,
    memory: &'a mut Memory,
    pub(super) limits: Limits,
    prover: Prover,
    legal: Vec<Option<Lit>>,
}

impl<'a> Answers<'a> {
    /// Knows groups of bases; imagined steps keep to them.
    pub(super) fn new(
        net: &'a Net,
        groups: &[Group],
        steps: &'a Steps,
        memory: &'a mut Memory,
        limits: Limits,
    ) -> Self {
        let legal = net.ports.inputs.iter().map(|input| Some(input.legal)).collect();
        Self { net, steps, memory, limits, prover: Prover::new(net, groups), legal }
    }

    /// Whether two literals of bases never hold together after a step.
    pub(super) fn apart(&mut self, a: Lit, b: Lit) -> bool {
        let question = if a <= b { [a, b] } else { [b, a] };
        self.next(a) == !self.next(b) || self.impossible(question, &[a, b], None)
    }

    /// Whether two literals of bases are equal after a step.
    pub(super) fn equal(&mut self, a: Lit, b: Lit) -> bool {
        self.next(a) == self.next(b) || (self.apart(a, !b) && self.apart(!a, b))
    }

    /// Whether a member of a group always holds after a step. The answer is that of this group as it is.
    pub(super) fn some(&mut self, number: u32, group: &Group) -> bool {
        let none: Vec<Lit> = group.members.iter().map(|&lit| !lit).collect();
        self.impossible([Lit::FALSE, Lit::new(gdl2hdl_net::node(number as usize), false)], &none, Some(number))
    }

    /// Whether literals of bases never hold together after a step; the answer is that of `question`.
    fn impossible(&mut self, question: [Lit; 2], lits: &[Lit], group: Option<u32>) -> bool {
        if let Some(known) = self.memory.answer(question) {
            return known;
        }
        let next: Vec<Lit> = lits.iter().map(|&lit| self.next(lit)).collect();
        if next.contains(&Lit::FALSE) {
            return true;
        }
        let shown = !self.steps.show(lits) && self.prove(&next);
        let used = self.prover.used().iter().copied().chain(group).collect();
        self.memory.note(question, shown, used);
        shown
    }

    fn prove(&mut self, lits: &[Lit]) -> bool {
        // That the game goes on is rarely needed, and costs most.
        let little = self.limits.little();
        let first = self.ask(lits, false, little);
        let second = if first == Answer::Never { first } else { self.ask(lits, true, little) };
        let much = self.limits.much(self.net.num_gates()).filter(|_| second == Answer::Unknown);
        let Some(much) = much else { return second == Answer::Never && self.limits.left > 0 };
        let found = first == Answer::Unknown && self.ask(lits, false, much) == Answer::Never
            || self.ask(lits, true, much) == Answer::Never;
        let left = &mut self.limits.hard_tries;
        *left = if found { *left + FOR_SUCCESS } else { *left - 1 };
        found && self.limits.left > 0
    }

    /// Asks whether literals can hold together in a step, `going` where the game goes on.
    fn ask(&mut self, lits: &[Lit], going: bool, effort: Effort) -> Answer {
        let world = World { net: self.net, legal: &self.legal, terminal: going.then_some(self.net.ports.terminal) };
        let answer = self.prover.ask(world, lits, When::Step, effort);
        self.limits.take(self.prover.looked_at(), answer == Answer::Never);
        answer
    }

    /// What a literal of a base is after the step; constants stay.
    fn next(&self, lit: Lit) -> Lit {
        let base = lit.node().index().checked_sub(1);
        base.map_or(lit, |base| self.net.ports.bases[base].next.flip_if(lit.is_complement()))
    }
}
