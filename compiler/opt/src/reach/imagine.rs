//! Imagined states: whatever keeps what is known of registers, whether play comes there or not.
//!
//! A prover knows of a state which registers exclude each other, and no more. What fails in a state that keeps to this can't
//! be proven: imagined states save the time that such proofs take in vain.

use super::Samples;
use super::play::pick;
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_net::propnet::{Lit, value};
use gdl2hdl_net::{Group, Net};

/// Legal steps from imagined states in which the game goes on.
pub(super) struct Steps {
    words: usize,
    /// The words of each base after the step.
    next: Vec<u64>,
    /// Where a step was made.
    live: Vec<u64>,
}

impl Steps {
    /// Takes so many words of steps. Each base has the value of what it seems to equal.
    pub(super) fn new(net: &Net, same: &[Lit], imagination: &mut Imagination<'_>, words: usize, seed: u64) -> Self {
        let mut random = SplitMix64(seed);
        let none = vec![0; net.ports.inputs.len()];
        let mut steps = Self { words, next: vec![0; net.ports.bases.len() * words], live: Vec::with_capacity(words) };
        for word in 0..words {
            let mut state = imagination.states(&mut random);
            let equals = |&lit: &Lit| {
                let bits = lit.node().index().checked_sub(1).map_or(0, |base| state[base]);
                if lit.is_complement() { !bits } else { bits }
            };
            state = same.iter().map(equals).collect();
            let still = net.evaluate(&state, &none);
            let (joint, live) = pick(net, &still, !value(&still, net.ports.terminal), &mut random);
            let values = net.evaluate(&state, &joint);
            steps.live.push(live);
            for (base, own) in net.ports.bases.iter().enumerate() {
                steps.next[base * words + word] = value(&values, own.next);
            }
        }
        steps
    }

    /// Whether literals of bases hold together after some step.
    pub(super) fn show(&self, lits: &[Lit]) -> bool {
        (0..self.words).any(|word| lits.iter().fold(self.live[word], |bits, &lit| bits & self.next(lit, word)) != 0)
    }

    /// Whether no two literals of bases hold together after any step.
    pub(super) fn are_apart(&self, lits: &[Lit]) -> bool {
        (0..self.words).all(|word| {
            let mut some = 0;
            lits.iter().all(|&lit| {
                let bits = self.next(lit, word) & self.live[word];
                let apart = some & bits == 0;
                some |= bits;
                apart
            })
        })
    }

    /// The words of a literal of a base.
    pub(super) fn words(&self, lit: Lit) -> Vec<u64> {
        (0..self.words).map(|word| self.next(lit, word) & self.live[word]).collect()
    }

    fn next(&self, lit: Lit, word: usize) -> u64 {
        let bits = lit.node().index().checked_sub(1).map_or(0, |base| self.next[base * self.words + word]);
        if lit.is_complement() { !bits } else { bits }
    }
}

impl Samples {
    /// The first of these samples, and as many words of imagined states as come to `words` together: states that keep the
    /// groups, whether the game goes on or not, each with a legal joint move where there is one.
    pub(crate) fn with_imagined(&self, net: &Net, groups: &[Group], words: usize, seed: u64) -> Self {
        let kept = words.div_ceil(2).min(self.words());
        let mut samples = self.first(kept);
        let mut random = SplitMix64(seed);
        let mut imagination = Imagination::new(net.ports.bases.len(), groups, self);
        let none = vec![0; net.ports.inputs.len()];
        for _ in kept..words {
            let mut leaves = imagination.states(&mut random);
            let (joint, live) = pick(net, &net.evaluate(&leaves, &none), u64::MAX, &mut random);
            leaves.extend(joint);
            samples.push(leaves, live);
        }
        samples
    }
}

/// Groups of bases, and the states that play has shown.
pub(super) struct Imagination<'a> {
    samples: &'a Samples,
    groups: &'a [Group],
    /// What is independent of each other.
    parts: Vec<Part>,
    /// The groups of each base.
    groups_of: Vec<Vec<u32>>,
    /// Values of bases where they are not in the sense of their groups.
    rest: Vec<u64>,
    /// For each group where a member holds.
    some: Vec<u64>,
}

