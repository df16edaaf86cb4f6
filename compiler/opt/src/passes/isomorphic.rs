//! Whether two nets are the same but for the order in which they were built.

use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::{Net, node};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of gates by what they compute of which nodes: equal in both nets.
type Numbers = BTreeMap<[Lit; 2], usize>;

/// Whether two nets have the same ports, and the same gates in some order, with fan-ins in some order. Where a net has two
/// gates of the same fan-ins, their users tell them apart: such nets are compared as they are.
pub(super) fn isomorphic(a: &Net, b: &Net) -> bool {
    let mut numbers = Numbers::new();
    let [of_a, of_b] = [a, b].map(|net| numbered(net, &mut numbers));
    match of_a.zip(of_b) {
        Some((of_a, of_b)) => of_a == of_b,
        None => a == b,
    }
}

/// The ports over numbers in the place of nodes, and the numbers of all gates. `None` where two gates are equal.
fn numbered(net: &Net, numbers: &mut Numbers) -> Option<(gdl2hdl_net::propnet::Ports, BTreeSet<usize>)> {
    let first = net.ports.first_gate();
    let mut edges = net.leaves();
    let mut gates = BTreeSet::new();
    for (_, fanin) in net.gates() {
        let mut fanin = fanin.map(|edge| edge.moved(&edges));
        fanin.sort_unstable();
        let next = first + numbers.len();
        let number = *numbers.entry(fanin).or_insert(next);
        if !gates.insert(number) {
            return None;
        }
        edges.push(Lit::new(node(number), false));
    }
    let mut ports = net.ports.clone();
    ports.map_edges(|edge| Some(edge.moved(&edges)));
    Some((ports, gates))
}

/// The same net with its gates, and the fan-ins of each, in another order.
pub(super) fn shuffled(net: &Net) -> Net {
    let first = net.ports.first_gate();
    let mut levels = vec![0_usize; net.num_nodes()];
    for (id, fanin) in net.gates() {
        levels[id.index()] = 1 + fanin.map(|edge| levels[edge.node().index()]).into_iter().max().unwrap_or(0);
    }
    let mut order: Vec<usize> = (first..net.num_nodes()).collect();
    order.sort_by_key(|&gate| (levels[gate], std::cmp::Reverse(gate)));
    let mut edges = net.leaves();
    edges.resize(net.num_nodes(), Lit::FALSE);
    (first..).zip(&order).for_each(|(new, &old)| edges[old] = Lit::new(node(new), false));
    let fanin = |&gate: &usize| net.fanin(node(gate)).map(|[a, b]| [b.moved(&edges), a.moved(&edges)]);
    let gates = order.iter().filter_map(fanin).collect();
    let mut ports = net.ports.clone();
    ports.map_edges(|edge| Some(edge.moved(&edges)));
    Net::from_parts(ports, gates)
}
