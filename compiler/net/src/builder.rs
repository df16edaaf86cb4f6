//! Two-input ANDs with folding and hash-consing.

use super::{Net, node};
use crate::propnet::{Lit, Ports};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped, Unobserved};
use gdl2hdl_gdl::random::mix;
use hashbrown::HashTable;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Gates between two questions to the observer.
const GATES: u32 = 1 << 10;

/// Builds a [`Net`]: the ports' bases and inputs are given, gates are added, then the outputs are set.
#[derive(Debug)]
pub struct Builder {
    net: Net,
    /// Levels of all nodes.
    levels: Vec<u32>,
    ids: HashTable<u32>,
}

fn hash_of([a, b]: [Lit; 2]) -> u64 {
    mix(u64::from(a.code()) << 32 | u64::from(b.code()))
}

impl Builder {
    /// A net without gates.
    #[must_use]
    pub fn new(ports: Ports) -> Self {
        let levels = vec![0; ports.first_gate()];
        Self { net: Net { ports, gates: Vec::new() }, levels, ids: HashTable::new() }
    }

    /// To build a net anew: its ports, no gates yet, and room for as many.
    #[must_use]
    pub fn like(net: &Net) -> Self {
        let mut builder = Self::new(net.ports.clone());
        builder.reserve(net.num_gates());
        builder
    }

    /// Makes room for more gates. Worth it where a large net is built anew: the table is not filled again and again.
    pub fn reserve(&mut self, gates: usize) {
        self.net.gates.reserve(gates);
        self.levels.reserve(gates);
        let gates_so_far = &self.net.gates;
        self.ids.reserve(gates, |&gate| hash_of(gates_so_far[gate as usize]));
    }

    /// The net so far.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// The outputs, to be set.
    pub fn ports(&mut self) -> &mut Ports {
        &mut self.net.ports
    }

    /// Takes back the gates that were built last, all but the first so many.
    pub fn truncate(&mut self, gates: usize) {
        while self.net.gates.len() > gates {
            let Some(fanin) = self.net.gates.pop() else { return };
            self.levels.pop();
            let gate = id(self.net.gates.len());
            if let Ok(entry) = self.ids.find_entry(hash_of(fanin), |&other| other == gate) {
                entry.remove();
            }
        }
    }

    /// The finished net.
    #[must_use]
    pub fn finish(self) -> Net {
        self.net
    }

