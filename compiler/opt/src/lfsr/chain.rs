//! Groups whose members hold one after the other.

use super::super::implied::fixed;
use super::code::MOST_STEPS;
use gdl2hdl_net::Group;
use gdl2hdl_net::Net;
use gdl2hdl_net::propnet::{Lit, NodeId};
use rustc_hash::FxHashMap;

/// Below, a code saves a register at most.
const FEWEST_STEPS: usize = 4;

/// Exact groups of which each member but the first follows from the one before, as bases in the order in which they
/// hold. Nothing else is known of their bases, and none is in `held`.
pub(super) fn chains(net: &Net, groups: &[Group], held: &[NodeId]) -> Vec<Vec<usize>> {
    let fixed = fixed(net, groups, held);
    let open = |group: &&Group| group.exact && (FEWEST_STEPS..=MOST_STEPS).contains(&group.members.len());
    let free = |group: &&Group| group.members.iter().all(|lit| !lit.is_complement() && !fixed[lit.node().index()]);
    groups.iter().filter(open).filter(free).filter_map(|group| chain(net, group)).collect()
}

fn chain(net: &Net, group: &Group) -> Option<Vec<usize>> {
    let mut followers: FxHashMap<Lit, usize> = FxHashMap::default();
    for lit in &group.members {
        let base = lit.node().index() - 1;
        if followers.insert(net.ports.bases[base].next, base).is_some() {
            return None;
        }
    }
    let first = followers.get(&Lit::FALSE).copied().filter(|&first| net.ports.bases[first].init)?;
    let follower = |&base: &usize| followers.get(&net.ports.base(base)).copied();
    // A base follows one at most, and nothing the first: no base comes twice.
    let steps: Vec<usize> = std::iter::successors(Some(first), follower).collect();
    (steps.len() == group.members.len()).then_some(steps)
}
