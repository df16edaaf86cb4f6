//! Windows of a net written anew, gate by gate, when that saves gates.
//!
//! Assignments of a window's leaves that no sample of play shows are free at first; what a shorter expression makes of
//! them is then proven to be impossible, or the expression is not taken.

use super::super::meter::Meter;
use super::super::oracle::Proofs;
use super::super::reach::Samples;
use super::cover::{Cube, cover};
use super::factor::Form;
use super::window::Window;
use super::work::{Work, each_gate};
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::table::TruthTable;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Leaves of a window.
    pub(crate) leaves: usize,
    /// Takes what saves nothing, too: the next pass sees other gates.
    pub(crate) zero_gain: bool,
    /// Without any, assignments no sample shows are not free.
    pub(crate) proofs: Proofs,
    /// Gates of a net that is rewritten, at most.
    pub(crate) most_gates: usize,
}

/// What a gate takes with windows of up to seven leaves, and of more; see [`Meter`].
const SMALL: u64 = 8_000;
const LARGE: u64 = 60_000;
/// Products of an expression, at most; longer ones save nothing.
const MOST_CUBES: usize = 40;

/// Forms that are remembered, at most.
const MOST_FORMS: usize = 1 << 17;

/// Writes windows anew. Preserves all outputs on the reachable states and legal moves.
pub(crate) fn refactor(net: &Net, groups: &[Group], samples: &Samples, effort: Effort, meter: &Meter<'_>) -> Net {
    let work = Work::new(net, groups, samples, effort.proofs);
    // Tables no longer than it takes.
    if effort.leaves <= TruthTable::<2>::MOST {
        Refactoring::<2>::new(work, effort).run(net, meter, SMALL)
    } else {
        Refactoring::<8>::new(work, effort).run(net, meter, LARGE)
    }
}

/// A sum of products, factored, and its table.
struct Sum<const W: usize> {
    form: Form,
    function: TruthTable<W>,
}

impl<const W: usize> Sum<W> {
    /// The sum between two bounds; `None` where it is too long.
    fn between(lower: TruthTable<W>, upper: TruthTable<W>, variables: usize) -> Option<Self> {
        let cubes = cover(lower, upper, variables, MOST_CUBES)?;
        let of = |literal: u16| TruthTable::variable(usize::from(literal >> 1)).flip_if(literal & 1 == 1);
        let product = |cube: &Cube| cube.literals().fold(TruthTable::TRUE, |product, literal| product & of(literal));
        let function = cubes.iter().fold(TruthTable::FALSE, |sum, cube| sum | product(cube));
        Some(Self { form: Form::of(&cubes), function })
    }
}

/// The lower and the upper bound of a sum.
type Bounds<const W: usize> = [TruthTable<W>; 2];

struct Refactoring<const W: usize> {
    work: Work,
    effort: Effort,
    /// Sums by their bounds: games have the same functions again and again.
    sums: FxHashMap<Bounds<W>, Option<Rc<Sum<W>>>>,
}

impl<const W: usize> Refactoring<W> {
    fn new(work: Work, effort: Effort) -> Self {
        Self { work, effort, sums: FxHashMap::default() }
    }

    fn run(mut self, net: &Net, meter: &Meter<'_>, cost: u64) -> Net {
        let mut window = Window::<W>::default();
        each_gate(net, meter, cost, |gate| {
            self.gate(gate, &mut window);
            self.work.spent()
        });
        self.work.graph.finish()
    }