    /// The AND of two edges.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        self.simplified(a, b).unwrap_or_else(|fanin| self.insert(fanin))
    }

    /// The AND of two edges, if it needs no gate that isn't there.
    pub fn find(&self, a: Lit, b: Lit) -> Option<Lit> {
        self.simplified(a, b).map_or_else(|fanin| self.stored(fanin), Some)
    }

    /// An edge that does for the AND of two edges, or the fan-ins of a gate that does.
    fn simplified(&self, a: Lit, b: Lit) -> Result<Lit, [Lit; 2]> {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if let Some(folded) = self.folded(a, b) {
            return Ok(folded);
        }
        match self.narrowed(a, b).or_else(|| self.narrowed(b, a)) {
            Some((a, b)) => self.simplified(a, b),
            None => Err([a, b]),
        }
    }

    fn stored(&self, fanin: [Lit; 2]) -> Option<Lit> {
        let (gates, first) = (&self.net.gates, self.net.ports.first_gate());
        let gate = self.ids.find(hash_of(fanin), |&gate| gates[gate as usize] == fanin)?;
        Some(Lit::new(node(first + *gate as usize), false))
    }

    /// Adds all gates of a net, and gives what its nodes become. **Shape:** `leaves` says so of the constant, the bases
    /// and the inputs, in this order.
    ///
    /// # Panics
    /// When `leaves` has fewer.
    pub fn add_gates(&mut self, net: &Net, leaves: Vec<Lit>) -> Vec<Lit> {
        self.add_gates_observed(net, leaves, &Unobserved).expect("nobody stops it")
    }

    /// The same where somebody may stop it.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    ///
    /// # Panics
    /// As [`Builder::add_gates`].
    pub fn add_gates_observed(
        &mut self,
        net: &Net,
        leaves: Vec<Lit>,
        observer: &dyn Observer,
    ) -> Result<Vec<Lit>, Stopped> {
        let (mut edges, mut pace) = (leaves, Pace::new(observer, GATES));
        edges.reserve(net.num_gates());
        self.reserve(net.num_gates());
        for (_, [a, b]) in net.gates() {
            pace.step()?;
            let both = self.and(a.moved(&edges), b.moved(&edges));
            edges.push(both);
        }
        Ok(edges)
    }

    /// The OR of two edges.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// The AND of any number of edges, as a tree that joins the lowest levels first.
    pub fn and_all(&mut self, edges: impl IntoIterator<Item = Lit>) -> Lit {
        let mut edges = edges.into_iter();
        let Some(first) = edges.next() else { return Lit::TRUE };
        let Some(second) = edges.next() else { return first };
        let Some(third) = edges.next() else { return self.and(first, second) };
        let ranked = |edge: Lit| Reverse((self.levels[edge.node().index()], edge));
        let mut heap: BinaryHeap<Reverse<(u32, Lit)>> =
            [first, second, third].into_iter().chain(edges).map(ranked).collect();
        while let Some(Reverse((_, a))) = heap.pop() {
            let Some(Reverse((_, b))) = heap.pop() else { return a };
            let both = self.and(a, b);
            heap.push(Reverse((self.levels[both.node().index()], both)));
        }
        Lit::TRUE
    }

    /// The AND of any number of edges, as a tree whose shape is given by the edges themselves, not by their levels: sets that
    /// differ in few edges have most of their gates in common. `edges` are sorted on return.
    pub fn and_all_alike(&mut self, edges: &mut [Lit]) -> Lit {
        edges.sort_unstable();
        self.trie(edges)
    }

    /// The AND of sorted edges: those whose codes begin with the same bits are joined first.
    fn trie(&mut self, edges: &[Lit]) -> Lit {
        let [first, .., last] = edges else { return edges.first().copied().unwrap_or(Lit::TRUE) };
        let differ = first.code() ^ last.code();
        if differ == 0 {
            return *first;
        }
        let bit = u32::BITS - 1 - differ.leading_zeros();
        let middle = edges.partition_point(|edge| edge.code() >> bit & 1 == 0);
        let (low, high) = (self.trie(&edges[..middle]), self.trie(&edges[middle..]));
        self.and(low, high)
    }

    /// Identities of one gate and of a gate with one of its fan-ins.
    fn folded(&self, a: Lit, b: Lit) -> Option<Lit> {
        if a == Lit::FALSE || a == !b {
            return Some(Lit::FALSE);
        }
        if a == Lit::TRUE || a == b {
            return Some(b);
        }
        for (outer, other) in [(a, b), (b, a)] {
            let Some([x, y]) = self.net.fanin(outer.node()) else { continue };
            if !outer.is_complement() && (x == other || y == other) {
                return Some(outer);
            }
            if outer.is_complement() && (x == !other || y == !other) {
                return Some(other);
            }
            if !outer.is_complement() && (x == !other || y == !other) {
                return Some(Lit::FALSE);
            }
        }
        None
    }

    /// `a & !(a & y)` is `a & !y`.
    fn narrowed(&self, a: Lit, b: Lit) -> Option<(Lit, Lit)> {
        let [x, y] = self.net.fanin(b.node()).filter(|_| b.is_complement())?;
        if x == a {
            return Some((a, !y));
        }
        (y == a).then_some((a, !x))
    }

    fn insert(&mut self, fanin: [Lit; 2]) -> Lit {
        if let Some(gate) = self.stored(fanin) {
            return gate;
        }
        let gate = id(self.net.gates.len());
        self.net.gates.push(fanin);
        let gates = &self.net.gates;
        self.ids.insert_unique(hash_of(fanin), gate, |&gate| hash_of(gates[gate as usize]));
        let level = fanin.iter().map(|edge| self.levels[edge.node().index()]).max().unwrap_or(0) + 1;
        self.levels.push(level);
        Lit::new(node(self.net.num_nodes() - 1), false)
    }
}
