//! Windows of a net written anew, gate by gate, when that saves gates.
//!
//! Assignments of a window's leaves that no sample of play shows are free at first; what a shorter expression makes of
//! them is then proven to be impossible, or the expression is not taken.

use super::super::reach::{Group, Prover, Samples, When, World};
use super::cover::cover;
use super::factor;
use super::graph::Graph;
use super::table::Table;
use super::window::{Window, window};
use crate::ground::Watch;
use crate::net::{Net, node};
use crate::propnet::{Lit, NodeId};

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Effort {
    /// Leaves of a window.
    pub(in crate::opt) leaves: usize,
    /// Takes what saves nothing, too: the next pass sees other gates.
    pub(in crate::opt) stir: bool,
    /// Failed tries of one proof, and gates it looks at; without any, assignments no sample shows are not free.
    pub(in crate::opt) tries: usize,
    pub(in crate::opt) room: usize,
    /// Gates looked at in all proofs together, for each gate of the net: bounds the time.
    pub(in crate::opt) budget: usize,
    /// The same for the whole net, at most.
    pub(in crate::opt) most: usize,
    /// Gates of a net that is rewritten, at most.
    pub(in crate::opt) most_gates: usize,
}

/// Products of an expression, at most; longer ones save nothing.
const MOST_CUBES: usize = 40;

/// Writes windows anew. Preserves all outputs on the reachable states and legal moves.
pub(in crate::opt) fn refactor(
    net: &Net,
    groups: &[Group],
    samples: &Samples,
    effort: Effort,
    watch: &dyn Watch,
) -> Net {
    let mut work = Work::new(net, groups, samples, effort);
    let (first, total) = (net.ports.first_gate(), work.graph.len());
    for position in first..total {
        if position % 256 == 0 {
            watch.progress("rewriting gates", (position - first) as u64, (total - first) as u64);
            if watch.expired() {
                break;
            }
        }
        work.gate(node(position));
    }
    work.graph.finish()
}

struct Work {
    graph: Graph,
    prover: Prover,
    legal: Vec<Option<Lit>>,
    effort: Effort,
    budget: usize,
    /// Samples with a joint move.
    live: Vec<u64>,
    /// By node whether it depends on moves.
    of_moves: Vec<bool>,
    bases: usize,
}

impl Work {
    fn new(net: &Net, groups: &[Group], samples: &Samples, effort: Effort) -> Self {
        let graph = Graph::new(net, samples);
        let legal = graph.builder.net().ports.inputs.iter().map(|input| Some(input.legal)).collect();
        let prover = Prover::new(net, groups);
        let budget = effort.budget.saturating_mul(net.num_gates().max(1000)).min(effort.most);
        let (live, bases) = (samples.live.clone(), net.ports.bases.len());
        let mut work = Self { graph, prover, legal, effort, budget, live, of_moves: Vec::new(), bases };
        work.grow();
        work
    }

    /// Takes note of gates that were built.
    fn grow(&mut self) {
        self.graph.grow();
        for position in self.of_moves.len()..self.graph.len() {
            let of_moves = match self.graph.builder.net().fanin(node(position)) {
                Some(fanin) => fanin.iter().any(|edge| self.of_moves[edge.node().index()]),
                None => position > self.bases,
            };
            self.of_moves.push(of_moves);
        }
    }

    fn gate(&mut self, root: NodeId) {
        if !self.graph.is_live(root) {
            return;
        }
        let Some(window) = window(&mut self.graph, root, self.effort.leaves) else { return };
        let free = if self.effort.tries > 0 { self.unseen(root, &window) } else { Table::FALSE };
        if free != Table::FALSE && self.budget > 0 && self.rewrite(root, &window, free) {
            return;
        }
        self.rewrite(root, &window, Table::FALSE);
    }

    /// Puts the best expression in place when it saves gates and is proven.
    fn rewrite(&mut self, root: NodeId, window: &Window, free: Table) -> bool {
        let least = if self.effort.stir && free == Table::FALSE { 0 } else { 1 };
        let mut best: Option<(i64, Lit, Table)> = None;
        for flip in [false, true] {
            let function = window.function.flip_if(flip);
            let cubes = cover(function & !free, function | free, window.leaves.len(), MOST_CUBES);
            let Some(cubes) = cubes else { continue };
            let leaves: Vec<Lit> = window.leaves.iter().map(|&leaf| Lit::new(leaf, false)).collect();
            let built = factor::build(&cubes, &leaves, &mut self.graph.builder).flip_if(flip);
            self.grow();
            let built = self.graph.read(built);
            if built.node() == root {
                continue;
            }
            let gain = self.graph.gain(root, built);
            if gain >= least && best.is_none_or(|(most, ..)| gain > most) {
                let sum = cubes.iter().fold(Table::FALSE, |sum, cube| {
                    let of = |literal: u16| Table::variable(usize::from(literal >> 1)).flip_if(literal & 1 == 1);
                    sum | cube.literals().fold(Table::TRUE, |product, literal| product & of(literal))
                });
                best = Some((gain, built, sum.flip_if(flip)));
            }
        }
        let Some((_, built, function)) = best else { return false };
        let changed = (function & !window.function) | (window.function & !function);
        if changed != Table::FALSE && !self.never(root, window, changed, free) {
            return false;
        }
        self.graph.replace(root, built);
        true
    }

    /// Assignments of the leaves that no sample shows: states alone for what depends on bases alone.
    fn unseen(&self, root: NodeId, window: &Window) -> Table {
        let count = window.leaves.len();
        let mut seen = Table::FALSE;
        for word in 0..self.graph.words {
            let live = if self.of_moves[root.index()] { self.live[word] } else { u64::MAX };
            let values: Vec<u64> =
                window.leaves.iter().map(|&leaf| self.graph.value(Lit::new(leaf, false), word)).collect();
            let mut left = live;
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
    fn never(&mut self, root: NodeId, window: &Window, assignments: Table, free: Table) -> bool {
        let Some(cubes) = cover(assignments, free, window.leaves.len(), MOST_CUBES) else { return false };
        let when = if self.of_moves[root.index()] { When::Step } else { When::State };
        let world = World { net: self.graph.builder.net(), legal: &self.legal, terminal: None };
        cubes.iter().all(|cube| {
            let lits: Vec<Lit> = cube
                .literals()
                .map(|literal| Lit::new(window.leaves[usize::from(literal >> 1)], literal & 1 == 1))
                .collect();
            let proven = self.prover.impossible(world, &lits, when, self.effort.tries, self.effort.room);
            self.budget = self.budget.saturating_sub(self.prover.looked_at());
            proven
        })
    }
}
