//! Rebuilds the live part of a net with some nodes replaced.

use crate::net::{Builder, Net, node};
use crate::propnet::{Lit, Ports};

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
    let mut ports = net.ports.clone();
    retain(&mut ports.bases, &keep.bases);
    retain(&mut ports.inputs, &keep.inputs);
    let mut builder = Builder::new(ports);
    let mut edges: Vec<Option<Lit>> = vec![None; net.num_nodes()];
    edges[0] = Some(Lit::FALSE);
    let leaves = keep.bases.iter().chain(&keep.inputs).enumerate().filter(|(_, kept)| **kept);
    for (new, (leaf, _)) in leaves.enumerate() {
        edges[1 + leaf] = Some(Lit::new(node(1 + new), false));
    }
    let known: Vec<Option<Lit>> = keep.known.iter().map(|same| same.and_then(|same| map(&edges, same))).collect();
    edges.iter_mut().zip(known).filter(|(_, known)| known.is_some()).for_each(|(edge, known)| *edge = known);
    let live = live(net, keep);
    for (id, [a, b]) in net.gates() {
        if live[id.index()]
            && edges[id.index()].is_none()
            && let (Some(a), Some(b)) = (map(&edges, a), map(&edges, b))
        {
            edges[id.index()] = Some(builder.and(a, b));
        }
    }
    builder.ports().map_edges(|edge| map(&edges, edge));
    builder.ports().views.retain(|view| !view.holds.is_constant());
    let built = builder.finish();
    swept(built)
}

/// Drops gates nothing uses: folding while building leaves some.
pub(crate) fn swept(net: Net) -> Net {
    let keep = Keep {
        bases: vec![true; net.ports.bases.len()],
        inputs: vec![true; net.ports.inputs.len()],
        known: vec![None; net.num_nodes()],
    };
    let used = live(&net, &keep);
    if used[net.ports.first_gate()..].iter().all(|&used| used) { net } else { rebuild(&net, &keep) }
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
