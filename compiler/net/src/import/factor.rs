//! Large propnets: an OR of ANDs is factored as it is built, so that what rules have in common is made once.
//!
//! `a & b & c | a & b & d | a & e` becomes `a & (b & (c | d) | e)`. Literals that all products have come first, then each
//! product goes to the literal of its own that most of them have. What remains of different atoms is often the same, and
//! is stored once.
//!
//! After quick factoring in Brayton, Rudell, Sangiovanni-Vincentelli and Wang (MIS, IEEE TCAD 1987).

use super::super::{Builder, Net};
use super::{GATES, leaves};
use crate::propnet::{Lit, Op, PropNet};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};

/// Sums within sums, at most: each takes a literal out of its products, which may be very long.
const DEEPEST: usize = 64;

/// A large propnet that becomes a net.
pub(super) struct Factoring<'p> {
    propnet: &'p PropNet,
    builder: Builder,
    /// For each gate of the propnet whether it is an AND that one OR alone uses: it is a product of that one.
    is_product: Vec<bool>,
    /// For each literal, by its code, how many products have it; all zero between two divisions.
    uses: Vec<u32>,
}

/// How products are divided.
enum Divided {
    /// All of them have these literals, which were taken out.
    Common(Vec<Lit>),
    /// Each goes to a literal of its own.
    Keyed(Vec<Lit>),
}

impl<'p> Factoring<'p> {
    /// Looks which gates are products.
    pub(super) fn new(propnet: &'p PropNet, observer: &dyn Observer) -> Result<Self, Stopped> {
        let (first, gates) = (propnet.ports.first_gate(), propnet.num_gates());
        // Users of each gate; ports, complements and ANDs count as many.
        let (mut users, mut pace) = (vec![0_u8; gates], Pace::new(observer, GATES));
        let mut used = |edge: Lit, by_or: bool| {
            if let Some(gate) = edge.node().index().checked_sub(first) {
                let many = !by_or || edge.is_complement();
                users[gate] = users[gate].saturating_add(if many { 2 } else { 1 });
            }
        };
        for gate in 0..gates {
            pace.step()?;
            let (op, fanin) = propnet.gate(gate);
            fanin.iter().for_each(|&edge| used(edge, op == Op::Or));
        }
        propnet.ports.each_output(|edge| used(edge, false));
        propnet.ports.views.iter().for_each(|view| used(view.holds, false));
        let is_product = (0..gates).map(|gate| propnet.gate(gate).0 == Op::And && users[gate] == 1).collect();
        Ok(Self { propnet, builder: Builder::new(propnet.ports.clone()), is_product, uses: Vec::new() })
    }

    /// The net.
    pub(super) fn finish(mut self, observer: &dyn Observer) -> Result<Net, Stopped> {
        let (mut edges, mut pace) = (leaves(self.propnet), Pace::new(observer, GATES));
        for gate in 0..self.propnet.num_gates() {
            pace.step()?;
            let (op, fanin) = self.propnet.gate(gate);
            edges.push(match op {
                // The OR that has it makes it.
                Op::And if self.is_product[gate] => Lit::FALSE,
                Op::And => self.product(fanin.iter().map(|edge| edge.moved(&edges)).collect()),
                Op::Or => {
                    let products = fanin.iter().map(|&edge| self.literals(edge, &edges)).collect();
                    self.sum(products, 0)
                }
            });
        }
        self.builder.ports().map_edges(|edge| Some(edge.moved(&edges)));
        Ok(self.builder.finish())
    }

    /// What an edge of an OR is the AND of.
    fn literals(&self, edge: Lit, edges: &[Lit]) -> Vec<Lit> {
        let gate = edge.node().index().checked_sub(self.propnet.ports.first_gate());
        match gate.filter(|&gate| self.is_product[gate]) {
            Some(gate) => {
                let mut literals: Vec<Lit> = self.propnet.gate(gate).1.iter().map(|edge| edge.moved(edges)).collect();
                // Different gates of the propnet may have become one.
                literals.sort_unstable();
                literals.dedup();
                literals
            }
            None => vec![edge.moved(edges)],
        }
    }

    fn product(&mut self, literals: Vec<Lit>) -> Lit {
        self.builder.and_all(literals)
    }

    fn any(&mut self, mut terms: Vec<Lit>) -> Lit {
        terms.iter_mut().for_each(|term| *term = !*term);
        !self.builder.and_all_alike(&mut terms)
    }

