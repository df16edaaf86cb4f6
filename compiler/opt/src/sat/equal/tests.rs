//! Comparisons against trying everything out.

use super::{Equality, compare};
use gdl2hdl_gdl::observer::{Observer, Reason, Unobserved};
use gdl2hdl_net::propnet::{Base, Lit, Ports};
use gdl2hdl_net::truth::VARIABLES;
use gdl2hdl_net::{Builder, Net, node};
use proptest::prelude::*;

const BASES: usize = 6;

/// Values of six bases in all 64 states.
const ALL: [u64; BASES] = VARIABLES;

fn ports() -> Ports {
    let base = |i: usize| Base { fact: i.to_string().into(), init: false, next: Lit::FALSE };
    Ports { bases: (0..BASES).map(base).collect(), ..Ports::default() }
}

/// Gates by fan-in codes, not folded. The last gates are the next states.
fn raw(codes: &[(u32, u32)]) -> Net {
    let edge = |code: u32, below: usize| Lit::new(node((code >> 1) as usize % below), code & 1 == 1);
    let gate = |(i, &(a, b)): (usize, &(u32, u32))| [a, b].map(|code| edge(code, 1 + BASES + i));
    let mut ports = ports();
    let last = BASES + codes.len();
    ports.bases.iter_mut().enumerate().for_each(|(i, base)| base.next = Lit::new(node(last - i), i % 2 == 1));
    Net::from_parts(ports, codes.iter().enumerate().map(gate).collect())
}

/// The same functions made otherwise: every AND as an OR of what it is with a base and without it.
fn otherwise(net: &Net, codes: &[(u32, u32)]) -> Net {
    let mut builder = Builder::new(net.ports.clone());
    let mut edges: Vec<Lit> = (0..=BASES).map(|i| Lit::new(node(i), false)).collect();
    let map = |edges: &[Lit], edge: Lit| edges[edge.node().index()].flip_if(edge.is_complement());
    for ((_, [a, b]), (code, _)) in net.gates().zip(codes) {
        let (a, b, by) = (map(&edges, a), map(&edges, b), edges[1 + *code as usize % BASES]);
        let (with, without) = (builder.and(a, by), builder.and(!by, b));
        let (with, without) = (builder.and(with, b), builder.and(a, without));
        edges.push(builder.or(with, without));
    }
    builder.ports().map_edges(|edge| Some(map(&edges, edge)));
    builder.finish()
}

fn truth(net: &Net) -> Vec<u64> {
    let values = net.evaluate(&ALL, &[]);
    net.ports.bases.iter().map(|base| gdl2hdl_net::propnet::value(&values, base.next)).collect()
}

/// Sums of two numbers of some bits, made from the lowest bit up, or with all carries chosen between two sums.
fn adder(bits: usize, choosing: bool) -> Net {
    let base = |i: usize| Base { fact: format!("{i:03}").into(), init: false, next: Lit::FALSE };
    let mut builder = Builder::new(Ports { bases: (0..2 * bits).map(base).collect(), ..Ports::default() });
    let xor = |builder: &mut Builder, a: Lit, b: Lit| {
        let (both, neither) = (builder.and(a, b), builder.and(!a, !b));
        builder.and(!both, !neither)
    };
    let mut carry = Lit::FALSE;
    for bit in 0..bits {
        let ports = &builder.net().ports;
        let (a, b) = (ports.base(bit), ports.base(bits + bit));
        let half = xor(&mut builder, a, b);
        let sum = if choosing {
            let (with, without) = (builder.and(carry, !half), builder.and(!carry, half));
            builder.or(with, without)
        } else {
            xor(&mut builder, half, carry)
        };
        let both = builder.and(a, b);
        carry = if choosing {
            let any = builder.or(a, b);
            let with = builder.and(carry, any);
            let without = builder.and(!carry, both);
            builder.or(with, without)
        } else {
            let passed = builder.and(half, carry);
            builder.or(both, passed)
        };
        builder.ports().bases[bit].next = sum;
    }
    builder.ports().terminal = carry;
    builder.finish()
}

#[test]
fn long_carries_are_proven_bit_by_bit() {
    let (mut a, b) = (adder(64, false), adder(64, true));
    assert_eq!(compare(&a, &b, &Unobserved), Equality::Equal);
    a.ports.terminal = !a.ports.terminal;
    let Equality::Differs(difference) = compare(&a, &b, &Unobserved) else { panic!() };
    assert_eq!(difference.output, "terminal");
}

/// One of 2⁶⁴ states: nothing random finds it.
#[test]
fn rare_differences_are_found() {
    let a = adder(64, false);
    let mut builder = Builder::new(a.ports.clone());
    let all: Vec<Lit> = (0..128).map(|i| a.ports.base(i).flip_if(i % 3 == 0)).collect();
    let never = builder.and_all(all);
    builder.ports().bases.iter_mut().for_each(|base| base.next = Lit::FALSE);
    builder.ports().terminal = never;
    let b = builder.finish();
    let mut none = b.clone();
    none.ports.terminal = Lit::FALSE;
    let Equality::Differs(difference) = compare(&none, &b, &Unobserved) else { panic!() };
    assert_eq!((difference.output.as_str(), difference.values), ("terminal", [false, true]));
    assert!(difference.state.iter().enumerate().all(|(i, &value)| value == (i % 3 != 0)));
    let said = difference.to_string();
    assert!(said.starts_with("`terminal` is true, but should be false, when nothing is true but (true 001)"), "{said}");
    assert!(said.ends_with(" and 73 more"), "{said}");
}

#[test]
fn time_ends_it() {
    struct Expired;
    impl Observer for Expired {
        fn reason(&self) -> Option<Reason> {
            Some(Reason::Deadline)
        }
    }
    assert!(matches!(compare(&adder(8, false), &adder(8, true), &Expired), Equality::Unknown(_)));
}

proptest! {
    #[test]
    fn nets_are_equal_when_their_truth_tables_are(codes in prop::collection::vec((any::<u32>(), any::<u32>()), 6..60), at in any::<prop::sample::Index>(), code: u32) {
        let net = raw(&codes);
        let same = otherwise(&net, &codes);
        prop_assert_eq!(compare(&net, &same, &Unobserved), Equality::Equal);
        let mut changed = codes.clone();
        changed[at.index(codes.len())].0 = code;
        let other = otherwise(&raw(&changed), &codes);
        match compare(&net, &other, &Unobserved) {
            Equality::Equal => prop_assert_eq!(truth(&net), truth(&other)),
            Equality::Differs(difference) => {
                let state = difference.state.iter().enumerate().map(|(i, &value)| usize::from(value) << i).sum::<usize>();
                let base: usize = difference.output.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap();
                let values = [&net, &other].map(|net| truth(net)[base] >> state & 1 == 1);
                prop_assert_eq!(values, difference.values);
                prop_assert_ne!(values[0], values[1]);
            }
            Equality::Unknown(output) => prop_assert!(false, "{}", output),
        }
    }
}
