//! Finds what wide ANDs have in common, and makes it once: as long as two edges occur together in several groups, the
//! pair that occurs most often becomes an edge of its own.
//!
//! Counting all pairs of wide groups would take quadratic time. So only pairs of edges that are likely to occur
//! together are tried: those that stand near each other in a group when edges are sorted by a hash of the groups
//! they are in, such that edges in similar groups are neighbours (min-hash, Broder 1997); and a new edge is tried with
//! the partners of its two parts. Rounds with other hashes follow until little is found.
//!
//! Source of the idea: common-cube extraction, Brayton, Rudell, Sangiovanni-Vincentelli and Wang (MIS, 1987).

use super::super::node;
use super::groups::Groups;
use super::sets::Sets;
use super::subject::Subject;
use crate::propnet::{Lit, NodeId};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use gdl2hdl_gdl::random::{GOLDEN, mix};

/// Neighbours an edge is tried with in each group.
const WINDOW: usize = 6;
/// Partners remembered for each edge.
const PARTNERS: usize = 32;
/// Bound of rounds; they also end when fewer than this part of the items is saved.
const ROUNDS: u64 = 8;
const WORTHWHILE: usize = 256;

/// Pairs between two questions to the observer: their sets may be long.
const PAIRS: u32 = 32;

/// Stands for no edge.
const NOBODY: u32 = u32::MAX;

/// Divides groups such that what they have in common is made once.
pub(super) fn share(subject: &Subject, mut groups: Groups, observer: &dyn Observer) -> Result<Groups, Stopped> {
    for seed in 0..ROUNDS {
        let before = groups.items.len();
        let mut round = Round::new(subject, &groups, seed, observer)?;
        round.run(subject, &mut groups.pairs, observer)?;
        groups = Groups::assemble(groups.len(), &round.members(), groups.pairs);
        if before - groups.items.len() <= before / WORTHWHILE {
            break;
        }
    }
    Ok(groups)
}

/// Edges that occur in several groups, numbered densely, and the pairs of them to try.
struct Round {
    /// Edges that occur in one group only `(group, edge)`.
    alone: Vec<(u32, Lit)>,
    /// The edges.
    edges: Vec<Lit>,
    /// The groups each edge is in.
    sets: Sets,
    /// Promising partners of each edge and how often they occurred together when they met.
    partners: Vec<[(u32, u32); PARTNERS]>,
    /// Pairs by how often they occurred together when they met, which only becomes less.
    queue: Vec<Vec<(u32, u32)>>,
}

impl Round {
    fn new(subject: &Subject, groups: &Groups, seed: u64, observer: &dyn Observer) -> Result<Self, Stopped> {
        let mut uses = vec![0_usize; 2 * (subject.len() + groups.pairs.len())];
        groups.items.iter().for_each(|item| uses[item.code() as usize] += 1);
        let edges = similar_first(groups, &uses, seed);
        observer.go_on()?;
        let sizes: Vec<usize> = edges.iter().map(|edge| uses[edge.code() as usize]).collect();
        let mut numbers = vec![NOBODY; uses.len()];
        (0..).zip(&edges).for_each(|(number, edge)| numbers[edge.code() as usize] = number);

        let members = || (0..groups.len()).flat_map(|i| groups.get(i).iter().map(move |&item| (node(i).0, item)));
        let numbered = members().map(|(group, item)| (numbers[item.code() as usize], group));
        let sets = Sets::new(&sizes, numbered.filter(|member| member.0 != NOBODY));
        let alone = members().filter(|(_, item)| numbers[item.code() as usize] == NOBODY).collect();
        let partners = vec![[(NOBODY, 0); PARTNERS]; edges.len()];
        let mut round = Self { alone, edges, sets, partners, queue: Vec::new() };
        observer.go_on()?;
        let mut pace = Pace::new(observer, PAIRS);
        for [a, b] in neighbours(groups, &numbers) {
            pace.step()?;
            round.meet(a, b);
        }
        Ok(round)
    }

    /// Remembers a pair when it occurs more than once.
    fn meet(&mut self, a: u32, b: u32) {
        let count = self.sets.common(a, b);
        if count < 2 {
            return;
        }
        for (a, b) in [(a, b), (b, a)] {
            let known = &mut self.partners[a as usize];
            let rare = known.iter_mut().min_by_key(|partner| partner.1);
            if let Some(rare) = rare.filter(|rare| (rare.1 as usize) < count) {
                *rare = (b, node(count).0);
            }
        }
        if self.queue.len() <= count {
            self.queue.resize(count + 1, Vec::new());
        }
        self.queue[count].push((a, b));
    }

