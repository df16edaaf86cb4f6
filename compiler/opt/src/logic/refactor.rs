//! Windows of a net written anew, gate by gate, when that saves gates.
//!
//! Assignments of a window's leaves that no sample of play shows are free at first; what a shorter expression makes of
//! them is then proven to be impossible, or the expression is not taken.

use super::super::meter::Meter;
use super::super::oracle::Proofs;
use super::super::reach::Samples;
use super::cover::cover;
use super::factor;
use super::window::{Window, window};
use super::work::{Work, each_gate};
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::table::TruthTable;

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
const SMALL: u64 = 14_000;
const LARGE: u64 = 60_000;
/// Products of an expression, at most; longer ones save nothing.
const MOST_CUBES: usize = 40;

/// Writes windows anew. Preserves all outputs on the reachable states and legal moves.
pub(crate) fn refactor(net: &Net, groups: &[Group], samples: &Samples, effort: Effort, meter: &Meter<'_>) -> Net {
    let mut refactoring = Refactoring { work: Work::new(net, groups, samples, effort.proofs), effort };
    // Tables no longer than it takes.
    if effort.leaves <= TruthTable::<2>::MOST {
        each_gate(net, meter, SMALL, |gate| refactoring.gate::<2>(gate));
    } else {
        each_gate(net, meter, LARGE, |gate| refactoring.gate::<8>(gate));
    }
    refactoring.work.graph.finish()
}

struct Refactoring {
    work: Work,
    effort: Effort,
}

impl Refactoring {
    /// Writes the window of a gate anew; gives what proofs took.
    fn gate<const W: usize>(&mut self, root: NodeId) -> u64 {
        if self.work.graph.is_live(root)
            && let Some(window) = window::<W>(&mut self.work.graph, root, self.effort.leaves)
        {
            self.window(root, &window);
        }
        self.work.spent()
    }

    fn window<const W: usize>(&mut self, root: NodeId, window: &Window<W>) {
        let free = if self.work.may_prove() { self.unseen(root, window) } else { TruthTable::FALSE };
        if free != TruthTable::FALSE && self.rewrite(root, window, free) {
            return;
        }
        self.rewrite(root, window, TruthTable::FALSE);
    }

    /// Puts the best expression in place when it saves gates and is proven.
    fn rewrite<const W: usize>(&mut self, root: NodeId, window: &Window<W>, free: TruthTable<W>) -> bool {
        let least = if self.effort.zero_gain && free == TruthTable::FALSE { 0 } else { 1 };
        let mut best: Option<(i64, Lit, TruthTable<W>)> = None;
        for flip in [false, true] {
            let function = window.function.flip_if(flip);
            let cubes = cover(function & !free, function | free, window.leaves.len(), MOST_CUBES);
            let Some(cubes) = cubes else { continue };
            let leaves: Vec<Lit> = window.leaves.iter().map(|&leaf| Lit::new(leaf, false)).collect();
            let built = factor::build(&cubes, &leaves, &mut self.work.graph.builder).flip_if(flip);
            self.work.grow();
            let built = self.work.graph.read(built);
            if built.node() == root {
                continue;
            }
            let gain = self.work.graph.gain(root, built);
            if gain >= least && best.is_none_or(|(most, ..)| gain > most) {
                let sum = cubes.iter().fold(TruthTable::FALSE, |sum, cube| {
                    let of = |literal: u16| TruthTable::variable(usize::from(literal >> 1)).flip_if(literal & 1 == 1);
                    sum | cube.literals().fold(TruthTable::TRUE, |product, literal| product & of(literal))
                });
                best = Some((gain, built, sum.flip_if(flip)));
            }
        }
        let Some((_, built, function)) = best else { return false };
        let changed = (function & !window.function) | (window.function & !function);
        if changed != TruthTable::FALSE && !self.never(root, window, changed, free) {
            return false;
        }
        self.work.graph.replace(root, built)
    }

    /// Assignments of the leaves that no sample shows: states alone for what depends on bases alone.
    fn unseen<const W: usize>(&self, root: NodeId, window: &Window<W>) -> TruthTable<W> {
        let count = window.leaves.len();
        let mut seen = TruthTable::FALSE;
        let mut values = vec![0; count];
        for word in 0..self.work.graph.words {
            for (value, &leaf) in values.iter_mut().zip(&window.leaves) {
                *value = self.work.graph.value(Lit::new(leaf, false), word);
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
    fn never<const W: usize>(
        &mut self,
        root: NodeId,
        window: &Window<W>,
        assignments: TruthTable<W>,
        free: TruthTable<W>,
    ) -> bool {
        let Some(cubes) = cover(assignments, free, window.leaves.len(), MOST_CUBES) else { return false };
        cubes.iter().all(|cube| {
            let leaf = |literal: u16| Lit::new(window.leaves[usize::from(literal >> 1)], literal & 1 == 1);
            let lits: Vec<Lit> = cube.literals().map(leaf).collect();
            self.work.never(root, &lits)
        })
    }
}
