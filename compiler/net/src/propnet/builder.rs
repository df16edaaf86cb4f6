//! Gates with folding and hash-consing: equal gates are one gate, constants disappear.

use super::{Lit, NodeId, Op, PropNet};
use gdl2hdl_gdl::id::id;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Adds gates to a net whose bases and inputs are in place.
#[derive(Debug)]
pub(super) struct Builder {
    net: PropNet,
    ids: HashTable<u32>,
    scratch: Vec<Lit>,
}

fn hash_of(op: Op, fanin: &[Lit]) -> u64 {
    let mut hasher = FxHasher::default();
    (op, fanin).hash(&mut hasher);
    hasher.finish()
}

impl Builder {
    pub(super) fn new(net: PropNet) -> Self {
        Self { net, ids: HashTable::new(), scratch: Vec::new() }
    }

    pub(super) fn net(&self) -> &PropNet {
        &self.net
    }

    pub(super) fn finish(self) -> PropNet {
        self.net
    }

    pub(super) fn and(&mut self, fanin: impl IntoIterator<Item = Lit>) -> Lit {
        self.gate(Op::And, fanin)
    }

    pub(super) fn or(&mut self, fanin: impl IntoIterator<Item = Lit>) -> Lit {
        self.gate(Op::Or, fanin)
    }

    fn gate(&mut self, op: Op, fanin: impl IntoIterator<Item = Lit>) -> Lit {
        // The value that decides the gate, and the one that changes nothing.
        let (deciding, neutral) = if op == Op::And { (Lit::FALSE, Lit::TRUE) } else { (Lit::TRUE, Lit::FALSE) };
        let mut edges = std::mem::take(&mut self.scratch);
        edges.clear();
        edges.extend(fanin.into_iter().filter(|&edge| edge != neutral));
        edges.sort_unstable();
        edges.dedup();
        // Complements sort next to each other.
        let decided = edges.contains(&deciding) || edges.windows(2).any(|pair| pair[0] == !pair[1]);
        let edge = match edges[..] {
            _ if decided => deciding,
            [] => neutral,
            [single] => single,
            _ => self.insert(op, &edges),
        };
        self.scratch = edges;
        edge
    }

    fn insert(&mut self, op: Op, fanin: &[Lit]) -> Lit {
        let hash = hash_of(op, fanin);
        let net = &self.net;
        let first = net.ports.first_gate();
        let edge = |gate: u32| Lit::new(NodeId(id(first) + gate), false);
        if let Some(&gate) = self.ids.find(hash, |&gate| net.gate(gate as usize) == (op, fanin)) {
            return edge(gate);
        }
        let gate = id(self.net.num_gates());
        self.net.ops.push(op);
        self.net.pool.extend_from_slice(fanin);
        self.net.ends.push(id(self.net.pool.len()));
        let net = &self.net;
        self.ids.insert_unique(hash, gate, |&gate| {
            let (op, fanin) = net.gate(gate as usize);
            hash_of(op, fanin)
        });
        edge(gate)
    }
}
