//! Invariants by induction: what holds initially and, wherever it holds, after every legal step too.
//!
//! Registers that seem equal are made one for the proof (speculative reduction; van Eijk, IEEE TCAD 2000): what has to
//! be shown are then pairs of next values. What fails is taken back, and all is tried again, until nothing fails.

use super::answers::{Answers, Limits, Memory};
use super::imagine::{Imagination, Steps};
use super::{Samples, candidates};
use crate::meter::{LOOK, Meter};
use crate::rebuild::{Keep, rebuild};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::Lit;
use rustc_hash::FxHashMap;

/// Rounds in which something may be thought constant that is not shown to be: facts that samples just happen not to show
/// come to light one layer a round. A round builds the net anew: large ones have fewer.
const ROUNDS_FOR_CONSTANTS: usize = 10;
const GATES_TIMES_ROUNDS: usize = 20_000_000;
/// How many times these rounds something may be thought equal; and how many times, until what still fails is given up
/// with everything else.
const FOR_EQUALS: usize = 2;
const FOR_ALL: usize = 4;
/// Gates looked at in all proofs, for each gate of the net, and at least and at most: bounds the time.
const BUDGET: usize = 200;
const LEAST_BUDGET: usize = 4_000_000;
const MOST_BUDGET: usize = 8_000_000;
/// Values of nodes that are imagined at a time, and words of these; and values for all of induction.
const IMAGINED_VALUES: usize = 1 << 20;
const FEWEST_WORDS: usize = 4;
const MOST_WORDS: usize = 64;
const MOST_IMAGINED_VALUES: usize = 1 << 24;
/// What imagining a word takes for each node; see [`Meter`].
const IMAGINED: u64 = 3;
/// Proofs of pairs in one round, at most.
const MAX_PAIRS: usize = 3_000_000;

/// What holds in every state that play can reach.
#[derive(Clone, Debug, Default)]
pub(crate) struct Invariants {
    /// For each base what it always equals: a base, perhaps complemented, or a constant; itself when nothing is known.
    pub(crate) same: Vec<Lit>,
    /// Groups of bases that are their own `same`.
    pub(crate) groups: Vec<Group>,
}

/// Finds invariants of a net, and proves them.
pub(crate) fn inductive(net: &Net, samples: &Samples, meter: &Meter<'_>) -> Invariants {
    let budget = (LEAST_BUDGET + net.num_gates() * BUDGET).min(MOST_BUDGET);
    let budget = usize::try_from(meter.left() / LOOK).unwrap_or(budget).min(budget);
    let mut guess = Guess::new(net, samples, budget);
    let for_constants = (GATES_TIMES_ROUNDS / net.num_gates().max(1)).clamp(1, ROUNDS_FOR_CONSTANTS);
    for round in 0..FOR_ALL * for_constants {
        meter.progress("finding invariants", round as u64, (FOR_ALL * for_constants) as u64);
        if round == for_constants {
            guess.forget(|same| same.is_constant());
        } else if round == FOR_EQUALS * for_constants {
            guess.forget(|_| true);
        }
        let steps = guess.refute(meter);
        let before = guess.limits.taken;
        let failed = guess.round(&steps, meter);
        meter.charge((guess.limits.taken - before) as u64 * LOOK);
        let Some(failed) = failed else { break };
        if failed == 0 {
            return guess.invariants();
        }
    }
    Invariants { same: (0..net.ports.bases.len()).map(|base| net.ports.base(base)).collect(), groups: Vec::new() }
}

struct Guess<'n> {
    net: &'n Net,
    samples: &'n Samples,
    /// For each base what it seems to equal.
    same: Vec<Lit>,
    /// Groups of what stands for its class; some with one member or none.
    groups: Vec<Group>,
    /// Groups as they were found.
    found: Vec<Group>,
    /// The net where each base is read from what it seems to equal, and what was shown of it.
    reduced: Option<(Net, Memory)>,
    limits: Limits,
    seed: u64,
    /// Values that may still be imagined.
    imaginable: usize,
}

impl<'n> Guess<'n> {
    fn new(net: &'n Net, samples: &'n Samples, budget: usize) -> Self {
        let mut found = candidates(net, samples);
        let mut pairs = 0;
        found.retain(|group| {
            pairs += group.members.len() * group.members.len() / 2;
            pairs <= MAX_PAIRS
        });
        let (same, limits) = (equal_in(net, samples), Limits::new(budget, net.num_gates()));
        let mut guess = Self {
            net,
            samples,
            same,
            groups: Vec::new(),
            found,
            reduced: None,
            limits,
            seed: 0,
            imaginable: MOST_IMAGINED_VALUES,
        };
        guess.regroup();
        guess
    }

