//! What is known of the states that play can reach: sets of which one member holds, found in random play ([`play`]),
//! proven by induction ([`induct`]), and used in proofs about gates ([`prover`]), each about a small part of the net
//! ([`sight`]).

mod answers;
mod candidates;
mod imagine;
mod induct;
pub(super) mod play;
pub(super) mod prover;
mod sight;
#[cfg(test)]
mod tests;

pub(super) use candidates::candidates;
pub(super) use induct::{Invariants, inductive};
pub(super) use play::Samples;
pub(super) use prover::{Answer, Effort, Prover, When, World};
