//! A SAT solver that knows what is assumed of states and steps.

use super::super::oracle::Oracle;
use super::super::reach::When;
use crate::sat::{Cones, Literal, Solver};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::Lit;

/// Conflicts a proof of two inner nodes may take, and a proof of an output at first.
const INNER_CONFLICTS: u32 = 300;
const OUTPUT_CONFLICTS: u32 = 30_000;

/// The solver with what is assumed of states and steps.
pub(super) struct Sat<'w> {
    solver: Solver<'w>,
    cones: Cones,
    /// A legal joint move is made.
    step: Literal,
    /// Inputs whose moves are known to the solver to be legal when made.
    legal: Vec<bool>,
    groups: Vec<Group>,
    started: bool,
    /// Conflicts of the next proof.
    conflicts: u32,
}

impl<'w> Sat<'w> {
    /// Groups are of leaves of the net, which have the same numbers in a net that is built of it.
    pub(super) fn new(observer: &'w dyn Observer, net: &Net, groups: Vec<Group>) -> Self {
        debug_assert!(groups.iter().flat_map(|group| &group.members).all(|lit| net.fanin(lit.node()).is_none()));
        let mut solver = Solver::for_easy_questions(observer);
        let step = solver.new_var();
        let legal = vec![false; net.ports.inputs.len()];
        Self { solver, cones: Cones::new(), step, legal, groups, started: false, conflicts: INNER_CONFLICTS }
    }

    /// Members of groups exclude each other; in a step each role makes one move.
    fn start(&mut self, net: &Net) {
        for group in std::mem::take(&mut self.groups) {
            let members = self.literals(net, &group.members);
            self.at_most_one(&members);
            if group.exact {
                self.solver.add(&members);
            }
        }
        for role in 0..net.ports.roles.len() {
            let moves: Vec<Lit> = net.ports.inputs_of(role).map(|input| net.ports.input(input)).collect();
            let mut moves = self.literals(net, &moves);
            self.at_most_one(&moves);
            moves.push(!self.step);
            self.solver.add(&moves);
        }
    }

    fn literals(&mut self, net: &Net, lits: &[Lit]) -> Vec<Literal> {
        lits.iter().map(|&lit| self.cones.literal(net, &mut self.solver, lit)).collect()
    }

    /// Sequential counter (Sinz 2005) for many, pairs for few.
    fn at_most_one(&mut self, literals: &[Literal]) {
        if literals.len() <= 6 {
            for (i, &a) in literals.iter().enumerate() {
                literals[..i].iter().for_each(|&b| self.solver.add(&[!a, !b]));
            }
            return;
        }
        let mut before: Option<Literal> = None;
        for &literal in literals {
            let so_far = self.solver.new_var();
            self.solver.add(&[!literal, so_far]);
            if let Some(before) = before {
                self.solver.add(&[!before, so_far]);
                self.solver.add(&[!before, !literal]);
            }
            before = Some(so_far);
        }
    }
}

impl Oracle for Sat<'_> {
    fn impossible(&mut self, net: &Net, legal: &[Option<Lit>], lits: &[Lit], when: When) -> bool {
        if !std::mem::replace(&mut self.started, true) {
            self.start(net);
        }
        let mut assumed = self.literals(net, lits);
        if when == When::Step {
            assumed.push(self.step);
            for (input, &edge) in legal.iter().enumerate() {
                if let Some(edge) = edge.filter(|_| !self.legal[input]) {
                    self.legal[input] = true;
                    let [made, allowed] =
                        [net.ports.input(input), edge].map(|e| self.cones.literal(net, &mut self.solver, e));
                    self.solver.add(&[!self.step, !made, allowed]);
                }
            }
        }
        self.solver.solve(&assumed, Some(self.conflicts)) == Some(false)
    }

    fn exclude_in_steps(&mut self, net: &Net, edge: Lit) {
        let ended = self.cones.literal(net, &mut self.solver, edge);
        self.solver.add(&[!self.step, !ended]);
    }

    fn harder(&mut self) -> bool {
        let before = self.conflicts;
        self.conflicts = self.conflicts.saturating_mul(10).max(OUTPUT_CONFLICTS);
        self.conflicts > before
    }
}