    /// Takes out of two products or more, whose literals are sorted, what all of them have; else tells which literal each of them goes to: of its own
    /// the one that most of them have, of several the first.
    fn divided(&mut self, products: &mut [Vec<Lit>]) -> Divided {
        self.uses.resize(2 * self.builder.net().num_nodes(), 0);
        let uses = &mut self.uses;
        products.iter().flatten().for_each(|literal| uses[literal.code() as usize] += 1);
        let count: u32 = id(products.len());
        let of = |literal: &Lit| uses[literal.code() as usize];
        let common: Vec<Lit> = products[0].iter().copied().filter(|literal| of(literal) == count).collect();
        let most = |literals: &[Lit]| literals.iter().copied().max_by_key(|literal| (of(literal), !literal.code()));
        let divided = if common.is_empty() {
            Divided::Keyed(products.iter().map(|literals| most(literals).unwrap_or(Lit::TRUE)).collect())
        } else {
            Divided::Common(common)
        };
        products.iter().flatten().for_each(|literal| uses[literal.code() as usize] = 0);
        if let Divided::Common(common) = &divided {
            products.iter_mut().for_each(|literals| literals.retain(|literal| common.binary_search(literal).is_err()));
        }
        divided
    }

    /// The OR of products.
    fn sum(&mut self, mut products: Vec<Vec<Lit>>, depth: usize) -> Lit {
        if products.iter().any(Vec::is_empty) {
            return Lit::TRUE;
        }
        let is_flat = products.iter().all(|literals| literals.len() == 1);
        if is_flat || products.len() < 2 || depth == DEEPEST {
            let terms = products.into_iter().map(|literals| self.product(literals)).collect();
            return self.any(terms);
        }
        let keyed = match self.divided(&mut products) {
            Divided::Common(mut common) => {
                common.push(self.sum(products, depth + 1));
                return self.product(common);
            }
            Divided::Keyed(keys) => {
                let mut keyed: Vec<(Lit, Vec<Lit>)> = keys.into_iter().zip(products).collect();
                keyed.sort_by_key(|(key, _)| *key);
                keyed
            }
        };
        let mut terms = Vec::new();
        let mut left = keyed.into_iter().peekable();
        while let Some((key, literals)) = left.next() {
            let mut alike = vec![literals];
            while let Some((_, literals)) = left.next_if(|(other, _)| *other == key) {
                alike.push(literals);
            }
            terms.push(if alike.len() == 1 { self.product(alike.remove(0)) } else { self.sum(alike, depth + 1) });
        }
        self.any(terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propnet::random::{BASES, base, random};
    use crate::propnet::{Ports, value};
    use gdl2hdl_gdl::observer::Unobserved;
    use gdl2hdl_gdl::random::SplitMix64;

    #[test]
    fn factored_nets_compute_the_same() {
        let mut random_words = SplitMix64(3);
        let mut smaller = 0;
        for seed in 0..200 {
            let propnet = random(seed);
            let net = Factoring::new(&propnet, &Unobserved).unwrap().finish(&Unobserved).unwrap();
            let bases: Vec<u64> = (0..BASES).map(|_| random_words.word()).collect();
            let (old, new) = (propnet.evaluate(&bases, &[]), net.evaluate(&bases, &[]));
            for (before, after) in propnet.ports.bases.iter().zip(&net.ports.bases) {
                assert_eq!(value(&old, before.next), value(&new, after.next), "seed {seed}");
            }
            smaller += usize::from(net.num_gates() < propnet.num_edges() - propnet.num_gates());
        }
        assert!(smaller > 100);
    }

    #[test]
    fn what_products_have_in_common_is_made_once() {
        let mut builder = Builder::new(Ports { bases: (0..5).map(base).collect(), ..Ports::default() });
        let [a, b, c, d, e] = [1, 2, 3, 4, 5].map(|i| Lit::new(crate::node(i), false));
        let propnet = PropNet::default();
        let before = builder.net().num_gates();
        let mut factoring = Factoring { propnet: &propnet, builder, is_product: Vec::new(), uses: Vec::new() };
        factoring.sum(vec![vec![a, b, c], vec![a, b, d], vec![a, e]], 0);
        // a & (b & (c | d) | e)
        assert_eq!(factoring.builder.net().num_gates() - before, 4);
        builder = factoring.builder;
        assert_eq!(builder.and_all_alike(&mut []), Lit::TRUE);
        assert_eq!(builder.and_all_alike(&mut [a, !a]), Lit::FALSE);
        assert_eq!(builder.and_all_alike(&mut [a, a]), a);
    }

    #[test]
    fn trees_of_like_sets_have_most_gates_in_common() {
        let ports = Ports { bases: (0..64).map(base).collect(), ..Ports::default() };
        let mut builder = Builder::new(ports);
        let all: Vec<Lit> = (1..=64).map(|i| Lit::new(crate::node(i), false)).collect();
        builder.and_all_alike(&mut all.clone());
        let before = builder.net().num_gates();
        for gone in 0..64 {
            let mut others: Vec<Lit> = all.iter().copied().filter(|&edge| edge != all[gone]).collect();
            builder.and_all_alike(&mut others);
        }
        // Sets of 63 have 62 gates each, of which six at most are their own.
        assert!(builder.net().num_gates() - before <= 64 * 6);
    }
}
