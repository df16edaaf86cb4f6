//! Cuts of four leaves written anew, gate by gate, with the structures of their functions' classes (DAG-aware rewriting:
//! Mishchenko, Chatterjee and Brayton, DAC 2006). What a structure has in common with the net costs nothing.
//!
//! Assignments of a cut's leaves that no sample of play shows are free at first, as in `refactor`.

use super::super::meter::Meter;
use super::super::oracle::Proofs;
use super::super::reach::Samples;
use super::classes::{CLASSES, FIRST_GATE, Function, MOST_NODES, Made, Structure};
use super::cuts::{Cut4, Cuts};
use super::work::{Work, each_gate};
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::truth::VARIABLES;

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Cuts of a gate.
    pub(crate) cuts: usize,
    /// Without any, assignments no sample shows are not free.
    pub(crate) proofs: Proofs,
    /// Gates of a net that is rewritten, at most.
    pub(crate) most_gates: usize,
}

/// What a gate takes; see [`Meter`].
const COST: u64 = 8_000;
/// Cuts of all gates together, at most, for the memory they take: 24 bytes each. Every gate may have a few.
const MOST_CUTS: usize = 6_000_000;
const FEWEST_CUTS: usize = 4;
/// Gates that must go with a cut for free assignments to be looked for; and where a net has so many gates.
const SAVED_FOR_FREE: i64 = 2;
const SAVED_FOR_FREE_IF_LARGE: i64 = 3;
const LARGE: usize = 10_000;
/// Free assignments that are made use of, at most; and functions that are tried for them.
const MOST_FREE: u32 = 8;
const MOST_FUNCTIONS: usize = 4;

/// Writes cuts anew. Preserves all outputs on the reachable states and legal moves.
pub(crate) fn rewrite(net: &Net, groups: &[Group], samples: &Samples, effort: Effort, meter: &Meter<'_>) -> Net {
    let work = Work::new(net, groups, samples, effort.proofs);
    let cuts = effort.cuts.min((MOST_CUTS / net.num_gates().max(1)).max(FEWEST_CUTS));
    let saved_for_free = if net.num_gates() > LARGE { SAVED_FOR_FREE_IF_LARGE } else { SAVED_FOR_FREE };
    let mut rewriting = Rewriting { work, cuts: Cuts::new(cuts), saved_for_free };
    each_gate(net, meter, COST, |gate| {
        rewriting.gate(gate);
        rewriting.work.spent()
    });
    rewriting.work.graph.finish()
}

struct Rewriting {
    work: Work,
    cuts: Cuts,
    /// Gates that must go with a cut for free assignments to be looked for.
    saved_for_free: i64,
}

/// A structure for a gate.
#[derive(Clone, Copy)]
struct Candidate {
    gain: i64,
    leaves: [Lit; 4],
    num_leaves: usize,
    function: Function,
    structure: &'static Structure,
    /// Assignments of the leaves with another value than the gate's.
    changed: Function,
}

impl Rewriting {
    fn gate(&mut self, root: NodeId) {
        if !self.work.graph.is_live(root) {
            return;
        }
        let mut best: [Option<Candidate>; 2] = [None; 2];
        for cut in self.cuts.of(&mut self.work.graph, root) {
            self.judge(root, &cut, &mut best);
        }
        let [exact, free] = best;
        let least = exact.map_or(0, |exact| exact.gain);
        if free.is_some_and(|free| free.gain > least && self.is_proven(root, free) && self.put(root, free)) {
            return;
        }
        if let Some(exact) = exact {
            self.put(root, exact);
        }
    }

    /// Finds structures for a cut that are better than the best so far: with its function, and with another one.
    fn judge(&mut self, root: NodeId, cut: &Cut4, best: &mut [Option<Candidate>; 2]) {
        let mut leaves = [Lit::FALSE; 4];
        for (leaf, node) in leaves.iter_mut().zip(cut.leaves()) {
            *leaf = self.work.graph.read(Lit::new(NodeId(node), false));
        }
        #[allow(clippy::cast_possible_truncation, reason = "tables of four variables repeat")]
        let exact = cut.table as Function;
        let kept = &leaves[..cut.len()];
        let saved = self.work.graph.release(root, kept);
        // A gate that goes alone could only go for an equal one: merging looks for those.
        let functions = match saved {
            ..=1 => Vec::new(),
            saved if saved < self.saved_for_free => vec![exact],
            _ => self.functions(root, exact, kept),
        };
        for function in functions {
            let changed = function ^ exact;
            let place = usize::from(changed != 0);
            for structure in CLASSES.of(function).structures {
                let least = best[place].map_or(1, |best| best.gain + 1);
                if let Some(added) = self.added(root, function, structure, leaves, saved - least) {
                    let (gain, num_leaves) = (saved - added, cut.len());
                    best[place] = Some(Candidate { gain, leaves, num_leaves, function, structure, changed });
                }
            }
        }
        self.work.graph.restore(root, kept);
    }

