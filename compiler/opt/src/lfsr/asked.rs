//! What a net asks of a counter: the sets of steps that gates and outputs read.

use bitvec::prelude::{BitVec, bitvec};
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::{Net, node};

/// The nodes that depend on one counter alone, and are read by something that does not: each with the steps in which it
/// holds, one list for each chain.
pub(super) fn asked(net: &Net, chains: &[Vec<usize>]) -> Vec<Vec<(NodeId, BitVec)>> {
    let mut sets = Sets::new(net, chains);
    for (id, fanin) in net.gates() {
        sets.gate(id, fanin);
    }
    let mut read = vec![false; net.num_nodes()];
    for (_, fanin) in net.gates().filter(|(id, _)| sets.of[id.index()].is_none()) {
        fanin.iter().for_each(|edge| read[edge.node().index()] = true);
    }
    let counted: Vec<bool> = (0..net.ports.bases.len()).map(|base| sets.of[1 + base].is_some()).collect();
    let others = net.ports.bases.iter().zip(&counted).filter(|(_, counted)| !**counted);
    others.for_each(|(base, _)| read[base.next.node().index()] = true);
    net.ports.each_observed(&mut |edge: Lit| read[edge.node().index()] = true);
    let mut asked: Vec<Vec<(NodeId, BitVec)>> = vec![Vec::new(); chains.len()];
    for (place, of) in sets.of.into_iter().enumerate() {
        if let Some((chain, steps)) = of.filter(|_| read[place]) {
            asked[chain].push((node(place), steps));
        }
    }
    asked
}

struct Sets {
    /// For each node that depends on one chain alone, the chain, and the steps in which the node holds.
    of: Vec<Option<(usize, BitVec)>>,
}

impl Sets {
    fn new(net: &Net, chains: &[Vec<usize>]) -> Self {
        let mut of = vec![None; net.num_nodes()];
        for (chain, steps) in chains.iter().enumerate() {
            for (place, &base) in steps.iter().enumerate() {
                let mut holds = bitvec![0; steps.len()];
                holds.set(place, true);
                of[1 + base] = Some((chain, holds));
            }
        }
        Self { of }
    }

    fn gate(&mut self, id: NodeId, fanin: [Lit; 2]) {
        let [Some((chain, a)), Some((other, b))] = fanin.map(|edge| self.of[edge.node().index()].as_ref()) else {
            return;
        };
        if chain == other {
            let holds = |steps: &BitVec, edge: Lit| if edge.is_complement() { !steps.clone() } else { steps.clone() };
            self.of[id.index()] = Some((*chain, holds(a, fanin[0]) & holds(b, fanin[1])));
        }
    }
}
