//! Invariants by induction: what holds initially and, wherever it holds, after every legal step too.
//!
//! Registers that seem equal are made one for the proof (speculative reduction; van Eijk, IEEE TCAD 2000): what has to
//! be shown are then pairs of next values. What fails is taken back, and all is tried again, until nothing fails.

use super::{Prover, Samples, When, World, candidates};
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
/// Gates looked at in all proofs: bounds the time.
const BUDGET: usize = 40_000_000;
/// Failed tries of one proof, and gates it looks at.
const LITTLE_EFFORT: usize = 50;
const LEAST_EFFORT: usize = 60;
const MOST_EFFORT: usize = 1000;
/// Most of what is not shown with little effort is not shown with more of it: so many times more is tried, and so many
/// times again for each time that it helps.
const HARD_TRIES: u32 = 24;
const FOR_SUCCESS: u32 = 12;
const ROOM: usize = 3000;
/// Gates of a net times failed tries of one proof: the larger the net, the less for each.
const GATES_TIMES_EFFORT: usize = 5_000_000;
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
    let budget = usize::try_from(meter.left() / LOOK).unwrap_or(BUDGET).min(BUDGET);
    let mut guess = Guess::new(net, samples, budget);
    let for_constants = (GATES_TIMES_ROUNDS / net.num_gates().max(1)).clamp(1, ROUNDS_FOR_CONSTANTS);
    for round in 0..FOR_ALL * for_constants {
        meter.progress("finding invariants", round as u64, (FOR_ALL * for_constants) as u64);
        if round == for_constants {
            guess.forget(|same| same.is_constant());
        } else if round == FOR_EQUALS * for_constants {
            guess.forget(|_| true);
        }
        let before = guess.budget;
        let failed = guess.round(meter);
        meter.charge((before - guess.budget) as u64 * LOOK);
        let Some(failed) = failed else { break };
        if failed == 0 {
            return Invariants { same: guess.same, groups: guess.groups };
        }
    }
    Invariants { same: (0..net.ports.bases.len()).map(|base| net.ports.base(base)).collect(), groups: Vec::new() }
}

struct Guess<'n> {
    net: &'n Net,
    /// For each base what it seems to equal.
    same: Vec<Lit>,
    /// Groups of what stands for its class.
    groups: Vec<Group>,
    /// Groups as they were found.
    found: Vec<Group>,
    /// Gates that may still be looked at, and how often with much effort.
    budget: usize,
    hard_tries: u32,
}

impl<'n> Guess<'n> {
    fn new(net: &'n Net, samples: &Samples, budget: usize) -> Self {
        let mut found = candidates(net, samples);
        let mut pairs = 0;
        found.retain(|group| {
            pairs += group.members.len() * group.members.len() / 2;
            pairs <= MAX_PAIRS
        });
        let mut guess =
            Self { net, same: equal_in(net, samples), groups: Vec::new(), found, budget, hard_tries: HARD_TRIES };
        guess.regroup();
        guess
    }