    /// The function of a cut, and short ones that differ where no sample of play has come.
    fn functions(&self, root: NodeId, exact: Function, leaves: &[Lit]) -> Vec<Function> {
        let mut functions = vec![exact];
        let length = |function: Function| CLASSES.of(function).structures.first().map_or(0, |best| best.gates.len());
        if length(exact) < 2 || !self.work.may_prove() {
            return functions;
        }
        // Places without a leaf repeat what the others say.
        let free = !self.seen(root, leaves) & assignments(leaves.len());
        if free == 0 || free.count_ones() > MOST_FREE {
            return functions;
        }
        // All subsets of the free assignments.
        let mut changed = free;
        while changed != 0 {
            functions.push(exact ^ repeated(changed, leaves.len()));
            changed = (changed - 1) & free;
        }
        functions[1..].sort_by_key(|&function| length(function));
        functions.truncate(1 + MOST_FUNCTIONS);
        functions.retain(|&function| function == exact || length(function) < length(exact));
        functions
    }

    /// Assignments of leaves that samples show; those of places without a leaf are seen.
    fn seen(&self, root: NodeId, leaves: &[Lit]) -> Function {
        let mut seen = 0;
        for word in 0..self.work.graph.words {
            self.split(leaves, word, self.work.counts(root, word), Function::MAX, &mut seen);
            if seen == Function::MAX {
                break;
            }
        }
        seen
    }

    /// Adds the assignments of leaves that samples of a word have, out of some.
    fn split(&self, leaves: &[Lit], word: usize, samples: u64, out_of: Function, seen: &mut Function) {
        if samples == 0 || out_of & !*seen == 0 {
            return;
        }
        let Some((&leaf, rest)) = leaves.split_last() else {
            *seen |= out_of;
            return;
        };
        #[allow(clippy::cast_possible_truncation, reason = "four variables have sixteen assignments")]
        let with = VARIABLES[rest.len()] as Function;
        let value = self.work.graph.value(leaf, word);
        self.split(rest, word, samples & value, out_of & with, seen);
        self.split(rest, word, samples & !value, out_of & !with, seen);
    }

    /// How many gates a structure adds while the gate's own are released; `None` when more than `most`.
    fn added(
        &mut self,
        root: NodeId,
        function: Function,
        structure: &Structure,
        leaves: [Lit; 4],
        most: i64,
    ) -> Option<i64> {
        if most < 0 {
            return None;
        }
        let graph = &mut self.work.graph;
        let mut edges = [None; MOST_NODES];
        edges[..FIRST_GATE].copy_from_slice(&variables(&CLASSES.of(function), leaves).map(Some));
        let mut added = 0;
        for (place, fanin) in (FIRST_GATE..).zip(&structure.gates) {
            let of = |code: u8| edges[usize::from(code >> 1)].map(|edge: Lit| edge.flip_if(code & 1 == 1));
            let found = match fanin.map(of) {
                [Some(a), Some(b)] => graph.builder.find(a, b).map(|edge| graph.read(edge)),
                _ => None,
            };
            if found.is_some_and(|edge| edge.node() == root) {
                return None;
            }
            let is_free = found.is_some_and(|edge| graph.is_live(edge.node()) || !graph.is_gate(edge.node()));
            added += i64::from(!is_free);
            edges[place] = found;
            if added > most {
                return None;
            }
        }
        (added <= most).then_some(added)
    }

    fn is_proven(&mut self, root: NodeId, candidate: Candidate) -> bool {
        let changed = candidate.changed & assignments(candidate.num_leaves);
        (0..16).filter(|assignment| changed >> assignment & 1 == 1).all(|assignment| {
            let leaves = candidate.leaves[..candidate.num_leaves].iter().enumerate();
            let lits: Vec<Lit> = leaves.map(|(i, leaf)| leaf.flip_if(assignment >> i & 1 == 0)).collect();
            self.work.never(root, &lits)
        })
    }

    /// Puts a structure in place of a gate, if it saves what it seemed to.
    fn put(&mut self, root: NodeId, candidate: Candidate) -> bool {
        let made = CLASSES.of(candidate.function);
        let first = self.work.graph.len();
        let mut edges = variables(&made, candidate.leaves).to_vec();
        let of = |edges: &[Lit], code: u8| edges[usize::from(code >> 1)].flip_if(code & 1 == 1);
        for &[a, b] in &candidate.structure.gates {
            let edge = self.work.graph.builder.and(of(&edges, a), of(&edges, b));
            self.work.grow();
            edges.push(self.work.graph.read(edge));
        }
        let built = of(&edges, candidate.structure.output).flip_if(made.flip);
        let put = built.node() != root && self.work.graph.gain(root, built) > 0 && self.work.replace(root, built);
        if !put {
            self.work.truncate(first);
        }
        put
    }
}

/// Assignments of so many leaves.
fn assignments(leaves: usize) -> Function {
    Function::MAX >> (16 - (1 << leaves))
}

/// Assignments of so many leaves, whatever variables beyond are.
fn repeated(assignments: Function, leaves: usize) -> Function {
    (leaves..4).fold(assignments, |all, variable| all | all << (1 << variable))
}

/// The constant, and the variables of a class.
fn variables(made: &Made<'_>, leaves: [Lit; 4]) -> [Lit; FIRST_GATE] {
    let variable = |i: usize| leaves[usize::from(made.transform.from[i])].flip_if(made.transform.flips >> i & 1 == 1);
    [Lit::FALSE, variable(0), variable(1), variable(2), variable(3)]
}
