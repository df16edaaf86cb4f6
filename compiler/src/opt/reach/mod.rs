//! What is known of the states that play can reach: sets of which one member holds, found in random play ([`play`]),
//! proven by induction ([`induct`]), and used in proofs about gates ([`prover`]).

mod candidates;
mod induct;
pub(super) mod play;
pub(super) mod prover;
#[cfg(test)]
mod tests;

pub(super) use candidates::candidates;
pub(super) use induct::{Invariants, inductive};
pub(super) use play::Samples;
pub(super) use prover::{Prover, When, World};

use crate::propnet::Lit;

/// Base literals of which at most one holds in every reachable state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// The literals, sorted, of different bases.
    pub members: Vec<Lit>,
    /// One of them holds always.
    pub exact: bool,
}

impl Group {
    /// The group of other literals; without those that are gone. Constants count: beside one that holds always there
    /// is no other.
    pub(super) fn mapped(&self, map: impl Fn(Lit) -> Option<Lit>) -> Option<Self> {
        let mapped: Vec<Option<Lit>> = self.members.iter().map(|&lit| map(lit)).collect();
        let exact = self.exact && mapped.iter().all(Option::is_some);
        let mut members: Vec<Lit> = mapped.into_iter().flatten().filter(|&lit| lit != Lit::FALSE).collect();
        members.sort_unstable();
        members.dedup();
        let apart = members.windows(2).all(|two| two[0].node() != two[1].node());
        (members.len() > 1 && apart && members[0] != Lit::TRUE).then_some(Self { members, exact })
    }
}
