//! Which sentence is which bit, for engines made from compiled nets.

use super::{BaseBit, Layout, Wire};
use gdl2hdl_emit::Manifest;
use gdl2hdl_net::propnet::{BaseFact, Ports};
use gdl2hdl_opt::{Dropped, Eliminated};
use std::borrow::Borrow;
use std::collections::HashMap;

fn base(sentence: &str, wire: Wire) -> BaseBit {
    BaseBit { sentence: sentence.to_owned(), wire }
}

/// The registers that are facts; others are bits of a code, and facts follow from them.
fn facts<F: Borrow<BaseFact>>(held: impl Iterator<Item = F>) -> impl Iterator<Item = BaseBit> {
    held.enumerate().filter_map(|(index, held)| match held.borrow() {
        BaseFact::OfRules(fact) => Some(base(fact, Wire::Register { index, inverted: false })),
        BaseFact::AnyOf(_) => None,
    })
}

/// The register of another base, or its complement. One that is not there would be a defect; it shows as such.
fn same(index: Option<usize>, inverted: bool) -> Wire {
    Wire::Register { index: index.unwrap_or(usize::MAX), inverted }
}

/// What follows from several registers.
fn none_of(literals: impl Iterator<Item = (Option<usize>, bool)>, inverted: bool) -> Wire {
    Wire::NoneOf { literals: literals.map(|(index, not)| (index.unwrap_or(usize::MAX), not)).collect(), inverted }
}

impl Layout {
    /// The layout of a net: its ports, and what optimisation took away.
    #[must_use]
    pub fn of_ports(ports: &Ports, dropped: &Dropped) -> Self {
        let kept = facts(ports.bases.iter().map(|base| &base.fact));
        let places: HashMap<&str, usize> = ports.bases.iter().enumerate().map(|(i, b)| (&*b.fact, i)).collect();
        let place = |fact: &str| places.get(fact).copied();
        let gone = dropped.bases.iter().map(|(fact, why)| {
            let wire = match why {
                Eliminated::Same { fact: other, inverted } => same(place(other), *inverted),
                Eliminated::NoneOf { of, inverted } => {
                    none_of(of.iter().map(|(other, not)| (place(other), *not)), *inverted)
                }
                Eliminated::Constant(value) => Wire::Constant(*value),
                Eliminated::Unobserved => Wire::Dropped,
            };
            base(fact, wire)
        });
        let moves = |role| ports.inputs[ports.inputs_of(role)].iter().map(|input| input.action.to_string()).collect();
        let goals = |role| ports.goals[ports.goals_of(role)].iter().map(|goal| i64::from(goal.value)).collect();
        let sees = |role| ports.sees[ports.sees_of(role)].iter().map(|seen| seen.percept.to_string()).collect();
        Self {
            roles: ports.roles.iter().map(ToString::to_string).collect(),
            registers: ports.bases.len(),
            bases: kept.chain(gone).collect(),
            moves: (0..ports.roles.len()).map(moves).collect(),
            goals: (0..ports.roles.len()).map(goals).collect(),
            sees: (0..ports.roles.len()).map(sees).collect(),
        }
    }

    /// The layout of an emitted module.
    #[must_use]
    pub fn of_manifest(manifest: &Manifest) -> Self {
        let kept = facts(manifest.bases.iter().map(|bit| BaseFact::read(&bit.fact)));
        let constant = |facts: &'_ [String], value| -> Vec<BaseBit> {
            facts.iter().map(|fact| base(fact, Wire::Constant(value))).collect()
        };
        let dropped = manifest.absent.unobserved.iter().map(|fact| base(fact, Wire::Dropped));
        let places: HashMap<&str, usize> = manifest.bases.iter().enumerate().map(|(i, bit)| (&*bit.fact, i)).collect();
        let place = |fact: &str| places.get(fact).copied();
        let shared = manifest.absent.same.iter().map(|bit| base(&bit.fact, same(place(&bit.other), bit.inverted)));
        let rests = manifest.absent.none_of.iter().map(|bit| {
            base(&bit.fact, none_of(bit.of.iter().map(|other| (place(&other.fact), other.inverted)), bit.inverted))
        });
        let bases = kept
            .chain(constant(&manifest.absent.always_true, true))
            .chain(constant(&manifest.absent.always_false, false));
        let roles = 0..manifest.roles.len();
        let moves = |role| {
            let of_role = manifest.moves.iter().filter(|bit| bit.role == role);
            of_role.map(|bit| bit.action.clone()).collect()
        };
        let goals = |role| {
            let of_role = manifest.goals.iter().filter(|bit| bit.role == role);
            of_role.map(|bit| i64::from(bit.value)).collect()
        };
        let sees = |role| {
            let of_role = manifest.sees.iter().filter(|bit| bit.role == role);
            of_role.map(|bit| bit.percept.clone()).collect()
        };
        Self {
            roles: manifest.roles.iter().map(|role| role.name.clone()).collect(),
            registers: manifest.bases.len(),
            bases: bases.chain(shared).chain(rests).chain(dropped).collect(),
            moves: roles.clone().map(moves).collect(),
            goals: roles.clone().map(goals).collect(),
            sees: roles.map(sees).collect(),
        }
    }
}
