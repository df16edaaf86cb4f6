//! Trees of ANDs written anew such that what is late is joined last: shorter paths, no more gates.

use super::rebuild::swept;
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
    swept(builder.finish())
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

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_net::propnet::{Base, Ports, value};

    #[test]
    fn what_is_late_is_joined_last() {
        let base = |i: usize| Base { fact: i.to_string().into(), init: false, next: Lit::FALSE };
        let ports = Ports { bases: (0..6).map(base).collect(), ..Ports::default() };
        let mut builder = Builder::new(ports);
        let leaves: Vec<Lit> = (0..6).map(|base| builder.net().ports.base(base)).collect();
        // A chain of ANDs, and one of ORs on top of it.
        let all = leaves[..5].iter().fold(Lit::TRUE, |all, &leaf| builder.and(all, leaf));
        let some = leaves.iter().fold(all, |some, &leaf| builder.or(some, !leaf));
        builder.ports().terminal = some;
        builder.ports().bases[0].next = all;
        let net = builder.finish();
        let balanced = balanced(&net);
        assert!(balanced.num_gates() <= net.num_gates());
        assert!(balanced.depth() < net.depth() && balanced.depth() <= 4, "{} of {}", balanced.depth(), net.depth());
        let patterns: Vec<u64> = (0..6).map(gdl2hdl_gdl::random::mix).collect();
        let values = |net: &Net| {
            let values = net.evaluate(&patterns, &[]);
            [net.ports.terminal, net.ports.bases[0].next].map(|edge| value(&values, edge))
        };
        assert_eq!(values(&balanced), values(&net));
    }
}
