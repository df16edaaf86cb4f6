//! Rebuilds the live part of a net with some nodes replaced.

use gdl2hdl_net::propnet::{Lit, Ports};
use gdl2hdl_net::{Builder, Net, node};

/// What to keep of a net.
pub(super) struct Keep {
    /// Which bases stay registers.
    pub bases: Vec<bool>,
    /// Which inputs stay.
    pub inputs: Vec<bool>,
    /// Nodes with a known value, or equal to an leaf that is kept. Bases and inputs that are not kept and have
    /// none must be without influence.
    pub known: Vec<Option<Lit>>,
}

/// The net without what is not kept; gates nothing uses are gone. Views stay as long as their gates do.
pub(super) fn rebuild(net: &Net, keep: &Keep) -> Net {
    let live = live(net, keep);
    // Node 0 is constant in any case.
    if keep.known[1..].iter().all(Option::is_none) {
        return compacted(net, keep, &live);
    }
    let mut builder = Builder::new(ports_of(net, keep));
    builder.reserve(live.iter().filter(|&&live| live).count());
    let mut edges = leaves_of(net, keep);
    let known: Vec<Option<Lit>> = keep.known.iter().map(|same| same.and_then(|same| map(&edges, same))).collect();
    edges.iter_mut().zip(known).filter(|(_, known)| known.is_some()).for_each(|(edge, known)| *edge = known);
    for (id, [a, b]) in net.gates() {
        if live[id.index()]
            && edges[id.index()].is_none()
            && let (Some(a), Some(b)) = (map(&edges, a), map(&edges, b))
        {
            edges[id.index()] = Some(builder.and(a, b));
        }
    }
    set_outputs(builder.ports(), &edges);
    sweep_dangling(builder.finish())
}

/// Drops gates nothing uses: folding while building leaves some.
pub fn sweep_dangling(net: Net) -> Net {
    let keep = Keep {
        bases: vec![true; net.ports.bases.len()],
        inputs: vec![true; net.ports.inputs.len()],
        known: vec![None; net.num_nodes()],
    };
    let used = live(&net, &keep);
    if used[net.ports.first_gate()..].iter().all(|&used| used) { net } else { compacted(&net, &keep, &used) }
}

/// The net of the live gates, as they are. What stays keeps its order, so nothing folds that had not folded before, and
/// no gate has to be looked for.
fn compacted(net: &Net, keep: &Keep, live: &[bool]) -> Net {
    let mut ports = ports_of(net, keep);
    let mut edges = leaves_of(net, keep);
    let mut gates = Vec::with_capacity(live.iter().filter(|&&live| live).count());
    let first = ports.first_gate();
    for (id, [a, b]) in net.gates() {
        if live[id.index()]
            && let (Some(a), Some(b)) = (map(&edges, a), map(&edges, b))
        {
            edges[id.index()] = Some(Lit::new(node(first + gates.len()), false));
            gates.push([a, b]);
        }
    }
    set_outputs(&mut ports, &edges);
    Net::from_parts(ports, gates)
}

/// The ports that are kept; their edges are to be set.
fn ports_of(net: &Net, keep: &Keep) -> Ports {
    let mut ports = net.ports.clone();
    retain(&mut ports.bases, &keep.bases);
    retain(&mut ports.inputs, &keep.inputs);
    ports
}

/// For each node its new edge, so far that of the constant and of leaves that are kept.
fn leaves_of(net: &Net, keep: &Keep) -> Vec<Option<Lit>> {
    let mut edges: Vec<Option<Lit>> = vec![None; net.num_nodes()];
    edges[0] = Some(Lit::FALSE);
    let leaves = keep.bases.iter().chain(&keep.inputs).enumerate().filter(|(_, kept)| **kept);
    for (new, (leaf, _)) in leaves.enumerate() {
        edges[1 + leaf] = Some(Lit::new(node(1 + new), false));
    }
    edges
}

fn set_outputs(ports: &mut Ports, edges: &[Option<Lit>]) {
    ports.map_edges(|edge| map(edges, edge));
    ports.views.retain(|view| !view.holds.is_constant());
}

fn map(edges: &[Option<Lit>], edge: Lit) -> Option<Lit> {
    edges[edge.node().index()].map(|mapped| mapped.flip_if(edge.is_complement()))
}

fn retain<T>(items: &mut Vec<T>, keep: &[bool]) {
    let mut flags = keep.iter();
    items.retain(|_| flags.next().copied().unwrap_or(true));
}

/// Nodes the kept outputs depend on. Nodes with a known value need no fan-ins.
fn live(net: &Net, keep: &Keep) -> Vec<bool> {
    let mut live = vec![false; net.num_nodes()];
    let Ports { bases, inputs, goals, terminal, sees, .. } = &net.ports;
    let kept_bases = bases.iter().zip(&keep.bases).filter(|(_, kept)| **kept).map(|(base, _)| base.next);
    let kept_inputs = inputs.iter().zip(&keep.inputs).filter(|(_, kept)| **kept).map(|(input, _)| input.legal);
    let others = goals.iter().map(|goal| goal.holds).chain([*terminal]).chain(sees.iter().map(|s| s.holds));
    kept_bases.chain(kept_inputs).chain(others).for_each(|edge| live[edge.node().index()] = true);
    for (id, fanin) in net.gates().rev() {
        if live[id.index()] && keep.known[id.index()].is_none() {
            fanin.iter().for_each(|edge| live[edge.node().index()] = true);
        }
    }
    live
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::random::SplitMix64;
    use gdl2hdl_net::propnet::Base;

    /// A net of random gates, most of which nothing uses.
    fn random(seed: u64) -> Net {
        let mut random = SplitMix64(seed);
        let base = |i: usize| Base { fact: i.to_string().into(), init: false, next: Lit::FALSE };
        let mut builder = Builder::new(Ports { bases: (0..6).map(base).collect(), ..Ports::default() });
        let mut edges: Vec<Lit> = (0..6).map(|base| builder.net().ports.base(base)).collect();
        for _ in 0..60 {
            let mut any = || {
                let place = usize::try_from(random.below(edges.len() as u64)).unwrap();
                edges[place].flip_if(random.below(2) == 1)
            };
            let (a, b) = (any(), any());
            edges.push(builder.and(a, b));
        }
        for base in 0..6 {
            builder.ports().bases[base].next = edges[20 + 5 * base];
        }
        builder.finish()
    }

    #[test]
    fn dropping_what_nothing_uses_is_building_the_rest_anew() {
        let mut dropped = 0;
        for seed in 0..50 {
            let net = random(seed);
            let live = net.cone(net.ports.bases.iter().map(|base| base.next.node()));
            let mut builder = Builder::new(net.ports.clone());
            let mut edges = net.leaves();
            for (id, fanin) in net.gates() {
                let [a, b] = fanin.map(|edge| edge.moved(&edges));
                edges.push(if live[id.index()] { builder.and(a, b) } else { Lit::FALSE });
            }
            builder.ports().map_edges(|edge| Some(edge.moved(&edges)));
            let anew = builder.finish();
            dropped += net.num_gates() - anew.num_gates();
            assert_eq!(sweep_dangling(net), anew);
        }
        assert!(dropped > 0);
    }
}
