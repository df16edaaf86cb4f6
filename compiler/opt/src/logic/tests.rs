//! Covers and expressions against truth tables; windows that are rewritten.

use super::super::oracle::Proofs;
use super::super::reach::Samples;
use super::cover::{Cube, cover};
use super::refactor::{Effort, refactor};
use super::{Limits, factor, resubstitute, rewrite};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::{Base, Lit, Ports, value};
use gdl2hdl_net::table;
use gdl2hdl_net::{Builder, Net};
use proptest::prelude::*;

const MOST: usize = Table::MOST;

type Table = table::Table<8>;

/// The table of a sum of products.
fn sum(cubes: &[Cube]) -> Table {
    let of = |literal: u16| Table::variable(usize::from(literal >> 1)).flip_if(literal & 1 == 1);
    let product = |cube: &Cube| cube.literals().fold(Table::TRUE, |product, literal| product & of(literal));
    cubes.iter().fold(Table::FALSE, |sum, cube| sum | product(cube))
}

/// A table of few variables, the same whatever the others are.
fn table(bits: u64, variables: usize) -> Table {
    let mut table = Table::FALSE;
    (0..1_usize << variables).filter(|i| bits >> i & 1 == 1).for_each(|i| table.set(i));
    table.spread_set(variables)
}

fn ports(bases: usize) -> Ports {
    let base = |i: usize| Base { fact: i.to_string().into(), init: i == 0, next: Lit::FALSE };
    Ports { bases: (0..bases).map(base).collect(), ..Ports::default() }
}

const NO_PROOFS: Proofs = Proofs { tries: 0, room: 0, budget: 0, most: 0 };

#[test]
fn variables_of_all_places_have_tables() {
    for variable in 0..MOST {
        let table = Table::variable(variable);
        assert!((0..MOST).all(|other| table.depends_on(other) == (other == variable)));
        assert_eq!(table.cofactor(variable, true), Table::TRUE);
        assert_eq!(table.cofactor(variable, false), Table::FALSE);
    }
}

#[test]
fn what_is_written_out_shrinks() {
    // (a & c) | (a & d) | (b & c) | (b & d) needs three gates, not seven.
    let mut builder = Builder::new(ports(4));
    let [a, b, c, d] = [0, 1, 2, 3].map(|base| builder.net().ports.base(base));
    let products = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| builder.and(x, y));
    let sum = products.into_iter().fold(Lit::FALSE, |sum, product| builder.or(sum, product));
    builder.ports().terminal = sum;
    let net = builder.finish();
    assert_eq!(net.num_gates(), 7);
    let effort = Effort { leaves: 6, stir: false, proofs: NO_PROOFS, most_gates: 100 };
    let smaller = refactor(&net, &[], &Samples::play(&net, 1, 1, 1), effort, &Unobserved);
    assert_eq!(smaller.num_gates(), 3);
    assert!(same(&net, &smaller));
}

/// A net without moves that ends where `end` says.
fn ending(bases: usize, end: impl Fn(&mut Builder, &[Lit]) -> Lit) -> Net {
    let mut builder = Builder::new(ports(bases));
    let leaves: Vec<Lit> = (0..bases).map(|base| builder.net().ports.base(base)).collect();
    let end = end(&mut builder, &leaves);
    builder.ports().terminal = end;
    builder.finish()
}

/// The sum of products of which each lists what is true and what is not.
fn written_out(builder: &mut Builder, leaves: &[Lit], products: &[&[i8]]) -> Lit {
    let literal = |&i: &i8| leaves[usize::from(i.unsigned_abs()) - 1].flip_if(i < 0);
    let products: Vec<Lit> = products.iter().map(|product| !builder.and_all(product.iter().map(literal))).collect();
    !builder.and_all(products)
}

fn rewritten(net: &Net) -> Net {
    let effort = rewrite::Effort { cuts: 12, proofs: NO_PROOFS, most_gates: 100 };
    rewrite::rewrite(net, &[], &Samples::play(net, 1, 1, 1), effort, &Unobserved)
}