    /// Makes pairs, the most frequent first, until none occurs twice.
    fn run(&mut self, subject: &Subject, pairs: &mut Vec<[Lit; 2]>, observer: &dyn Observer) -> Result<(), Stopped> {
        let mut pace = Pace::new(observer, PAIRS);
        while let Some(top) = self.queue.last_mut() {
            pace.step()?;
            let Some((a, b)) = top.pop() else {
                self.queue.pop();
                continue;
            };
            // Sets shrink fast: often their sizes show that a pair has become rarer.
            let most = self.sets.get(a).len().min(self.sets.get(b).len());
            let count = if most + 1 < self.queue.len() { most } else { self.sets.common(a, b) };
            if count + 1 == self.queue.len() {
                self.join(a, b, node(subject.len() + pairs.len()));
                pairs.push([a, b].map(|part| self.edges[part as usize]));
            } else if count > 1 {
                self.queue[count].push((a, b));
            }
        }
        Ok(())
    }

    /// Replaces two edges by a new one where they occur together.
    fn join(&mut self, a: u32, b: u32, pair: NodeId) {
        let number = node(self.edges.len()).0;
        self.edges.push(Lit::new(pair, false));
        self.sets.split(a, b);
        self.partners.push([(NOBODY, 0); PARTNERS]);
        let [left, right] = [a, b].map(|part| self.partners[part as usize].map(|partner| partner.0));
        let known = |x: &&u32| **x != NOBODY && **x != a && **x != b;
        let new = right.iter().filter(|x| !left.contains(x));
        left.iter().chain(new).filter(known).for_each(|&x| self.meet(number, x));
    }

    /// The groups as they are now: `(group, edge)`, sorted.
    fn members(mut self) -> Vec<(u32, Lit)> {
        for (number, &edge) in (0..).zip(&self.edges) {
            self.alone.extend(self.sets.get(number).iter().map(|&group| (group, edge)));
        }
        self.alone.sort_unstable();
        self.alone
    }
}

/// The edges that are used several times, such that those in similar groups are near each other.
fn similar_first(groups: &Groups, uses: &[usize], seed: u64) -> Vec<Lit> {
    let mut keys = vec![[u32::MAX; 2]; uses.len()];
    for group in 0..groups.len() {
        let hashes = [0, 1].map(|i| hash(group as u64, 2 * seed + i));
        for item in groups.get(group) {
            let key = &mut keys[item.code() as usize];
            *key = [key[0].min(hashes[0]), key[1].min(hashes[1])];
        }
    }
    let several = (0_u32..).zip(uses).filter(|(_, uses)| **uses > 1);
    let mut edges: Vec<Lit> = several.map(|(code, _)| Lit::new(NodeId(code >> 1), code & 1 == 1)).collect();
    edges.sort_by_key(|edge| (keys[edge.code() as usize], *edge));
    edges
}

/// A hash of a number; another one for each `seed`.
fn hash(number: u64, seed: u64) -> u32 {
    let mixed = mix((number + (seed << 32)).wrapping_add(1).wrapping_mul(GOLDEN));
    u32::try_from(mixed >> 32).expect("32 bits are left")
}

/// Pairs of numbered edges that are near each other in several groups, each once.
fn neighbours(groups: &Groups, numbers: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    let mut pairs = Vec::new();
    let mut sorted: Vec<u32> = Vec::new();
    for group in 0..groups.len() {
        sorted.clear();
        sorted.extend(groups.get(group).iter().map(|item| numbers[item.code() as usize]));
        sorted.sort_unstable();
        sorted.truncate(sorted.partition_point(|&number| number != NOBODY));
        for (i, &a) in sorted.iter().enumerate() {
            pairs.extend(sorted[i + 1..].iter().take(WINDOW).map(|&b| [a, b]));
        }
    }
    pairs.sort_unstable();
    let (mut last, mut repeats) = ([NOBODY; 2], 0);
    pairs.into_iter().filter(move |&pair| {
        repeats = if last == pair { repeats + 1 } else { 0 };
        last = pair;
        repeats == 1
    })
}
