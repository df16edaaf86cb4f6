//! Covers compute what the net computes.

use super::super::truth::{VARIABLES, depends};
use super::super::{Builder, Net, node};
use super::{Aim, Cover, cover};
use crate::propnet::{Base, Lit, NodeId, Ports};
use gdl2hdl_gdl::observer::Unobserved;
use proptest::prelude::*;

fn ports(bases: usize) -> Ports {
    let base = |i: usize| Base { fact: format!("{i:04}").into(), init: false, next: Lit::FALSE };
    Ports { bases: (0..bases).map(base).collect(), ..Ports::default() }
}

/// The values of a cover's nodes; checks that leaves come before users and that roots are defined once.
fn evaluate(net: &Net, cover: &Cover, bases: &[u64], inputs: usize) -> Vec<Option<u64>> {
    let mut values = vec![None; cover.num_nodes];
    values[1..=bases.len()].iter_mut().zip(bases).for_each(|(value, &base)| *value = Some(base));
    for lut in &cover.luts {
        assert!((2..=inputs).contains(&lut.leaves().len()));
        assert!((0..lut.leaves().len()).all(|leaf| depends(lut.table, leaf)));
        assert!(values[lut.root.index()].is_none() && lut.root.index() >= net.ports.first_gate());
        let leaves: Vec<u64> = lut.leaves().iter().map(|leaf| values[leaf.index()].unwrap()).collect();
        let row = |lane: usize| leaves.iter().enumerate().map(|(i, leaf)| (leaf >> lane & 1) << i).sum::<u64>();
        values[lut.root.index()] = Some((0..64).map(|lane| (lut.table >> row(lane) & 1) << lane).sum());
    }
    for &(root, edge) in &cover.aliases {
        assert!(values[root.index()].is_none() && root.index() >= net.ports.first_gate());
        let of = if edge.is_constant() { 0 } else { values[edge.node().index()].unwrap() };
        values[root.index()] = Some(if edge.is_complement() { !of } else { of });
    }
    values
}

fn check(net: &Net, roots: &[NodeId], bases: &[u64]) {
    let expected = net.evaluate(bases, &[]);
    for inputs in [2, 3, 4, 6] {
        for aim in [Aim::Area, Aim::Depth] {
            let cover = cover(net, roots.iter().copied(), inputs, aim, &Unobserved).unwrap();
            let values = evaluate(net, &cover, bases, inputs);
            for root in roots.iter().filter(|root| root.index() > bases.len()) {
                assert_eq!(values[root.index()], Some(expected[root.index()]), "{root:?} {inputs} {aim:?}");
            }
        }
    }
}

/// Gates by fan-in codes, not folded: also constants, buffers and contradictions.
fn raw(bases: usize, codes: &[(u32, u32)]) -> Net {
    let edge = |code: u32, below: usize| Lit::new(node((code >> 1) as usize % below), code & 1 == 1);
    let gate = |(i, &(a, b)): (usize, &(u32, u32))| [a, b].map(|code| edge(code, 1 + bases + i));
    Net::from_parts(ports(bases), codes.iter().enumerate().map(gate).collect())
}

/// Fan-in codes: half of the edges complemented, or few of them, which makes wide ANDs.
fn codes() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let rarely = |code: u32| if code % 16 == 1 { code } else { code & !1 };
    let random = prop::collection::vec((any::<u32>(), any::<u32>()), 1..80);
    let rare = random.clone().prop_map(move |codes| codes.into_iter().map(|(a, b)| (rarely(a), rarely(b))).collect());
    prop_oneof![random, rare]
}

proptest! {
    #[test]
    fn covers_compute_the_roots(
        codes in codes(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..8),
        bases in prop::collection::vec(any::<u64>(), 1..40),
    ) {
        let net = raw(bases.len(), &codes);
        let roots: Vec<NodeId> = picks.iter().map(|pick| node(pick.index(net.num_nodes()))).collect();
        check(&net, &roots, &bases);
    }
}

fn xor(builder: &mut Builder, a: Lit, b: Lit) -> Lit {
    let (left, right) = (builder.and(a, !b), builder.and(!a, b));
    builder.or(left, right)
}

#[test]
fn a_full_adder_is_two_luts() {
    let mut builder = Builder::new(ports(3));
    let [a, b, c] = [0, 1, 2].map(|i| builder.net().ports.base(i));
    let half = xor(&mut builder, a, b);
    let sum = xor(&mut builder, half, c);
    let (both, rest) = (builder.and(a, b), builder.and(half, c));
    let carry = builder.or(both, rest);
    let net = builder.finish();
    let cover = cover(&net, [sum.node(), carry.node()], 3, Aim::Area, &Unobserved).unwrap();
    assert_eq!((cover.luts.len(), cover.levels), (2, 1));
    check(&net, &[sum.node(), carry.node()], &[VARIABLES[0], VARIABLES[1], VARIABLES[2]]);
}

