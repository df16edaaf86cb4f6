//! Gates that are equal in every reachable state, under every legal joint move, are made one.
//!
//! Samples of play say which gates may be equal; implications prove it (SAT sweeping in the manner of Kuehlmann, ICCAD
//! 2004, and of Mishchenko et al., ICCAD 2006, with the invariants of play as assumptions).

use super::meter::Meter;
use super::oracle::{Implications, Oracle, Proofs};
use super::reach::{Samples, When};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::random::GOLDEN;
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::Lit;
use gdl2hdl_net::{Builder, Net, node};
use rustc_hash::FxHashMap;

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Gates of one class each other gate is compared with; one where a net is large.
    pub(super) peers: usize,
    pub(super) proofs: Proofs,
    /// Larger nets go without.
    pub(super) most_gates: usize,
}

/// Gates of a large net.
const LARGE: usize = 10_000;
/// Gates between looks at the clock; and what a gate takes without proofs.
const EVERY: usize = 1024;
const COST: u64 = 1_500;

/// Merges what is proven equal. Preserves all outputs on the reachable states and legal moves.
pub(super) fn merge(net: &Net, groups: &[Group], samples: &Samples, effort: Effort, meter: &Meter<'_>) -> Net {
    let oracle = Implications::new(net, groups, effort.proofs);
    let peers = if net.num_gates() > LARGE { 1 } else { effort.peers };
    let mut merge = Merge::new(net, oracle, samples, peers);
    merge.run(meter, &|units| meter.charge(units));
    merge.finish()
}

/// A net that is built anew with fewer gates.
pub(super) struct Merge<'n, O> {
    net: &'n Net,
    builder: Builder,
    oracle: O,
    /// Gates of one class each other gate is compared with.
    peers: usize,
    words: usize,
    /// Values of the nodes of `net` in all samples.
    signatures: Vec<u64>,
    /// Samples with a joint move.
    live: Vec<u64>,
    /// What the nodes of `net` became.
    edges: Vec<Lit>,
    /// For each new node whether it depends on moves.
    of_moves: Vec<bool>,
    /// New nodes that depend on bases alone, by their values; and all, by their values in samples with a move.
    states: FxHashMap<u64, Vec<Lit>>,
    steps: FxHashMap<u64, Vec<Lit>>,
    /// Legal edges of inputs, as far as they are built; and which inputs wait for a node.
    legal: Vec<Option<Lit>>,
    waiting: FxHashMap<u32, Vec<usize>>,
    out_of_time: bool,
}

impl<'n, O: Oracle> Merge<'n, O> {
    pub(super) fn new(net: &'n Net, oracle: O, samples: &Samples, peers: usize) -> Self {
        let first = net.ports.first_gate();
        let mut waiting: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (input, legal) in net.ports.inputs.iter().enumerate() {
            waiting.entry(legal.legal.node().0).or_default().push(input);
        }
        let mut merge = Self {
            net,
            builder: Builder::like(net),
            oracle,
            peers,
            words: samples.words(),
            signatures: samples.signatures(net),
            live: samples.live.clone(),
            edges: net.leaves(),
            of_moves: Vec::new(),
            states: FxHashMap::default(),
            steps: FxHashMap::default(),
            legal: vec![None; net.ports.inputs.len()],
            waiting,
            out_of_time: false,
        };
        for leaf in 0..first {
            let of_moves = leaf > net.ports.bases.len();
            merge.add(leaf, leaf, of_moves);
            merge.note_legal(leaf);
        }
        merge
    }

    /// Builds all gates. `charge` is told the work as it is done, in units of a [`Meter`].
    pub(super) fn run(&mut self, observer: &dyn Observer, charge: &dyn Fn(u64)) {
        let total = self.net.num_gates() as u64;
        for (done, (id, fanin)) in self.net.gates().enumerate() {
            if done % EVERY == 0 {
                charge(self.oracle.spent() + EVERY as u64 * COST);
                observer.progress("merging gates", done as u64, total);
                self.out_of_time |= observer.stopped();
            }
            let [a, b] = fanin.map(|edge| self.moved(edge));
            let built = self.builder.and(a, b);
            let edge = self.settle(built, id.index());
            self.edges.push(edge);
            self.note_legal(id.index());
        }
    }

    /// What an edge became.
    pub(super) fn moved(&self, edge: Lit) -> Lit {
        edge.moved(&self.edges)
    }

