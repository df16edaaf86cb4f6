//! Who answers whether values can occur together.

use super::reach::{Group, Prover, When, World};
use crate::net::Net;
use crate::propnet::Lit;

/// Answers of a prover or a solver, with limits of its own.
pub(super) trait Oracle {
    /// Whether some edges of a growing net never hold together. `legal` are the legal edges of inputs, as far as they
    /// are known. False when that was not shown.
    fn impossible(&mut self, net: &Net, legal: &[Option<Lit>], lits: &[Lit], when: When) -> bool;

    /// In steps an edge of the net does not hold.
    fn exclude_in_steps(&mut self, _net: &Net, _edge: Lit) {}

    /// Allows more effort for the next answers; false when there is no more.
    fn harder(&mut self) -> bool {
        false
    }
}

/// Implications and a short search, for a bounded number of gates in all.
pub(super) struct Implications {
    prover: Prover,
    tries: usize,
    room: usize,
    budget: usize,
}

impl Implications {
    /// Knows groups of a net's bases; `budget` gates may be looked at in all.
    pub(super) fn new(net: &Net, groups: &[Group], tries: usize, room: usize, budget: usize) -> Self {
        Self { prover: Prover::new(net, groups), tries, room, budget }
    }
}

impl Oracle for Implications {
    fn impossible(&mut self, net: &Net, legal: &[Option<Lit>], lits: &[Lit], when: When) -> bool {
        if self.budget == 0 {
            return false;
        }
        let world = World { net, legal, terminal: None };
        let found = self.prover.impossible(world, lits, when, self.tries, self.room);
        self.budget = self.budget.saturating_sub(self.prover.looked_at());
        found
    }
}
