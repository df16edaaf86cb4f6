//! Registers that are constant, or equal to others, by induction.

use super::reach::Invariants;
use super::rebuild::{Keep, rebuild};
use super::{Dropped, Eliminated};
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{BaseFact, Lit};
use rustc_hash::FxHashMap;

/// The net without registers that equal others, and its groups. Preserves all outputs in reachable states.
pub(super) fn merged(net: &Net, invariants: &Invariants, dropped: &mut Dropped) -> (Net, Vec<Group>) {
    let bases = &net.ports.bases;
    let own = |base: usize| invariants.same[base] == net.ports.base(base);
    let kept: Vec<bool> = (0..bases.len()).map(own).collect();
    let mut known: Vec<Option<Lit>> = vec![None; net.num_nodes()];
    for (base, &same) in invariants.same.iter().enumerate().filter(|(base, _)| !kept[*base]) {
        known[1 + base] = Some(same);
        let gone = match same.node().index().checked_sub(1) {
            None => Eliminated::Constant(same == Lit::TRUE),
            Some(other) => Eliminated::Same { fact: bases[other].fact.clone(), inverted: same.is_complement() },
        };
        dropped.bases.push((bases[base].fact.clone(), gone));
    }
    let groups = renumbered(&invariants.groups, net, &kept);
    let keep = Keep { bases: kept, inputs: vec![true; net.ports.inputs.len()], known };
    (rebuild(net, &keep), groups)
}

/// Groups of a net's bases where only some bases are kept.
pub(super) fn renumbered(groups: &[Group], net: &Net, kept: &[bool]) -> Vec<Group> {
    let map = renumbering(net, kept);
    groups.iter().filter_map(|group| group.mapped(&map)).collect()
}

/// What base edges of a net become where only some bases are kept.
pub(super) fn renumbering(net: &Net, kept: &[bool]) -> impl Fn(Lit) -> Option<Lit> + use<> {
    let edges: Vec<Lit> = (0..kept.len()).map(|base| net.ports.base(base)).collect();
    let mut places = Vec::with_capacity(kept.len());
    let mut count = 0;
    for &keep in kept {
        places.push(keep.then_some(count));
        count += usize::from(keep);
    }
    move |lit: Lit| match lit.node().index().checked_sub(1) {
        None => Some(lit),
        Some(base) => places[base].map(|place: usize| edges[place].flip_if(lit.is_complement())),
    }
}

/// Where a base follows from ones that are gone too, it shares their fate.
pub(super) fn settle(dropped: &mut Dropped) {
    let gone: FxHashMap<BaseFact, Eliminated> = dropped.bases.iter().cloned().collect();
    for (_, why) in &mut dropped.bases {
        while let Eliminated::Same { fact, inverted } = why {
            let Some(other) = gone.get(fact) else { break };
            *why = match other {
                Eliminated::Constant(value) => Eliminated::Constant(value ^ *inverted),
                Eliminated::Unobserved => Eliminated::Unobserved,
                Eliminated::Same { fact, inverted: again } => {
                    Eliminated::Same { fact: fact.clone(), inverted: again ^ *inverted }
                }
                Eliminated::NoneOf { of, inverted: again } => {
                    Eliminated::NoneOf { of: of.clone(), inverted: again ^ *inverted }
                }
            };
        }
        // The rest of others can't be told any more once one of them is gone.
        if matches!(why, Eliminated::NoneOf { of, .. } if of.iter().any(|(fact, _)| gone.contains_key(fact))) {
            *why = Eliminated::Unobserved;
        }
    }
}
