//! Merging nodes that behave alike, once they are proven equal.

use super::classes::Classes;
use super::joint::{Joint, Pair};
use crate::sat::{Cones, Literal, Solver};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::random::SplitMix64;
use gdl2hdl_net::Builder;
use gdl2hdl_net::propnet::{Lit, value};

/// Random words of values before anything is proven.
const RANDOM_WORDS: usize = 32;
/// Conflicts a proof of two inner nodes may take. What is too hard here may be easy for outputs, or not be needed.
const INNER_CONFLICTS: u32 = 200;
/// Conflicts a proof of outputs may take at first; then ten times as many, until time is up.
const OUTPUT_CONFLICTS: u32 = 10_000;
/// Assignments that fit in a word.
const LANES: usize = 64;
/// Gates worth as much as one more proof: with more gates, values are computed for several assignments at a time.
const GATES_PER_PROOF: usize = 20_000;

/// What is known of a pair.
pub(super) enum Answer {
    /// It is always equal.
    Equal,
    /// It differs for these values of bases and moves.
    Differs(Vec<bool>),
    /// Time was up.
    Unknown,
}

/// The joint net, and a second one without what was merged.
pub(super) struct Sweep<'a> {
    joint: &'a Joint,
    observer: &'a dyn Observer,
    classes: Classes,
    /// Words of random values that were tried, one for each base and move.
    tried: Vec<Vec<u64>>,
    merged: Builder,
    /// For each node of the joint net that was looked at: its edge in the merged one.
    edges: Vec<Lit>,
    /// For each class: the edge of its first node in the merged net.
    leaders: Vec<Option<Lit>>,
    solver: Solver<'a>,
    cones: Cones,
    /// Values that showed differences, not yet used on all nodes.
    found: Vec<Vec<bool>>,
    random: SplitMix64,
}

/// A word in which about one of `2^n` bits is set.
fn sparse(random: &mut SplitMix64, n: usize) -> u64 {
    (1..n).fold(random.word(), |word, _| word & random.word())
}

impl<'a> Sweep<'a> {
    pub(super) fn new(joint: &'a Joint, observer: &'a dyn Observer) -> Self {
        let mut random = SplitMix64(1);
        let mut tried: Vec<Vec<u64>> = Vec::with_capacity(RANDOM_WORDS);
        let mut classes = None;
        for i in 0..RANDOM_WORDS {
            // Games have many bits of which few are set.
            let words: Vec<u64> = (0..joint.num_leaves()).map(|_| sparse(&mut random, 1 + i % 5)).collect();
            let values = joint.values(&words);
            classes.get_or_insert_with(|| Classes::new(&values)).refine(&values);
            tried.push(words);
            if observer.stopped() {
                break;
            }
        }
        let classes = classes.unwrap_or_else(|| Classes::new(&[]));
        let leaf = |position| Lit::new(gdl2hdl_net::node(position), false);
        let mut sweep = Self {
            joint,
            observer,
            classes,
            tried,
            merged: Builder::new(joint.net.ports.clone()),
            edges: (0..=joint.num_leaves()).map(leaf).collect(),
            leaders: Vec::new(),
            solver: Solver::for_easy_questions(observer),
            cones: Cones::new(),
            found: Vec::new(),
            random,
        };
        sweep.lead();
        sweep
    }

    /// Values for which a pair was seen to differ.
    pub(super) fn seen(&self, [a, b]: Pair) -> Option<Vec<bool>> {
        let (of_a, of_b) = (self.classes.of(a.node().index()), self.classes.of(b.node().index()));
        let same_sign = of_a.1 ^ a.is_complement() == of_b.1 ^ b.is_complement();
        if of_a.0 == of_b.0 && same_sign {
            return None;
        }
        self.tried.iter().find_map(|words| {
            let values = self.joint.values(words);
            let differ = value(&values, a) ^ value(&values, b);
            let lane = differ.trailing_zeros();
            (differ != 0).then(|| words.iter().map(|word| word >> lane & 1 == 1).collect())
        })
    }

