//! Counters of steps: exact groups of which each member follows another are held as the words of a code, in as many
//! registers as its words have bits.

mod asked;
mod chain;
mod code;
mod logic;

use super::implied::OF_A_REGISTER;
use super::rebuild::sweep_dangling;
use super::{Dropped, Eliminated};
use asked::asked;
use bitvec::prelude::BitVec;
use chain::chains;
use code::Code;
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::{Base, BaseFact, Lit, NodeId};
use gdl2hdl_net::{Builder, Net, node};
use rustc_hash::FxHashMap;

/// Gates of the XOR that makes the next word.
const OF_AN_XOR: usize = 3;

/// A net with codes, and for each base of the net before its edge, where it still has a register.
pub(super) struct Coded {
    pub(super) net: Net,
    pub(super) bases: Vec<Option<Lit>>,
}

/// The net with counters coded where that saves more than it takes; `None` where there are none. Bases in `held` keep
/// their registers. Preserves all outputs in reachable states.
pub(super) fn counters(net: &Net, groups: &[Group], held: &[NodeId], dropped: &mut Dropped) -> Option<Coded> {
    let chains = chains(net, groups, held);
    let asked = asked(net, &chains);
    let counters: Vec<Counter> =
        chains.into_iter().zip(asked).filter_map(|(steps, asked)| paying(steps, asked)).collect();
    for counter in &counters {
        let bits = counter.bits(net);
        for (base, word) in counter.words() {
            let other = |(bit, name): (usize, BaseFact)| (name, word >> bit & 1 == 1);
            let of = bits.iter().cloned().enumerate().map(other).collect();
            dropped.bases.push((net.ports.bases[base].fact.clone(), Eliminated::NoneOf { of, inverted: false }));
        }
    }
    (!counters.is_empty()).then(|| coded(net, &counters))
}

/// Bases that hold one after the other.
struct Counter {
    steps: Vec<usize>,
    /// What is read of them, each with the steps in which it holds.
    asked: Vec<(NodeId, BitVec)>,
    code: Code,
}

impl Counter {
    /// What the registers of the code's bits are called.
    fn bits(&self, net: &Net) -> Vec<BaseFact> {
        let fact = |base: usize| &*net.ports.bases[base].fact;
        let of = |bit: u32| self.words().filter(move |(_, word)| word >> bit & 1 == 1).map(|(base, _)| base);
        (0..self.code.width).map(|bit| BaseFact::any_of(of(bit).map(fact))).collect()
    }

    /// Each base with its word.
    fn words(&self) -> impl Iterator<Item = (usize, u32)> {
        self.steps.iter().copied().zip(self.code.words.iter().copied())
    }

    /// The word of the initial state.
    fn initially(&self, net: &Net) -> u32 {
        self.words().find(|(base, _)| net.ports.bases[*base].init).map_or(0, |(_, word)| word)
    }
}

/// The counter of some steps, when its code takes less than their registers.
fn paying(steps: Vec<usize>, asked: Vec<(NodeId, BitVec)>) -> Option<Counter> {
    let sets: Vec<&BitVec> = asked.iter().map(|(_, steps)| steps).collect();
    let (gates, code) = logic::cheapest(steps.len(), &sets)?;
    let taken = gates + OF_AN_XOR + OF_A_REGISTER * code.width as usize;
    (taken < OF_A_REGISTER * steps.len() + logic::listed(&sets)).then_some(Counter { steps, asked, code })
}

fn coded(net: &Net, counters: &[Counter]) -> Coded {
    let mut gone = vec![false; net.ports.bases.len()];
    counters.iter().flat_map(|counter| &counter.steps).for_each(|&base| gone[base] = true);
    let mut ports = net.ports.clone();
    let mut flags = gone.iter();
    ports.bases.retain(|_| flags.next().is_some_and(|gone| !gone));
    let names: Vec<Vec<BaseFact>> = counters.iter().map(|counter| counter.bits(net)).collect();
    for (counter, names) in counters.iter().zip(&names) {
        let initially = counter.initially(net);
        let bit = |(bit, fact): (usize, BaseFact)| Base { fact, init: initially >> bit & 1 == 1, next: Lit::FALSE };
        ports.bases.extend(names.iter().cloned().enumerate().map(bit));
    }
    ports.bases.sort_by(|a, b| a.fact.cmp(&b.fact));
    let places: FxHashMap<BaseFact, usize> =
        ports.bases.iter().enumerate().map(|(place, base)| (base.fact.clone(), place)).collect();
    let leaf = |name: &BaseFact| places.get(name).map(|&place| Lit::new(node(1 + place), false));
    let bases: Vec<Option<Lit>> = net.ports.bases.iter().map(|base| leaf(&base.fact)).collect();
    let bits: Vec<Vec<Lit>> = names.iter().map(|names| names.iter().filter_map(&leaf).collect()).collect();
    Coded { net: written(net, counters, Builder::new(ports), &bases, &bits), bases }
}

/// The net over other registers: `bases` are those that stay, `bits` those of each counter.
fn written(net: &Net, counters: &[Counter], mut builder: Builder, bases: &[Option<Lit>], bits: &[Vec<Lit>]) -> Net {
    let mut asked: FxHashMap<NodeId, Lit> = FxHashMap::default();
    for (counter, bits) in counters.iter().zip(bits) {
        let held = |(id, steps): &(NodeId, BitVec)| (*id, logic::holds(&counter.code, steps, bits, &mut builder));
        asked.extend(counter.asked.iter().map(held));
    }
    // Nothing is known of single steps, and of a counter's own gates, that nothing else reads.
    let mut edges = vec![Some(Lit::FALSE)];
    edges.extend(bases.iter().enumerate().map(|(base, edge)| edge.or_else(|| asked.get(&node(1 + base)).copied())));
    edges.extend((0..net.ports.inputs.len()).map(|input| Some(builder.net().ports.input(input))));
    let moved = |edges: &[Option<Lit>], edge: Lit| Some(edges[edge.node().index()]?.flip_if(edge.is_complement()));
    for (id, [a, b]) in net.gates() {
        let both = || Some(builder.and(moved(&edges, a)?, moved(&edges, b)?));
        edges.push(asked.get(&id).copied().or_else(both));
    }
    builder.ports().map_edges(|edge| moved(&edges, edge));
    for (counter, bits) in counters.iter().zip(bits) {
        let [a, b] = counter.code.taps().map(|bit| bits[bit as usize]);
        let (both, neither) = (builder.and(a, b), builder.and(!a, !b));
        let mut next = builder.and(!both, !neither);
        for &bit in bits {
            builder.ports().bases[bit.node().index() - 1].next = next;
            next = bit;
        }
    }
    builder.ports().views.retain(|view| !view.holds.is_constant());
    sweep_dangling(builder.finish())
}