    fn note_legal(&mut self, old: usize) {
        let Some(inputs) = u32::try_from(old).ok().and_then(|old| self.waiting.remove(&old)) else { return };
        for input in inputs {
            self.legal[input] = Some(self.moved(self.net.ports.inputs[input].legal));
        }
    }

    /// What stands for a node of `net` that would become `built`.
    fn settle(&mut self, built: Lit, old: usize) -> Lit {
        let position = built.node().index();
        if position < self.of_moves.len() {
            return built;
        }
        let fanin = self.builder.net().fanin(built.node());
        let of_moves = fanin.is_some_and(|fanin| fanin.iter().any(|edge| self.of_moves[edge.node().index()]));
        let equal = self.equal(built.node().index(), old, of_moves);
        // A gate that is equal to another stays in the net until it is sweep_dangling, and is no peer of others.
        self.of_moves.push(of_moves);
        match equal {
            Some(other) => other.flip_if(built.is_complement()),
            None => {
                self.enter(position, old, of_moves);
                built
            }
        }
    }

    fn add(&mut self, position: usize, old: usize, of_moves: bool) {
        self.of_moves.push(of_moves);
        self.enter(position, old, of_moves);
    }

    fn enter(&mut self, position: usize, old: usize, of_moves: bool) {
        let lit = Lit::new(node(position), false);
        if !of_moves {
            let (key, flip) = self.key(old, false);
            self.states.entry(key).or_default().push(lit.flip_if(flip));
        }
        let (key, flip) = self.key(old, true);
        self.steps.entry(key).or_default().push(lit.flip_if(flip));
    }

    /// A hash of a node's values, or of their complements: the first sample that counts is false.
    fn key(&self, old: usize, masked: bool) -> (u64, bool) {
        let bits = &self.signatures[old * self.words..(old + 1) * self.words];
        let mask = |word: usize| if masked { self.live[word] } else { u64::MAX };
        let first = (0..self.words).find(|&word| mask(word) != 0);
        let flip = first.is_some_and(|word| bits[word] >> mask(word).trailing_zeros() & 1 == 1);
        let flipped = if flip { u64::MAX } else { 0 };
        let mix =
            |hash: u64, word: usize| (hash.rotate_left(5) ^ ((bits[word] ^ flipped) & mask(word))).wrapping_mul(GOLDEN);
        ((0..self.words).fold(0, mix), flip)
    }

    /// An earlier node that is equal to the one built last.
    fn equal(&mut self, position: usize, old: usize, of_moves: bool) -> Option<Lit> {
        let (key, flip) = self.key(old, of_moves);
        let classes = if of_moves { &self.steps } else { &self.states };
        let peers: Vec<Lit> = classes.get(&key)?.iter().copied().take(self.peers).collect();
        let own = Lit::new(node(position), flip);
        peers.into_iter().find(|&peer| self.proven(own, peer, of_moves)).map(|peer| peer.flip_if(flip))
    }

    fn proven(&mut self, a: Lit, b: Lit, of_moves: bool) -> bool {
        if self.out_of_time {
            return false;
        }
        let when = if of_moves { When::Step } else { When::State };
        self.never(&[a, !b], when) && self.never(&[!a, b], when)
    }

    fn never(&mut self, lits: &[Lit], when: When) -> bool {
        self.oracle.impossible(self.builder.net(), &self.legal, lits, when)
    }

    /// No step is made in a terminal state.
    pub(super) fn exclude_terminal(&mut self) {
        let terminal = self.moved(self.net.ports.terminal);
        self.oracle.exclude_in_steps(self.builder.net(), terminal);
    }

    /// Whether some edges of the new net never hold together, with all effort it takes while there is time.
    pub(super) fn decide(&mut self, lits: &[Lit], when: When, observer: &dyn Observer) -> bool {
        if lits.contains(&Lit::FALSE) || lits.iter().any(|&lit| lits.contains(&!lit)) {
            return true;
        }
        loop {
            if self.never(lits, when) {
                return true;
            }
            if observer.stopped() || !self.oracle.harder() {
                return false;
            }
        }
    }

    fn finish(mut self) -> Net {
        let edges = std::mem::take(&mut self.edges);
        self.builder.ports().map_edges(|edge| Some(edge.moved(&edges)));
        super::rebuild::sweep_dangling(self.builder.finish())
    }
}
