//! Nodes that depend on one role's move alone, or on one exact group alone, written anew.
//!
//! Exactly one member of such a set holds, so a node over it is "one of these holds" or, what is the same, "none of the
//! others does", whichever is shorter. Frame rules ("every move but those that touch this cell") shrink to what they
//! leave out.

use super::rebuild::sweep_dangling;
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::{Builder, Net};
use std::rc::Rc;

/// Members a node may list, and all nodes together.
const MAX_LISTED: usize = 1 << 14;
const MAX_KEPT: usize = 1 << 26;

/// A function of the members of one set: true when the one that holds is listed, or when it is not.
#[derive(Clone, Debug)]
struct ChoiceNode {
    set: u32,
    listed: Rc<[u32]>,
    negated: bool,
}

/// Writes such nodes anew. Preserves all outputs where exactly one member of each set holds.
pub(super) fn choices(net: &Net, groups: &[Group]) -> Net {
    let sets = sets(net, groups);
    let functions = functions(net, &sets);
    let mut users_outside = vec![false; net.num_nodes()];
    net.ports.each_output(|edge| users_outside[edge.node().index()] = true);
    for (id, fanin) in net.gates() {
        if functions[id.index()].is_none() {
            fanin.iter().for_each(|edge| users_outside[edge.node().index()] = true);
        }
    }
    let mut builder = Builder::like(net);
    let mut edges = net.leaves();
    for (id, fanin) in net.gates() {
        let edge = match &functions[id.index()] {
            Some(choice) if users_outside[id.index()] => written(choice, &sets, &mut builder),
            // Nobody reads it but functions of the same set.
            Some(_) => Lit::FALSE,
            None => builder.and(fanin[0].moved(&edges), fanin[1].moved(&edges)),
        };
        edges.push(edge);
    }
    let kept = |edge: Lit| functions[edge.node().index()].is_none() || users_outside[edge.node().index()];
    builder.ports().map_edges(|edge| {
        let gate = edge.node().index() >= net.ports.first_gate();
        (!gate || kept(edge)).then(|| edge.moved(&edges))
    });
    builder.ports().views.retain(|view| !view.holds.is_constant());
    sweep_dangling(builder.finish())
}

/// The moves of each role, and the exact groups.
fn sets(net: &Net, groups: &[Group]) -> Vec<Vec<Lit>> {
    let roles = (0..net.ports.roles.len()).map(|role| net.ports.inputs_of(role).map(|i| net.ports.input(i)).collect());
    let exact = groups.iter().filter(|group| group.exact).map(|group| group.members.clone());
    roles.chain(exact).filter(|set: &Vec<Lit>| set.len() > 1).collect()
}

fn functions(net: &Net, sets: &[Vec<Lit>]) -> Vec<Option<ChoiceNode>> {
    let mut functions: Vec<Option<ChoiceNode>> = vec![None; net.num_nodes()];
    for (set, members) in (0_u32..).zip(sets) {
        for (place, lit) in (0_u32..).zip(members) {
            // A base may be in several groups: the first is the largest.
            let function = &mut functions[lit.node().index()];
            if function.is_none() {
                *function = Some(ChoiceNode { set, listed: [place].into(), negated: lit.is_complement() });
            }
        }
    }
    let mut kept = 0;
    for (id, [a, b]) in net.gates() {
        let of = |edge: Lit| {
            let choice = functions[edge.node().index()].as_ref()?;
            Some(ChoiceNode { negated: choice.negated ^ edge.is_complement(), ..choice.clone() })
        };
        let (Some(a), Some(b)) = (of(a), of(b)) else { continue };
        if a.set == b.set && kept < MAX_KEPT {
            let both = both(&a, &b);
            if both.listed.len() <= MAX_LISTED {
                kept += both.listed.len();
                functions[id.index()] = Some(both);
            }
        }
    }
    functions
}

/// The AND of two functions of the same set.
fn both(a: &ChoiceNode, b: &ChoiceNode) -> ChoiceNode {
    let has = |choice: &ChoiceNode, place: &u32| choice.listed.binary_search(place).is_ok();
    let (listed, negated): (Vec<u32>, bool) = match (a.negated, b.negated) {
        (false, _) => (a.listed.iter().copied().filter(|place| has(b, place) != b.negated).collect(), false),
        (true, false) => (b.listed.iter().copied().filter(|place| !has(a, place)).collect(), false),
        (true, true) => {
            let mut listed = [&a.listed[..], &b.listed].concat();
            listed.sort_unstable();
            listed.dedup();
            (listed, true)
        }
    };
    ChoiceNode { set: a.set, listed: listed.into(), negated }
}

/// The gates of a function, listing the fewer members.
fn written(choice: &ChoiceNode, sets: &[Vec<Lit>], builder: &mut Builder) -> Lit {
    let members = &sets[choice.set as usize];
    let others = choice.listed.len() * 2 > members.len();
    let listed: Vec<Lit> = if others {
        let listed = |place: usize| u32::try_from(place).is_ok_and(|place| choice.listed.binary_search(&place).is_ok());
        (0..members.len()).filter(|&place| !listed(place)).map(|place| members[place]).collect()
    } else {
        choice.listed.iter().map(|&place| members[place as usize]).collect()
    };
    let none = builder.and_all(listed.into_iter().map(|lit| !lit));
    if choice.negated ^ others { none } else { !none }
}