    /// Looks at all gates, fan-ins before users.
    pub(super) fn run(&mut self) {
        let gates: Vec<[Lit; 2]> = self.joint.net.gates().map(|(_, fanin)| fanin).collect();
        let total = gates.len() as u64;
        for (i, [a, b]) in gates.into_iter().enumerate() {
            if i % 256 == 0 {
                self.observer.progress("proving equality", i as u64, total);
            }
            let (a, b) = (self.edge(a), self.edge(b));
            let new = self.merged.and(a, b);
            let edge = if self.observer.stopped() { new } else { self.merge(new) };
            self.edges.push(edge);
            self.note(self.edges.len() - 1);
        }
    }

    /// The edge of the joint net's last node: that of its class, when the two are proven equal.
    fn merge(&mut self, new: Lit) -> Lit {
        let node = self.edges.len();
        loop {
            let (class, flipped) = self.classes.of(node);
            let Some(leader) = self.leaders[class].map(|leader| leader.flip_if(flipped)) else { return new };
            if leader == new {
                return new;
            }
            match self.equal(leader, new, INNER_CONFLICTS) {
                Answer::Equal => return leader,
                Answer::Unknown => return new,
                Answer::Differs(values) => self.found.push(values),
            }
            let batch = (self.joint.net.num_gates() / GATES_PER_PROOF).clamp(1, LANES);
            if self.found.len() < batch {
                return new;
            }
            self.tell_apart();
        }
    }

    /// Divides classes by the values that were found, and by others near them.
    fn tell_apart(&mut self) {
        let near = LANES / self.found.len().max(1);
        let mut words = vec![0_u64; self.joint.num_leaves()];
        for (i, word) in words.iter_mut().enumerate() {
            let noise = sparse(&mut self.random, 4);
            for (k, values) in self.found.iter().enumerate() {
                let lanes = (u64::MAX >> (LANES - near)) << (k * near);
                // The first lane of each has no noise.
                let noise = noise & lanes & !(1 << (k * near));
                *word |= noise ^ if values[i] { lanes } else { 0 };
            }
        }
        self.found.clear();
        self.classes.refine(&self.joint.values(&words));
        self.lead();
    }

    /// Finds the first node of each class among those that were looked at.
    fn lead(&mut self) {
        self.leaders.clear();
        self.leaders.resize(self.classes.count(), None);
        (0..self.edges.len()).for_each(|node| self.note(node));
    }

    /// Lets a node lead its class when none does.
    fn note(&mut self, node: usize) {
        let (class, flipped) = self.classes.of(node);
        let edge = self.edges[node].flip_if(flipped);
        self.leaders[class].get_or_insert(edge);
    }

    fn edge(&self, edge: Lit) -> Lit {
        edge.moved(&self.edges)
    }

    /// Decides a pair, however many conflicts it takes.
    pub(super) fn decide(&mut self, [a, b]: Pair) -> Answer {
        let (a, b) = (self.edge(a), self.edge(b));
        let mut conflicts = OUTPUT_CONFLICTS;
        loop {
            match self.equal(a, b, conflicts) {
                Answer::Unknown if !self.observer.stopped() => conflicts = conflicts.saturating_mul(10),
                answer => return answer,
            }
        }
    }

    /// Whether two edges of the merged net are equal.
    fn equal(&mut self, a: Lit, b: Lit, conflicts: u32) -> Answer {
        if a == b {
            return Answer::Equal;
        }
        let [x, y] = [a, b].map(|edge| self.cones.literal(self.merged.net(), &mut self.solver, edge));
        for assumed in [[x, !y], [!x, y]] {
            match self.solver.solve(&assumed, Some(conflicts)) {
                Some(false) => self.solver.add(&[!assumed[0], !assumed[1]]),
                Some(true) => return Answer::Differs(self.assignment()),
                None => return Answer::Unknown,
            }
        }
        Answer::Equal
    }

    /// The values of bases and moves that the solver found. What it was not asked about is false.
    fn assignment(&self) -> Vec<bool> {
        let leaf = |i: usize| self.cones.get(gdl2hdl_net::node(1 + i));
        (0..self.joint.num_leaves())
            .map(|i| leaf(i).is_some_and(|literal: Literal| self.solver.value(literal)))
            .collect()
    }
}
