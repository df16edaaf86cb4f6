//! Wide ANDs back to two-input ANDs, as chains: a LUT of K inputs takes the chain so far and K - 1 further edges, so
//! an AND of n edges needs only (n - 1) / (K - 1) LUTs, rounded up. Trees leave inputs unused.
//!
//! Source: the bin packing of Chortle-crf (Francis, Rose and Vranesic, DAC 1991); here the mapper does the packing, and
//! the order of the chain allows it.

use super::super::node;
use super::STEPS;
use super::groups::Groups;
use super::subject::Subject;
use crate::propnet::{Lit, NodeId};
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Longest chain; longer ones are chains of chains. Odd, so that LUTs of three inputs are filled, and small enough
/// for exact areas to be found fast.
const LONGEST: usize = 31;

/// A subject of chains that has the roots of `subject`.
pub(super) fn chain(subject: &Subject, groups: &Groups, observer: &dyn Observer) -> Result<Subject, Stopped> {
    let mut chains = Chains::new(subject, groups);
    let mut is_root = vec![false; subject.len()];
    subject.roots.iter().for_each(|&root| is_root[root] = true);
    let mut pace = Pace::new(observer, STEPS);
    for gate in 0..groups.len() {
        pace.step()?;
        if groups.get(gate).is_empty() {
            continue;
        }
        let place = subject.first + gate;
        let edge = chains.group(gate);
        chains.edges[place] = Some(edge);
        if let Some(name) = subject.names[gate].filter(|_| is_root[place]) {
            chains.root(edge, name);
        }
    }
    Ok(chains.subject)
}

struct Chains<'g> {
    groups: &'g Groups,
    /// Nodes of the old subject below its gates.
    first: usize,
    /// The number of nodes of the old subject; pairs stand behind them.
    len: usize,
    /// How many items of groups and pairs each old node is.
    uses: Vec<u32>,
    /// What old nodes and pairs became.
    edges: Vec<Option<Lit>>,
    subject: Subject,
    /// Gates by fan-ins.
    known: HashTable<u32>,
}

impl<'g> Chains<'g> {
    fn new(subject: &Subject, groups: &'g Groups) -> Self {
        let (first, len) = (subject.first, subject.len());
        let mut uses = vec![0; len + groups.pairs.len()];
        let pairs = groups.pairs.iter().flatten();
        groups.items.iter().chain(pairs).for_each(|edge| uses[edge.node().index()] += 1);
        let mut edges = vec![None; uses.len()];
        edges[..first].iter_mut().enumerate().for_each(|(i, edge)| *edge = Some(Lit::new(node(i), false)));
        let subject = Subject { first, gates: Vec::new(), names: Vec::new(), roots: Vec::new() };
        Self { groups, first, len, uses, edges, subject, known: HashTable::new() }
    }

    /// Makes a group.
    fn group(&mut self, gate: usize) -> Lit {
        let mut items = self.groups.get(gate).to_vec();
        items.sort_by_cached_key(|&item| (self.support(item), item));
        let mut edges: Vec<Lit> = items.into_iter().map(|item| self.edge(item)).collect();
        while edges.len() > 1 {
            let chains = edges.chunks(LONGEST);
            edges = chains.map(|chain| chain.iter().fold(Lit::TRUE, |all, &edge| self.and(all, edge))).collect();
        }
        edges.first().copied().unwrap_or(Lit::TRUE)
    }

    /// The two nodes of an edge that is used once and has two fan-ins: a LUT can take both instead. Such edges come
    /// behind the others in a chain, those of the same nodes (exclusive or) next to each other.
    fn support(&self, item: Lit) -> Option<[NodeId; 2]> {
        let place = item.node().index();
        let gate = place.checked_sub(self.first).filter(|_| self.uses[place] == 1)?;
        let fanin = match place.checked_sub(self.len) {
            Some(pair) => self.groups.pairs[pair],
            None => self.groups.get(gate).try_into().ok()?,
        };
        let [a, b] = fanin.map(Lit::node);
        Some([a.min(b), a.max(b)])
    }

    /// The new edge of an old one. Groups it needs are there already, pairs are made.
    fn edge(&mut self, item: Lit) -> Lit {
        let mut stack = vec![item.node().index()];
        while let Some(&place) = stack.last() {
            let pair = place.checked_sub(self.len).filter(|_| self.edges[place].is_none());
            let Some([a, b]) = pair.map(|pair| self.groups.pairs[pair]) else {
                stack.pop();
                continue;
            };
            match [a, b].map(|part| self.moved(part)) {
                [Some(x), Some(y)] => self.edges[place] = Some(self.and(x, y)),
                parts => stack.extend([a, b].iter().zip(parts).filter(|x| x.1.is_none()).map(|x| x.0.node().index())),
            }
        }
        self.moved(item).unwrap_or_default()
    }

    fn moved(&self, old: Lit) -> Option<Lit> {
        self.edges[old.node().index()].map(|edge| edge.flip_if(old.is_complement()))
    }

    /// The AND of two edges.
    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        let hash = hash_of([a, b]);
        let gates = &self.subject.gates;
        if let Some(&gate) = self.known.find(hash, |&gate| gates[gate as usize] == [a, b]) {
            return Lit::new(node(self.first + gate as usize), false);
        }
        let gate = self.gate([a, b]);
        let gates = &self.subject.gates;
        self.known.insert_unique(hash, node(gate).0, |&gate| hash_of(gates[gate as usize]));
        Lit::new(node(self.first + gate), false)
    }

    fn gate(&mut self, fanin: [Lit; 2]) -> usize {
        self.subject.gates.push(fanin);
        self.subject.names.push(None);
        self.subject.gates.len() - 1
    }

    /// Makes an edge available under a name; what is no gate or has a name is copied.
    fn root(&mut self, edge: Lit, name: NodeId) {
        let gate = self.subject.gate(edge.node()).filter(|_| !edge.is_complement());
        let unnamed = gate.filter(|&gate| self.subject.names[gate].is_none());
        let gate = unnamed.unwrap_or_else(|| self.gate([edge, Lit::TRUE]));
        self.subject.names[gate] = Some(name);
        self.subject.roots.push(self.first + gate);
    }
}

fn hash_of(fanin: [Lit; 2]) -> u64 {
    let mut hasher = FxHasher::default();
    fanin.hash(&mut hasher);
    hasher.finish()
}
