//! Drops what an OR of ANDs says twice: of two ANDs the one that has all edges of the other, and more.
//!
//! Rules that ask for any legal move are full of it: a piece that can move three squares can also move one.

use super::STEPS;
use super::groups::Groups;
use super::subject::Subject;
use crate::propnet::Lit;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use rustc_hash::FxHashMap;

/// Edges looked at, at most, as a multiple of those of all groups.
const EFFORT: usize = 64;

/// For each group the items to be dropped: complements of groups that hold only where another such group does, or never
/// together with the group's other items.
pub(super) fn absorb(subject: &Subject, groups: &mut Groups, observer: &dyn Observer) -> Result<(), Stopped> {
    let signatures: Vec<u64> = (0..groups.len()).map(|gate| signature(groups.get(gate))).collect();
    let mut search = Search { subject, groups, signatures: &signatures, effort: EFFORT * groups.items.len() };
    let mut absorbed = vec![false; groups.items.len()];
    let mut pace = Pace::new(observer, STEPS);
    for gate in 0..groups.len() {
        pace.step()?;
        let start = groups.range(gate).start;
        search.in_group(gate).into_iter().for_each(|item| absorbed[start + item] = true);
    }
    if absorbed.contains(&true) {
        groups.drop_items(&absorbed);
        groups.sweep(subject);
    }
    Ok(())
}

struct Search<'a> {
    subject: &'a Subject,
    groups: &'a Groups,
    /// For each group a bit for each of its edges, some of which share one.
    signatures: &'a [u64],
    effort: usize,
}

/// An AND under an OR.
#[derive(Clone, Copy)]
struct Term {
    /// Its place in the OR.
    item: usize,
    /// Its group.
    gate: usize,
}

impl Search<'_> {
    /// The places of items to be dropped.
    fn in_group(&mut self, gate: usize) -> Vec<usize> {
        let items = self.groups.get(gate);
        let term = |(item, &edge): (usize, &Lit)| {
            let gate = self.subject.gate(edge.node()).filter(|_| edge.is_complement())?;
            (!self.groups.get(gate).is_empty()).then_some(Term { item, gate })
        };
        let mut terms: Vec<Term> = items.iter().enumerate().filter_map(term).collect();
        if terms.len() < 2 && terms.len() == items.len() {
            return Vec::new();
        }
        terms.sort_by_key(|term| self.groups.get(term.gate).len());
        let mut dropped = self.contradicted(items, &terms);
        let size: usize = terms.iter().map(|term| self.groups.get(term.gate).len()).sum();
        if terms.len() < 2 || !self.spend(size) {
            return dropped;
        }
        let mut with: FxHashMap<Lit, Vec<usize>> = FxHashMap::default();
        for (number, term) in terms.iter().enumerate() {
            self.groups.get(term.gate).iter().for_each(|&edge| with.entry(edge).or_default().push(number));
        }
        let mut gone = vec![false; terms.len()];
        for (number, term) in terms.iter().enumerate() {
            let edges = self.groups.get(term.gate);
            let Some(rarest) = edges.iter().map(|edge| &with[edge]).min_by_key(|with| with.len()) else { continue };
            if gone[number] || !self.spend(rarest.len()) {
                continue;
            }
            // Terms are sorted by their number of edges: those that this one absorbs come later.
            for &other in rarest.iter().filter(|&&other| other > number) {
                if !gone[other] && self.contains(terms[other].gate, term.gate) {
                    gone[other] = true;
                    dropped.push(terms[other].item);
                }
            }
        }
        dropped
    }

    /// Terms that need an edge of which the group itself has the complement.
    fn contradicted(&mut self, items: &[Lit], terms: &[Term]) -> Vec<usize> {
        let is_single = |edge: &Lit| terms.iter().all(|term| items[term.item] != *edge);
        let singles: Vec<Lit> = if terms.len() < items.len() && self.spend(terms.len() * items.len()) {
            items.iter().copied().filter(is_single).collect()
        } else {
            Vec::new()
        };
        let never = |term: &&Term| {
            let edges = self.groups.get(term.gate);
            singles.iter().any(|&single| edges.binary_search(&!single).is_ok())
        };
        terms.iter().filter(never).map(|term| term.item).collect()
    }

    /// Whether a group has all edges of another one.
    fn contains(&mut self, group: usize, part: usize) -> bool {
        if self.signatures[part] & !self.signatures[group] != 0 {
            return false;
        }
        let (group, part) = (self.groups.get(group), self.groups.get(part));
        self.effort = self.effort.saturating_sub(group.len());
        let mut edges = group.iter();
        part.iter().all(|edge| edges.any(|other| other == edge))
    }

    /// Whether there is effort left for so many looks.
    fn spend(&mut self, looks: usize) -> bool {
        let left = self.effort.checked_sub(looks);
        self.effort = left.unwrap_or(self.effort);
        left.is_some()
    }
}

fn signature(edges: &[Lit]) -> u64 {
    let bit = |edge: &Lit| 1 << (edge.code().wrapping_mul(0x9e37_79b9) >> 26);
    edges.iter().map(bit).fold(0, |bits, bit: u64| bits | bit)
}
