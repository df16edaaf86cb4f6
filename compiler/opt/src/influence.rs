//! Registers nothing observes, and moves that are never legal.

use super::rebuild::{Keep, rebuild};
use super::{Dropped, Eliminated, constants};
use gdl2hdl_net::propnet::{Base, Input, Lit, Ports};
use gdl2hdl_net::{Net, node};

/// The net without what three-valued simulation shows to be constant. Preserves all outputs in reachable states.
pub(super) fn without_constants(net: &Net, dropped: &mut Dropped) -> Net {
    let facts = constants(net);
    let keep = Keep {
        bases: facts_of(&net.ports, &facts, dropped),
        inputs: moves_of(&net.ports, &facts, dropped),
        known: facts.iter().map(|fact| fact.map(|value| Lit::FALSE.flip_if(value))).collect(),
    };
    rebuild(net, &keep)
}

fn facts_of(ports: &Ports, constants: &[Option<bool>], dropped: &mut Dropped) -> Vec<bool> {
    let keep = |(i, base): (usize, &Base)| match constants[1 + i] {
        None => true,
        Some(value) => {
            dropped.bases.push((base.fact.clone(), Eliminated::Constant(value)));
            false
        }
    };
    ports.bases.iter().enumerate().map(keep).collect()
}

fn moves_of(ports: &Ports, constants: &[Option<bool>], dropped: &mut Dropped) -> Vec<bool> {
    let first = 1 + ports.bases.len();
    let keep = |(i, input): (usize, &Input)| match constants[first + i] {
        None => true,
        Some(_) => {
            dropped.moves.push((input.role, input.action.clone()));
            false
        }
    };
    ports.inputs.iter().enumerate().map(keep).collect()
}

/// The net without registers that are not in the cone of an observed output, through any number of steps; and for each
/// base of `net` whether it stayed.
pub(super) fn cone_of_influence(net: &Net, dropped: &mut Dropped) -> (Net, Vec<bool>) {
    let mut marked = vec![false; net.num_nodes()];
    let mut queue = Vec::new();
    let mut mark = |edge: Lit, queue: &mut Vec<usize>| {
        let position = edge.node().index();
        if !std::mem::replace(&mut marked[position], true) {
            queue.push(position);
        }
    };
    net.ports.each_observed(&mut |edge| mark(edge, &mut queue));
    while let Some(position) = queue.pop() {
        if let Some(fanin) = net.fanin(node(position)) {
            fanin.into_iter().for_each(|edge| mark(edge, &mut queue));
        } else if let Some(base) = position.checked_sub(1).and_then(|i| net.ports.bases.get(i)) {
            mark(base.next, &mut queue);
        }
    }
    let bases: Vec<bool> = (0..net.ports.bases.len()).map(|base| marked[1 + base]).collect();
    for (base, _) in net.ports.bases.iter().zip(&bases).filter(|(_, keep)| !**keep) {
        dropped.bases.push((base.fact.clone(), Eliminated::Unobserved));
    }
    let keep = Keep { bases, inputs: vec![true; net.ports.inputs.len()], known: vec![None; net.num_nodes()] };
    (rebuild(net, &keep), keep.bases)
}