    fn invariants(mut self) -> Invariants {
        self.groups.retain(|group| group.members.len() > 1);
        Invariants { same: self.same, groups: self.groups }
    }

    /// The groups that were found, of what stands for its class.
    fn regroup(&mut self) {
        let same = &self.same;
        self.groups = self.found.iter().filter_map(|group| group.mapped(|lit| Some(map(same, lit)))).collect();
        self.groups.sort_by(|a, b| a.members.cmp(&b.members).then(b.exact.cmp(&a.exact)));
        self.groups.dedup_by(|a, b| a.members == b.members);
        self.reduced = None;
    }

    /// Takes back what some bases seem to equal.
    fn forget(&mut self, which: impl Fn(Lit) -> bool) {
        for (base, same) in self.same.iter_mut().enumerate() {
            if which(*same) {
                *same = self.net.ports.base(base);
            }
        }
        self.regroup();
    }

    /// Imagines steps until they show nothing that would have to be taken back; gives the last ones.
    fn refute(&mut self, meter: &Meter<'_>) -> Steps {
        let nodes = self.net.num_nodes();
        let words =
            if self.samples.words() == 0 { 0 } else { (IMAGINED_VALUES / nodes).clamp(FEWEST_WORDS, MOST_WORDS) };
        while self.imaginable > words * nodes {
            let steps = self.imagined(words);
            self.imaginable -= words * nodes;
            meter.charge((words * nodes) as u64 * IMAGINED);
            if meter.stopped() || !(self.split(&steps) || self.prune(&steps)) {
                return steps;
            }
        }
        self.imagined(words)
    }

    fn imagined(&mut self, words: usize) -> Steps {
        self.seed += 1;
        let mut imagination = Imagination::new(self.same.len(), &self.groups, self.samples);
        Steps::new(self.net, &self.same, &mut imagination, words, self.seed)
    }

    /// Takes back what is not equal after some steps; tells whether there is such. What goes on to be equal makes a class.
    fn split(&mut self, steps: &Steps) -> bool {
        let mut split: FxHashMap<(Lit, Vec<u64>), Lit> = FxHashMap::default();
        let mut found = false;
        for base in 0..self.same.len() {
            let (own, same) = (self.net.ports.base(base), self.same[base]);
            if same == own || !(steps.show(&[own, !same]) || steps.show(&[!own, same])) {
                continue;
            }
            found = true;
            let flip = self.net.ports.bases[base].init;
            let class = (Lit::new(same.node(), false), steps.words(own.flip_if(flip)));
            let first = if same.is_constant() { own } else { *split.entry(class).or_insert(own) };
            self.same[base] = self.equal_to(base, first);
        }
        if found {
            self.regroup();
        }
        found
    }

    /// Takes members out of groups that hold together after some steps; tells whether there are such.
    fn prune(&mut self, steps: &Steps) -> bool {
        let mut changed = vec![false; self.groups.len()];
        for (group, changed) in self.groups.iter_mut().zip(&mut changed) {
            let mut apart = |a, b| Some(!steps.show(&[a, b]));
            let all_apart = steps.are_apart(&group.members);
            let gone = if all_apart { Vec::new() } else { failing(&group.members, &mut apart).unwrap_or_default() };
            let none: Vec<Lit> = group.members.iter().map(|&lit| !lit).collect();
            let fails = group.exact && (!gone.is_empty() || steps.show(&none));
            *changed = without(group, &gone, fails);
        }
        if let Some((_, memory)) = &mut self.reduced {
            memory.forget(&changed);
        }
        changed.contains(&true)
    }

    /// What a base is when it seems to equal another one.
    fn equal_to(&self, base: usize, other: Lit) -> Lit {
        let init = |base: usize| self.net.ports.bases[base].init;
        other.flip_if(init(base) != init(other.node().index() - 1))
    }

    /// Tries to prove all; takes back what fails and tells how much that was. `None` when time is up.
    fn round(&mut self, steps: &Steps, observer: &dyn Observer) -> Option<usize> {
        let (reduced, mut memory) = self.reduced.take().unwrap_or_else(|| (self.reduced(), Memory::default()));
        let mut answers = Answers::new(&reduced, &self.groups, steps, &mut memory, self.limits);
        let failed = self.prove(&mut answers, observer);
        self.limits = answers.limits;
        let (classes, groups) = failed?;
        if classes > 0 {
            self.regroup();
        } else {
            memory.forget(&groups);
            self.reduced = Some((reduced, memory));
        }
        Some(classes + groups.iter().filter(|&&changed| changed).count())
    }