    /// The groups that were found, of what stands for its class.
    fn regroup(&mut self) {
        let same = &self.same;
        self.groups = self.found.iter().filter_map(|group| group.mapped(|lit| Some(map(same, lit)))).collect();
        self.groups.sort_by(|a, b| a.members.cmp(&b.members).then(b.exact.cmp(&a.exact)));
        self.groups.dedup_by(|a, b| a.members == b.members);
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

    /// Tries to prove all; takes back what fails and tells how much that was. `None` when time is up.
    fn round(&mut self, observer: &dyn Observer) -> Option<usize> {
        let reduced = self.reduced();
        let mut proofs = Proofs::new(&reduced, &self.groups, self.budget, self.hard_tries);
        let failed = self.prove(&reduced, &mut proofs, observer);
        (self.budget, self.hard_tries) = (proofs.budget, proofs.hard_tries);
        failed
    }

    /// The same with what proofs may take.
    fn prove(&mut self, reduced: &Net, proofs: &mut Proofs<'_>, observer: &dyn Observer) -> Option<usize> {
        let mut failed = self.classes(reduced, proofs, observer)?;
        if failed > 0 {
            self.regroup();
            return Some(failed);
        }
        for group in &mut self.groups {
            failed += shrink(group, reduced, proofs, observer)?;
        }
        self.groups.retain(|group| group.members.len() > 1);
        Some(failed)
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
    fn classes(&mut self, net: &Net, proofs: &mut Proofs<'_>, observer: &dyn Observer) -> Option<usize> {
        let mut failed = 0;
        let mut split: FxHashMap<Lit, Lit> = FxHashMap::default();
        for base in 0..self.same.len() {
            let (own, same) = (net.ports.base(base), self.same[base]);
            if same == own {
                continue;
            }
            if observer.stopped() || proofs.budget == 0 {
                return None;
            }
            let next = net.ports.bases[base].next;
            let other = match same.node().index().checked_sub(1) {
                Some(other) => net.ports.bases[other].next.flip_if(same.is_complement()),
                None => same,
            };
            if !proofs.equal(next, other) {
                failed += 1;
                // Members of one class that fail together may still equal each other; not so what merely was never seen.
                let class = Lit::new(same.node(), false);
                let init = self.net.ports.bases[base].init;
                let first = if same.is_constant() { own } else { *split.entry(class).or_insert(own) };
                let first_init = self.net.ports.bases[first.node().index() - 1].init;
                self.same[base] = first.flip_if(init != first_init);
            }
        }
        Some(failed)
    }
}

/// Takes members out of a group until the rest is shown to exclude each other after a step; tells how many went, or that
/// it is no longer exact.
fn shrink(group: &mut Group, net: &Net, proofs: &mut Proofs<'_>, observer: &dyn Observer) -> Option<usize> {
    let next = |lit: Lit| net.ports.bases[lit.node().index() - 1].next.flip_if(lit.is_complement());
    let members = group.members.clone();
    let mut failures = vec![0_usize; members.len()];
    let mut failed: Vec<(usize, usize)> = Vec::new();
    for i in 0..members.len() {
        if observer.stopped() || proofs.budget == 0 {
            return None;
        }
        for j in 0..i {
            // Hopeless members are not looked at any longer.
            if failures[i] < 3 && failures[j] < 3 && !proofs.apart(next(members[i]), next(members[j])) {
                failures[i] += 1;
                failures[j] += 1;
                failed.push((i, j));
            }
        }
    }
    let mut gone = vec![false; members.len()];
    while let Some(worst) = (0..members.len()).filter(|&i| !gone[i] && failures[i] > 0).max_by_key(|&i| failures[i]) {
        gone[worst] = true;
        for &(i, j) in &failed {
            if (i == worst || j == worst) && !gone[i + j - worst] {
                failures[i + j - worst] -= 1;
            }
        }
        failures[worst] = 0;
    }
    let mut lost = gone.iter().filter(|&&gone| gone).count();
    let mut flags = gone.iter();
    group.members.retain(|_| !flags.next().copied().unwrap_or(false));
    if group.exact {
        let none: Vec<Lit> = members.iter().map(|&lit| !next(lit)).collect();
        if lost > 0 || !proofs.impossible(&none) {
            group.exact = false;
            lost += 1;
        }
    }
    Some(lost)
}

/// Questions about a step of a net.
struct Proofs<'n> {
    net: &'n Net,
    prover: Prover,
    legal: Vec<Option<Lit>>,
    budget: usize,
    hard_tries: u32,
}

impl<'n> Proofs<'n> {
    fn new(net: &'n Net, groups: &[Group], budget: usize, hard_tries: u32) -> Self {
        let legal = net.ports.inputs.iter().map(|input| Some(input.legal)).collect();
        Self { net, prover: Prover::new(net, groups), legal, budget, hard_tries }
    }

    fn impossible(&mut self, lits: &[Lit]) -> bool {
        if lits.contains(&Lit::FALSE) {
            return true;
        }
        if self.shown(lits, LITTLE_EFFORT) {
            return true;
        }
        if self.hard_tries == 0 {
            return false;
        }
        let effort = (GATES_TIMES_EFFORT / self.net.num_gates().max(1)).clamp(LEAST_EFFORT, MOST_EFFORT);
        let found = self.shown(lits, effort);
        self.hard_tries = if found { self.hard_tries + FOR_SUCCESS } else { self.hard_tries - 1 };
        found
    }

    fn shown(&mut self, lits: &[Lit], effort: usize) -> bool {
        let world = World { net: self.net, legal: &self.legal, terminal: None };
        let going = World { terminal: Some(self.net.ports.terminal), ..world };
        // That the game goes on is rarely needed, and costs most.
        let found = [(world, effort / 4), (going, effort)].into_iter().any(|(world, effort)| {
            let found = self.prover.impossible(world, lits, When::Step, effort, ROOM);
            self.budget = self.budget.saturating_sub(self.prover.looked_at());
            found
        });
        found && self.budget > 0
    }

    fn apart(&mut self, a: Lit, b: Lit) -> bool {
        a == !b || self.impossible(&[a, b])
    }

    fn equal(&mut self, a: Lit, b: Lit) -> bool {
        a == b || (self.impossible(&[a, !b]) && self.impossible(&[!a, b]))
    }
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
