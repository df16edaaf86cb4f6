//! Trees of ANDs written anew such that what is late is joined last: shorter paths, no more gates.

use super::rebuild::sweep_dangling;
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::{Builder, Net};

/// Balances trees of gates that have one user each. Preserves every output.
pub(super) fn balanced(net: &Net) -> Net {
    let inner = inner(net);
    let mut builder = Builder::like(net);
    let mut edges = net.leaves();
    let mut stack = Vec::new();
    for (id, fanin) in net.gates() {
        // Gates inside of a tree are made by the tree.
        let edge = if inner[id.index()] {
            Lit::FALSE
        } else {
            let leaves = leaves(net, fanin, &inner, &mut stack);
            builder.and_all(leaves.into_iter().map(|leaf| leaf.moved(&edges)))
        };
        edges.push(edge);
    }
    builder.ports().map_edges(|edge| Some(edge.moved(&edges)));
    builder.ports().views.retain(|view| !view.holds.is_constant());
    sweep_dangling(builder.finish())
}

/// For each node whether it is a gate that only another gate uses, once and as it is. What has a name keeps its gate.
fn inner(net: &Net) -> Vec<bool> {
    let mut uses = vec![0_u8; net.num_nodes()];
    let mut inner = vec![false; net.num_nodes()];
    net.gates().for_each(|(id, _)| inner[id.index()] = true);
    let edges = net.gates().flat_map(|(_, fanin)| fanin);
    for edge in edges {
        let node = edge.node().index();
        uses[node] = uses[node].saturating_add(1);
        inner[node] &= uses[node] == 1 && !edge.is_complement();
    }
    net.ports.each_output(|edge| inner[edge.node().index()] = false);
    net.ports.views.iter().for_each(|view| inner[view.holds.node().index()] = false);
    inner
}

/// What a tree joins.
fn leaves(net: &Net, fanin: [Lit; 2], inner: &[bool], stack: &mut Vec<Lit>) -> Vec<Lit> {
    let mut leaves = Vec::new();
    stack.extend(fanin);
    while let Some(edge) = stack.pop() {
        match net.fanin(edge.node()).filter(|_| inner[edge.node().index()]) {
            Some(fanin) => stack.extend(fanin),
            None => leaves.push(edge),
        }
    }
    leaves
}