/// Bases that groups connect.
#[derive(Default)]
struct Part {
    bases: Vec<usize>,
    /// Its groups of which one member holds always.
    exact: Vec<u32>,
    /// Members that stand in one group as they are, and in another complemented, are not made up.
    is_mixed: bool,
}

impl<'a> Imagination<'a> {
    /// Samples of play must keep the groups.
    pub(super) fn new(bases: usize, groups: &'a [Group], samples: &'a Samples) -> Self {
        let mut groups_of: Vec<Vec<u32>> = vec![Vec::new(); bases];
        let mut rest = vec![0; bases];
        let mut is_mixed = vec![false; bases];
        for (number, group) in (0_u32..).zip(groups) {
            for &lit in &group.members {
                let (base, value) = (base_of(lit), if lit.is_complement() { u64::MAX } else { 0 });
                is_mixed[base] |= !groups_of[base].is_empty() && rest[base] != value;
                rest[base] = value;
                groups_of[base].push(number);
            }
        }
        let parts = parts(bases, groups, &is_mixed);
        Self { samples, groups, parts, groups_of, rest, some: vec![0; groups.len()] }
    }

    /// A word of states: for each base its value in 64 of them. Each part of a state is as play has shown it, in any
    /// state, or made up.
    pub(super) fn states(&mut self, random: &mut SplitMix64) -> Vec<u64> {
        let bases = self.groups_of.len();
        let mut states = self.rest.clone();
        self.some.fill(0);
        for place in 0..self.parts.len() {
            let (word, turn) = (random.index(self.samples.words()), u32::from(random.word().to_le_bytes()[0]));
            let made_up = self.make_up(place, &mut states, random) & random.word();
            let (shown, _) = self.samples.word(word, bases);
            for &base in &self.parts[place].bases {
                states[base] = states[base] & made_up | shown[base].rotate_left(turn) & !made_up;
            }
        }
        states
    }

    /// Adds members of groups in any order while they exclude none that is there. Gives where that became a state.
    fn make_up(&mut self, place: usize, states: &mut [u64], random: &mut SplitMix64) -> u64 {
        let Self { parts, groups, groups_of, rest, some, .. } = self;
        let Part { bases, exact, is_mixed } = &mut parts[place];
        if *is_mixed {
            return 0;
        }
        for i in (1..bases.len()).rev() {
            bases.swap(i, random.index(i + 1));
        }
        let mut add = |base: usize, mask: u64| {
            let free = groups_of[base].iter().fold(mask, |free, &group| free & !some[group as usize]);
            groups_of[base].iter().for_each(|&group| some[group as usize] |= free);
            states[base] ^= free & !(states[base] ^ rest[base]);
        };
        bases.iter().for_each(|&base| add(base, random.word()));
        if !exact.is_empty() {
            let is_exact = |&base: &usize| groups_of[base].iter().any(|&group| groups[group as usize].exact);
            bases.iter().copied().filter(is_exact).for_each(|base| add(base, u64::MAX));
        }
        exact.iter().fold(u64::MAX, |all, &group| all & some[group as usize])
    }
}

fn base_of(lit: Lit) -> usize {
    lit.node().index() - 1
}

/// The parts, in the order of their first bases.
fn parts(bases: usize, groups: &[Group], is_mixed: &[bool]) -> Vec<Part> {
    let mut first: Vec<usize> = (0..bases).collect();
    let root = |first: &mut Vec<usize>, mut base: usize| {
        while first[base] != base {
            first[base] = first[first[base]];
            base = first[base];
        }
        base
    };
    for two in groups.iter().flat_map(|group| group.members.windows(2)) {
        let [a, b] = [two[0], two[1]].map(|lit| root(&mut first, base_of(lit)));
        first[a.max(b)] = a.min(b);
    }
    let mut parts: Vec<Part> = (0..bases).map(|_| Part::default()).collect();
    for base in 0..bases {
        let part = &mut parts[root(&mut first, base)];
        part.bases.push(base);
        part.is_mixed |= is_mixed[base];
    }
    for (number, group) in (0_u32..).zip(groups).filter(|(_, group)| group.exact) {
        if let Some(&lit) = group.members.first() {
            parts[root(&mut first, base_of(lit))].exact.push(number);
        }
    }
    parts.retain(|part| !part.bases.is_empty());
    parts
}
