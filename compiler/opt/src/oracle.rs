//! Who answers whether values can occur together.

use super::meter::LOOK;
use super::reach::{Prover, When, World};
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::Lit;

/// Answers of a prover or a solver, with limits of its own.
pub(super) trait Oracle {
    /// Whether some edges of a growing net never hold together. `legal` are the legal edges of inputs, as far as they
    /// are known. False when that was not shown.
    fn impossible(&mut self, net: &Net, legal: &[Option<Lit>], lits: &[Lit], when: When) -> bool;

    /// In steps an edge of the net does not hold.
    fn exclude_in_steps(&mut self, _net: &Net, _edge: Lit) {}

    /// The work that its answers took since this was last asked, in units of a `Meter`, where it is counted.
    fn spent(&mut self) -> u64 {
        0
    }

    /// Allows more effort for the next answers; false when there is no more.
    fn harder(&mut self) -> bool {
        false
    }
}

/// How hard to try to prove something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proofs {
    /// Failed tries of one proof, and gates it looks at; without any, nothing is taken that takes a proof.
    pub(super) tries: usize,
    pub(super) room: usize,
    /// Gates looked at in all proofs together, for each gate of the net: bounds the time.
    pub(super) budget: usize,
    /// The same for the whole net, at most.
    pub(super) most: usize,
}

/// Nets with fewer gates have as much of a budget as one of these.
const FEW_GATES: usize = 1000;

/// Implications and a short search, for a bounded number of gates in all.
pub(super) struct Implications {
    prover: Prover,
    proofs: Proofs,
    /// Gates that may still be looked at.
    budget: usize,
    /// Gates looked at that were not yet told.
    looked_at: u64,
}

impl Implications {
    /// Knows groups of a net's bases.
    pub(super) fn new(net: &Net, groups: &[Group], proofs: Proofs) -> Self {
        let budget = proofs.budget.saturating_mul(net.num_gates().max(FEW_GATES)).min(proofs.most);
        Self { prover: Prover::new(net, groups), proofs, budget, looked_at: 0 }
    }

    /// Whether more may be proven.
    pub(super) fn may_prove(&self) -> bool {
        self.proofs.tries > 0 && self.budget > 0
    }
}

impl Oracle for Implications {
    fn impossible(&mut self, net: &Net, legal: &[Option<Lit>], lits: &[Lit], when: When) -> bool {
        if self.budget == 0 {
            return false;
        }
        let world = World { net, legal, terminal: None };
        let found = self.prover.impossible(world, lits, when, self.proofs.tries, self.proofs.room);
        self.budget = self.budget.saturating_sub(self.prover.looked_at());
        self.looked_at += self.prover.looked_at() as u64;
        found
    }

    fn spent(&mut self) -> u64 {
        std::mem::take(&mut self.looked_at) * LOOK
    }
}
