//! The cuts of all nodes, from those of their fan-ins; the most promising ones are kept.

use super::cut::Cut;
use super::subject::Subject;
use super::{Aim, STEPS};
use crate::propnet::Lit;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use std::cmp::Ordering;

/// Most cuts that are kept for a node.
const MAX_CUTS: usize = 16;

/// How cuts are ranked, how many are kept, and how long they are chosen from.
#[derive(Clone, Copy, Debug)]
pub(super) struct MappingPlan {
    aim: Aim,
    kept: usize,
    /// Bound of passes by exact area; they end when one gains nothing.
    pub(super) exact_passes: usize,
}

impl MappingPlan {
    /// The plan for an aim.
    pub(super) fn new(aim: Aim) -> Self {
        let (kept, exact_passes) = if aim == Aim::QuickArea { (4, 0) } else { (8, 4) };
        Self { aim, kept, exact_passes }
    }
}

/// Cuts of gates, and what is expected of the best ones.
#[derive(Debug)]
pub(super) struct Cuts<const K: usize> {
    pool: Vec<Cut<K>>,
    ends: Vec<usize>,
    /// Area flow of all nodes: LUTs in the cone, shared ones by fraction.
    pub(super) flows: Vec<f32>,
    /// Levels of LUTs up to all nodes.
    pub(super) depths: Vec<u32>,
}

impl<const K: usize> Cuts<K> {
    /// The cuts of a gate as positions for [`Self::at`], best first; at least one.
    pub(super) fn of(&self, gate: usize) -> std::ops::Range<usize> {
        let start = if gate == 0 { 0 } else { self.ends[gate - 1] };
        start..self.ends[gate]
    }

    /// A cut by position.
    pub(super) fn at(&self, position: usize) -> &Cut<K> {
        &self.pool[position]
    }
}

#[derive(Clone, Copy, Debug)]
struct Ranked<const K: usize> {
    cut: Cut<K>,
    flow: f32,
    depth: u32,
    len: usize,
}

impl<const K: usize> Ranked<K> {
    fn new(cut: Cut<K>, cuts: &Cuts<K>) -> Self {
        let (mut flow, mut depth, mut len) = (0.0, 0, 0);
        for leaf in cut.leaves() {
            flow += cuts.flows[leaf as usize];
            depth = depth.max(cuts.depths[leaf as usize]);
            len += 1;
        }
        if cut.is_lut() {
            flow += 1.0;
            depth += 1;
        }
        Self { cut, flow, depth, len }
    }

    fn compare(&self, other: &Self, aim: Aim) -> Ordering {
        let depth = if aim == Aim::Depth { self.depth.cmp(&other.depth) } else { Ordering::Equal };
        depth.then_with(|| self.flow.total_cmp(&other.flow)).then_with(|| self.len.cmp(&other.len))
    }
}

/// The best cuts of one node so far, none within another.
struct Front<const K: usize> {
    cuts: [Ranked<K>; MAX_CUTS],
    len: usize,
}

impl<const K: usize> Front<K> {
    fn new() -> Self {
        Self { cuts: [Ranked { cut: Cut::FALSE, flow: 0.0, depth: 0, len: 0 }; MAX_CUTS], len: 0 }
    }

    /// Whether a cut is of no use: another one does with some of its leaves, or needs no LUT.
    fn has_better(&self, cut: &Cut<K>) -> bool {
        self.needs_no_table() || self.cuts[..self.len].iter().any(|kept| kept.cut.is_within(cut))
    }

    /// Whether the node is a constant, another node or its complement.
    fn needs_no_table(&self) -> bool {
        self.len == 1 && !self.cuts[0].cut.is_lut()
    }

    fn insert(&mut self, new: Ranked<K>, plan: MappingPlan) {
        let mut kept = 0;
        for i in 0..self.len {
            if new.cut.is_lut() && !new.cut.is_within(&self.cuts[i].cut) {
                self.cuts[kept] = self.cuts[i];
                kept += 1;
            }
        }
        self.len = kept;
        let place = self.cuts[..kept].partition_point(|old| old.compare(&new, plan.aim) != Ordering::Greater);
        if place >= plan.kept {
            return;
        }
        self.len = (kept + 1).min(plan.kept);
        self.cuts.copy_within(place..self.len - 1, place + 1);
        self.cuts[place] = new;
    }
}

/// Enumerates the cuts of all gates.
pub(super) fn enumerate<const K: usize>(
    subject: &Subject,
    plan: MappingPlan,
    observer: &dyn Observer,
) -> Result<Cuts<K>, Stopped> {
    let fanouts = subject.fanouts();
    let mut cuts = Cuts {
        pool: Vec::with_capacity(subject.gates.len() * plan.kept / 2),
        ends: Vec::with_capacity(subject.gates.len()),
        flows: vec![0.0; subject.first],
        depths: vec![0; subject.first],
    };
    let (mut front, mut pace) = (Front::new(), Pace::new(observer, STEPS));
    for (gate, fanin) in subject.gates.iter().enumerate() {
        pace.step()?;
        fill(&mut front, &cuts, subject.first, *fanin, plan);
        let best = front.cuts[0];
        #[allow(clippy::cast_precision_loss, reason = "a heuristic weight")]
        cuts.flows.push(best.flow / fanouts[subject.first + gate].max(1) as f32);
        cuts.depths.push(best.depth);
        cuts.pool.extend(front.cuts[..front.len].iter().map(|ranked| ranked.cut));
        cuts.ends.push(cuts.pool.len());
    }
    Ok(cuts)
}

fn fill<const K: usize>(front: &mut Front<K>, cuts: &Cuts<K>, first: usize, fanin: [Lit; 2], plan: MappingPlan) {
    front.len = 0;
    let [a, b] = fanin;
    for x in choices(cuts, first, a) {
        for y in choices(cuts, first, b) {
            let Some(mut cut) = Cut::union(&x, &y) else { continue };
            if front.has_better(&cut) {
                continue;
            }
            cut.table = edge(cut.lift(&x), a) & edge(cut.lift(&y), b);
            cut.reduce();
            front.insert(Ranked::new(cut, cuts), plan);
        }
    }
}

fn edge(table: u64, edge: Lit) -> u64 {
    table ^ if edge.is_complement() { u64::MAX } else { 0 }
}

/// The cuts of a fan-in as seen by its users: its own, and itself as a leaf unless it is constant or equals another.
fn choices<const K: usize>(cuts: &Cuts<K>, first: usize, edge: Lit) -> impl Iterator<Item = Cut<K>> + '_ {
    let place = edge.node();
    let own = place.index().checked_sub(first).map_or(0..0, |gate| cuts.of(gate));
    let simple = own.len() == 1 && !cuts.at(own.start).is_lut();
    let itself = match edge.is_constant() {
        true => Some(Cut::FALSE),
        false => (!simple).then(|| Cut::trivial(place.0)),
    };
    itself.into_iter().chain(own.map(|position| *cuts.at(position)))
}
