//! Registers of exact groups that follow from the others: of `x`, `o` and `blank`, of which exactly one holds, two need a
//! register.

use super::rebuild::sweep_dangling;
use super::{Dropped, Eliminated};
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::{Builder, Net, node};

/// What a register costs besides the logic of its next value, in gates: the flip-flop, and the table that loads it.
pub(super) const OF_A_REGISTER: usize = 2;

/// The net without registers that follow from others where that saves more than it takes, and for each base of `net`
/// whether it stayed; `None` where all stay. Bases in `held` do. Preserves all outputs in reachable states.
pub(super) fn implied(net: &Net, groups: &[Group], held: &[NodeId], dropped: &mut Dropped) -> Option<(Net, Vec<bool>)> {
    let rests = rests(net, groups, held);
    let kept: Vec<bool> = rests.iter().map(Option::is_none).collect();
    for (base, rest) in net.ports.bases.iter().zip(&rests) {
        if let Some(others) = rest {
            let literal = |lit: &Lit| (net.ports.bases[lit.node().index() - 1].fact.clone(), lit.is_complement());
            let of = others.iter().map(literal).collect();
            dropped.bases.push((base.fact.clone(), Eliminated::NoneOf { of, inverted: false }));
        }
    }
    (!kept.iter().all(|&kept| kept)).then(|| (written(net, &rests), kept))
}

/// For each base the other members of the group of which it is the rest, when it goes.
fn rests(net: &Net, groups: &[Group], held: &[NodeId]) -> Vec<Option<Vec<Lit>>> {
    let mut users = users(net);
    let mut rests: Vec<Option<Vec<Lit>>> = vec![None; net.ports.bases.len()];
    let fixed = fixed(net, groups, held);
    // Two gates fewer than members make the rest of the others.
    let pays = |gates: usize, group: &Group| gates + OF_A_REGISTER > group.members.len() - 2;
    for group in groups.iter().filter(|group| group.exact && group.members.len() > 2) {
        let open = group.members.iter().filter(|lit| !lit.is_complement() && !fixed[lit.node().index()]);
        let costs = open.map(|&lit| (alone(net, &mut users, lit.node().index() - 1), lit));
        let dearest = costs.max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
        if let Some((_, rest)) = dearest.filter(|&(gates, _)| pays(gates, group)) {
            let others = group.members.iter().copied().filter(|&lit| lit != rest).collect();
            rests[rest.node().index() - 1] = Some(others);
        }
    }
    rests
}

/// For each leaf whether it must stay a register: one in `held`, or one of several groups, since what one of them says of it
/// would be lost to the others.
pub(super) fn fixed(net: &Net, groups: &[Group], held: &[NodeId]) -> Vec<bool> {
    let mut fixed = vec![false; net.ports.first_gate()];
    held.iter().for_each(|leaf| fixed[leaf.index()] = true);
    let mut seen = vec![false; net.ports.first_gate()];
    for lit in groups.iter().flat_map(|group| &group.members) {
        fixed[lit.node().index()] |= std::mem::replace(&mut seen[lit.node().index()], true);
    }
    fixed
}

/// How many gates and outputs use each node.
fn users(net: &Net) -> Vec<u32> {
    let mut users = vec![0; net.num_nodes()];
    net.gates().flat_map(|(_, fanin)| fanin).for_each(|edge| users[edge.node().index()] += 1);
    net.ports.each_output(|edge| users[edge.node().index()] += 1);
    users
}

/// Gates that only the next value of a base needs. `users` is afterwards as before.
fn alone(net: &Net, users: &mut [u32], base: usize) -> usize {
    let mut gates = 0;
    let mut used = Vec::new();
    let mut stack = vec![net.ports.bases[base].next.node()];
    while let Some(top) = stack.pop() {
        users[top.index()] -= 1;
        used.push(top);
        if let (0, Some(fanin)) = (users[top.index()], net.fanin(top)) {
            gates += 1;
            stack.extend(fanin.map(Lit::node));
        }
    }
    used.into_iter().for_each(|node| users[node.index()] += 1);
    gates
}

/// The net with expressions in the place of bases.
fn written(net: &Net, rests: &[Option<Vec<Lit>>]) -> Net {
    let mut ports = net.ports.clone();
    let mut flags = rests.iter();
    ports.bases.retain(|_| flags.next().is_some_and(Option::is_none));
    let num_kept = ports.bases.len();
    let mut builder = Builder::new(ports);
    let mut leaves = vec![Lit::FALSE];
    let mut next = 1..;
    let mut numbered = || next.next().map_or(Lit::FALSE, |leaf| Lit::new(node(leaf), false));
    leaves.extend(rests.iter().map(|rest| if rest.is_none() { numbered() } else { Lit::FALSE }));
    leaves.extend((0..net.ports.inputs.len()).map(|input| Lit::new(node(1 + num_kept + input), false)));
    for (base, rest) in rests.iter().enumerate() {
        if let Some(others) = rest {
            leaves[1 + base] = builder.and_all(others.iter().map(|lit| !lit.moved(&leaves)));
        }
    }
    let edges = builder.add_gates(net, leaves);
    builder.ports().map_edges(|edge| Some(edge.moved(&edges)));
    builder.ports().views.retain(|view| !view.holds.is_constant());
    sweep_dangling(builder.finish())
}