    /// The same with somebody to ask: tells how many classes failed or, if none did, which groups have changed.
    fn prove(&mut self, answers: &mut Answers<'_>, observer: &dyn Observer) -> Option<(usize, Vec<bool>)> {
        let failed = self.classes(answers, observer)?;
        let groups = (0..).zip(&mut self.groups).take(if failed == 0 { usize::MAX } else { 0 });
        let changed = groups.map(|(number, group)| shrink(number, group, answers, observer)).collect::<Option<_>>()?;
        Some((failed, changed))
    }

    /// The net where each base is read from what it seems to equal.
    fn reduced(&self) -> Net {
        let mut known: Vec<Option<Lit>> = vec![None; self.net.num_nodes()];
        for (base, &same) in self.same.iter().enumerate() {
            known[1 + base] = (same != self.net.ports.base(base)).then_some(same);
        }
        let keep = Keep {
            bases: vec![true; self.net.ports.bases.len()],
            inputs: vec![true; self.net.ports.inputs.len()],
            known,
        };
        rebuild(self.net, &keep)
    }

    /// Proves that what seems equal stays so. What fails in one class makes a class of its own.
    fn classes(&mut self, answers: &mut Answers<'_>, observer: &dyn Observer) -> Option<usize> {
        let mut failed = 0;
        let mut split: FxHashMap<Lit, Lit> = FxHashMap::default();
        for base in 0..self.same.len() {
            let (own, same) = (self.net.ports.base(base), self.same[base]);
            if same == own {
                continue;
            }
            if observer.stopped() || answers.limits.left == 0 {
                return None;
            }
            if !answers.equal(own, same) {
                failed += 1;
                // Members of one class that fail together may still equal each other; not so what merely was never seen.
                let class = Lit::new(same.node(), false);
                let first = if same.is_constant() { own } else { *split.entry(class).or_insert(own) };
                self.same[base] = self.equal_to(base, first);
            }
        }
        Some(failed)
    }
}

/// Takes members out of a group until the rest is shown to exclude each other after a step; tells whether there are such,
/// or it is no longer exact.
fn shrink(number: u32, group: &mut Group, answers: &mut Answers<'_>, observer: &dyn Observer) -> Option<bool> {
    let apart = |a, b| (!observer.stopped() && answers.limits.left > 0).then(|| answers.apart(a, b));
    let gone = failing(&group.members, apart)?;
    let fails = group.exact && (!gone.is_empty() || !answers.some(number, group));
    Some(without(group, &gone, fails))
}

/// The members without which no two are left that are not `apart`. `None` when that says so.
fn failing(members: &[Lit], mut apart: impl FnMut(Lit, Lit) -> Option<bool>) -> Option<Vec<Lit>> {
    let mut failures = vec![0_usize; members.len()];
    let mut failed: Vec<(usize, usize)> = Vec::new();
    for i in 0..members.len() {
        for j in 0..i {
            // Hopeless members are not looked at any longer.
            if failures[i] < 3 && failures[j] < 3 && !apart(members[i], members[j])? {
                failures[i] += 1;
                failures[j] += 1;
                failed.push((i, j));
            }
        }
    }
    let mut gone = Vec::new();
    while let Some(worst) = (0..members.len()).filter(|&i| failures[i] > 0).max_by_key(|&i| failures[i]) {
        for &(i, j) in &failed {
            if (i == worst || j == worst) && !gone.contains(&members[i + j - worst]) {
                failures[i + j - worst] -= 1;
            }
        }
        gone.push(members[worst]);
        failures[worst] = 0;
    }
    Some(gone)
}

/// Takes members out of a group, which is perhaps no longer exact; tells whether that is another one.
fn without(group: &mut Group, gone: &[Lit], inexact: bool) -> bool {
    group.members.retain(|lit| !gone.contains(lit));
    group.exact &= !inexact;
    inexact || !gone.is_empty()
}

/// For each base the first one that is equal to it, or complementary, in all samples and initially.
fn equal_in(net: &Net, samples: &Samples) -> Vec<Lit> {
    let mut first: FxHashMap<Vec<u64>, Lit> = FxHashMap::default();
    let words = samples.words();
    first.insert(vec![0; words], Lit::FALSE);
    let own = |base: usize| {
        let flip = net.ports.bases[base].init;
        let bits = |word| samples.word(word, net.ports.bases.len()).0[base] ^ if flip { u64::MAX } else { 0 };
        let lit = net.ports.base(base).flip_if(flip);
        first.entry((0..words).map(bits).collect()).or_insert(lit).flip_if(flip)
    };
    (0..net.ports.bases.len()).map(own).collect()
}

fn map(same: &[Lit], lit: Lit) -> Lit {
    match lit.node().index().checked_sub(1) {
        Some(base) => same[base].flip_if(lit.is_complement()),
        None => lit,
    }
}