#[test]
fn exclusive_ors_and_majorities_are_found() {
    let odd: [&[i8]; 4] = [&[1, 2, 3], &[1, -2, -3], &[-1, 2, -3], &[-1, -2, 3]];
    let most: [&[i8]; 3] = [&[1, 2], &[1, 3], &[2, 3]];
    for (products, before, after) in [(&odd[..], 11, 6), (&most[..], 5, 4)] {
        let net = ending(3, |builder, leaves| written_out(builder, leaves, products));
        assert_eq!(net.num_gates(), before);
        let smaller = rewritten(&net);
        assert_eq!(smaller.num_gates(), after);
        assert!(same(&net, &smaller));
    }
}

#[test]
fn what_is_there_anyway_is_used() {
    // One of the first three holds and moves on; the fourth alternates, the last notes something of both.
    let mut builder = Builder::new(ports(5));
    let [a, b, c, d] = [0, 1, 2, 3].map(|base| builder.net().ports.base(base));
    let neither = builder.and(!a, !b);
    let end = builder.and(neither, d);
    let note = builder.and(c, d);
    builder.ports().terminal = end;
    for (base, next) in [c, a, b, !d, note].into_iter().enumerate() {
        builder.ports().bases[base].next = next;
    }
    let net = builder.finish();
    let proofs = Proofs { tries: 10, room: 100, budget: 100, most: 10_000 };
    let limits = Limits { divisors: 10, of_three: 4, expressions: 3 };
    let effort = resubstitute::Effort { limits, proofs, most_gates: 100 };
    let samples = Samples::play(&net, 8, 1, 1);
    let shared = |groups: &[Group]| resubstitute::resubstitute(&net, groups, &samples, effort, &Unobserved).num_gates();
    assert_eq!(net.num_gates(), 3);
    // Without the group it can't be proven.
    assert_eq!(shared(&[]), 3);
    assert_eq!(shared(&[Group { members: vec![a, b, c], exact: true }]), 1);
}

/// Whether two nets without moves have the same end in all states.
fn same(a: &Net, b: &Net) -> bool {
    let patterns = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];
    let terminal = |net: &Net| value(&net.evaluate(&patterns, &[]), net.ports.terminal) & 0xffff;
    terminal(a) == terminal(b)
}

proptest! {
    #[test]
    fn covers_lie_between_their_bounds(lower: u64, free: u64, variables in 1_usize..7) {
        let (lower, free) = (table(lower, variables), table(free, variables));
        let upper = lower | free;
        let cubes = cover(lower, upper, variables, 100).unwrap();
        let sum = sum(&cubes);
        prop_assert_eq!(lower & !sum, Table::FALSE);
        prop_assert_eq!(sum & !upper, Table::FALSE);
        // None can be left out.
        for i in 0..cubes.len() {
            let rest: Vec<Cube> = cubes.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, cube)| *cube).collect();
            prop_assert_ne!(lower & !self::sum(&rest), Table::FALSE);
        }
        prop_assert!(cover(lower, upper, variables, cubes.len()).is_some());
        prop_assert!(cubes.is_empty() || cover(lower, upper, variables, cubes.len() - 1).is_none());
    }

    #[test]
    fn expressions_compute_their_covers(bits: u16) {
        let function = table(u64::from(bits), 4);
        let cubes = cover(function, function, 4, 100).unwrap();
        let mut builder = Builder::new(ports(4));
        let leaves: Vec<Lit> = (0..4).map(|base| builder.net().ports.base(base)).collect();
        let edge = factor::build(&cubes, &leaves, &mut builder);
        let values = builder.net().evaluate(&[0xaaaa, 0xcccc, 0xf0f0, 0xff00], &[]);
        prop_assert_eq!(value(&values, edge) & 0xffff, u64::from(bits));
    }
}