/// ANDs of the given bases, as the net builder divides them.
fn wide(bases: usize, groups: &[Vec<usize>]) -> (Net, Vec<NodeId>) {
    let mut builder = Builder::new(ports(bases));
    let mut all = |group: &Vec<usize>| {
        let edges: Vec<Lit> = group.iter().map(|&i| builder.net().ports.base(i)).collect();
        builder.and_all(edges).node()
    };
    let roots = groups.iter().map(&mut all).collect();
    (builder.finish(), roots)
}

#[test]
fn wide_ands_fill_their_luts() {
    for width in [4, 15, 16, 31, 32, 33, 100, 257] {
        let (net, roots) = wide(width, &[(0..width).collect()]);
        for inputs in [2, 3] {
            let cover = cover(&net, roots.iter().copied(), inputs, Aim::Area, &Unobserved).unwrap();
            assert_eq!(cover.luts.len(), (width - 1).div_ceil(inputs - 1), "{width} {inputs}");
        }
    }
}

#[test]
fn what_wide_ands_have_in_common_is_made_once() {
    // Frame rules are like this: every move but the few that change a cell.
    let but_one = |gone: usize| (0..64).filter(|&i| i != gone).collect();
    let (net, roots) = wide(64, &(0..64).map(but_one).collect::<Vec<_>>());
    let cover = cover(&net, roots.iter().copied(), 2, Aim::Area, &Unobserved).unwrap();
    assert!(cover.luts.len() < 64 * 4, "{} LUTs, {} gates", cover.luts.len(), net.num_gates());
    let bases: Vec<u64> = (0..64).map(|i| !(1 << i)).collect();
    check(&net, &roots, &bases);
}

#[test]
fn roots_that_are_equal_share_a_table() {
    // Gates 5 and 7 are the AND of all three bases; gate 8 is a constant, 9 a base, 10 its complement.
    let [a, b, c] = [1, 2, 3].map(|i| Lit::new(node(i), false));
    let gate = |i: usize| Lit::new(node(i), false);
    let gates = [[a, b], [gate(4), c], [b, c], [a, gate(6)], [a, !a], [b, Lit::TRUE], [!b, Lit::TRUE]];
    let net = Net::from_parts(ports(3), gates.to_vec());
    let roots = [5, 7, 8, 9, 10].map(node);
    let cover = cover(&net, roots, 3, Aim::Area, &Unobserved).unwrap();
    assert_eq!(cover.luts.len(), 1);
    assert_eq!(cover.aliases, [(node(7), gate(5)), (node(8), Lit::FALSE), (node(9), b), (node(10), !b)]);
    check(&net, &roots, &[3, 5, 7]);
}

#[test]
fn terms_that_others_absorb_vanish() {
    // A piece that can move three squares can move one: `at & x | at & x & y | at & x & y & z`.
    let mut builder = Builder::new(ports(5));
    let [at, x, y, z, free] = [0, 1, 2, 3, 4].map(|i| builder.net().ports.base(i));
    let terms = [vec![at, x], vec![at, x, y], vec![at, x, y, z]].map(|term| builder.and_all(term));
    let any = !builder.and_all(terms.map(|term| !term));
    // And a term that can't hold beside the AND's own edges: `free & !(!free & y)`.
    let [never, or_never] = [builder.and(!free, y), builder.and(at, z)];
    let contradicted = builder.and_all([free, !never, !or_never]);
    let net = builder.finish();
    let luts = |root: Lit| cover(&net, [root.node()], 2, Aim::Area, &Unobserved).unwrap().luts.len();
    assert_eq!((luts(any), luts(contradicted)), (1, 2));
    check(&net, &[any.node(), contradicted.node()], &VARIABLES[..5]);
}

#[test]
fn of_equal_terms_one_is_left() {
    let [a, b] = [1, 2].map(|i| Lit::new(node(i), false));
    let gate = |i: usize| Lit::new(node(i), false);
    let gates = vec![[a, b], [b, a], [!gate(3), !gate(4)]];
    let net = Net::from_parts(ports(2), gates);
    assert_eq!(cover(&net, [node(5)], 2, Aim::Area, &Unobserved).unwrap().luts.len(), 1);
    check(&net, &[node(5)], &VARIABLES[..2]);
}
