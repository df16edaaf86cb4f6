//! Random propnets, for tests.

use super::{Base, Builder, Lit, NodeId, Ports, PropNet};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::random::SplitMix64;

/// Bases of a net.
pub(crate) const BASES: usize = 8;
/// Ors of a net, the products of each, and the literals of each product.
const ORS: usize = 12;
const PRODUCTS: usize = 5;
const LITERALS: usize = 4;

/// A base without a next value.
pub(crate) fn base(number: usize) -> Base {
    Base { fact: format!("b{number}").into(), init: false, next: Lit::FALSE }
}

/// A net of random ORs of ANDs over bases and over other ORs; the last of them are next values.
pub(crate) fn random(seed: u64) -> PropNet {
    let mut random = SplitMix64(seed);
    let ports = Ports { roles: vec!["r".into()], bases: (0..BASES).map(base).collect(), ..Ports::default() };
    let mut builder = Builder::new(PropNet { ports, ..PropNet::default() });
    let mut edges: Vec<Lit> = (1..=BASES).map(|node| Lit::new(NodeId(id(node)), false)).collect();
    for _ in 0..ORS {
        let mut literal = || edges[random.index(edges.len())].flip_if(random.index(4) == 0);
        let products: Vec<Vec<Lit>> = (0..PRODUCTS).map(|_| (0..LITERALS).map(|_| literal()).collect()).collect();
        let rules: Vec<Lit> = products.into_iter().map(|literals| builder.and(literals)).collect();
        edges.push(builder.or(rules));
    }
    let mut net = builder.finish();
    for (base, edge) in net.ports.bases.iter_mut().zip(edges.into_iter().rev()) {
        base.next = edge;
    }
    net
}