    /// Writes the window of a gate anew.
    fn gate(&mut self, root: NodeId, window: &mut Window<W>) {
        if !self.work.graph.is_live(root) {
            return;
        }
        let Some(function) = window.of(&mut self.work.graph, root, self.effort.leaves) else { return };
        let leaves: Vec<Lit> = window.leaves.iter().map(|&leaf| Lit::new(leaf, false)).collect();
        let saved = self.work.graph.release(root, &leaves);
        self.work.graph.restore(root, &leaves);
        // A gate that goes alone could only go for an equal one: merging has looked for those.
        if saved < 2 && !self.effort.zero_gain {
            return;
        }
        // What is free saves gates or nothing: it is for passes that are to save some.
        let may_free = !self.effort.zero_gain && self.work.may_prove();
        let free = if may_free { self.unseen(root, &leaves) } else { TruthTable::FALSE };
        if free != TruthTable::FALSE && self.rewrite(root, &leaves, function, free) {
            return;
        }
        self.rewrite(root, &leaves, function, TruthTable::FALSE);
    }

    /// Puts the best expression in place when it saves gates and is proven.
    fn rewrite(&mut self, root: NodeId, leaves: &[Lit], function: TruthTable<W>, free: TruthTable<W>) -> bool {
        let least = if self.effort.zero_gain && free == TruthTable::FALSE { 0 } else { 1 };
        let first = self.work.graph.len();
        let mut best: Option<(i64, Lit, TruthTable<W>)> = None;
        for flip in [false, true] {
            let function = function.flip_if(flip);
            let Some(sum) = self.sum([function & !free, function | free], leaves.len()) else { continue };
            let before = self.work.graph.len();
            let built = sum.form.build(leaves, &mut self.work.graph.builder).flip_if(flip);
            self.work.grow();
            let built = self.work.graph.read(built);
            let gain = if built.node() == root { -1 } else { self.work.graph.gain(root, built) };
            if gain >= least && best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, built, sum.function.flip_if(flip)));
            } else {
                self.work.truncate(before);
            }
        }
        let Some((_, built, new)) = best else { return false };
        let changed = (new & !function) | (function & !new);
        let holds = changed == TruthTable::FALSE || self.never(root, leaves, changed, free);
        let put = holds && self.work.replace(root, built);
        if !put {
            self.work.truncate(first);
        }
        put
    }

    fn sum(&mut self, bounds: Bounds<W>, variables: usize) -> Option<Rc<Sum<W>>> {
        if self.sums.len() >= MOST_FORMS {
            self.sums.clear();
        }
        let [lower, upper] = bounds;
        let sum = self.sums.entry(bounds).or_insert_with(|| Sum::between(lower, upper, variables).map(Rc::new));
        sum.clone()
    }

    /// Assignments of the leaves that no sample shows: states alone for what depends on bases alone.
    fn unseen(&self, root: NodeId, leaves: &[Lit]) -> TruthTable<W> {
        let count = leaves.len();
        let mut seen = TruthTable::FALSE;
        let mut values = vec![0; count];
        for word in 0..self.work.graph.words {
            for (value, &leaf) in values.iter_mut().zip(leaves) {
                *value = self.work.graph.value(leaf, word);
            }
            let mut left = self.work.counts(root, word);
            while left != 0 {
                // All samples that agree with the next one on the leaves.
                let lane = left.trailing_zeros();
                let mut alike = left;
                let mut assignment = 0;
                for (place, bits) in values.iter().enumerate() {
                    let one = bits >> lane & 1 == 1;
                    alike &= if one { *bits } else { !bits };
                    assignment |= usize::from(one) << place;
                }
                seen.set(assignment);
                left &= !alike;
            }
        }
        !seen.spread_set(count)
    }

    /// Whether assignments are proven to be impossible. Others that no sample shows may be taken along.
    fn never(&mut self, root: NodeId, leaves: &[Lit], assignments: TruthTable<W>, free: TruthTable<W>) -> bool {
        let Some(cubes) = cover(assignments, free, leaves.len(), MOST_CUBES) else { return false };
        cubes.iter().all(|cube| {
            let leaf = |literal: u16| leaves[usize::from(literal >> 1)].flip_if(literal & 1 == 1);
            let lits: Vec<Lit> = cube.literals().map(leaf).collect();
            self.work.never(root, &lits)
        })
    }
}
