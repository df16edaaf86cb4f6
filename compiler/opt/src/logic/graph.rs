//! A net that is being rewritten: gates are only ever added; what replaces a gate stands beside it.

use super::super::reach::Samples;
use super::super::rebuild::sweep_dangling;
use gdl2hdl_net::propnet::{Lit, NodeId};
use gdl2hdl_net::{Builder, Net, node};

/// The net, with users counted along what has been replaced.
pub(super) struct Graph {
    pub(super) builder: Builder,
    /// How many live gates and outputs use each node; a gate without is dead, and its fan-ins are not used by it.
    users: Vec<u32>,
    /// What each node is to be read as.
    instead: Vec<Lit>,
    /// Words of samples, and the values of each node in them.
    pub(super) words: usize,
    pub(super) values: Vec<u64>,
    /// Numbers that are no smaller for a gate than for its fan-ins, as they are to be read.
    ranks: Vec<u32>,
    stack: Vec<NodeId>,
}

/// Gates that are looked at to see that one does not depend on another.
const MOST_ABOVE: usize = 100;

impl Graph {
    pub(super) fn new(net: &Net, samples: &Samples) -> Self {
        let mut builder = Builder::new(net.ports.clone());
        let edges = builder.add_gates(net, net.leaves());
        builder.ports().map_edges(|edge| Some(edge.moved(&edges)));
        let values = samples.signatures(builder.net());
        let mut graph = Self {
            builder,
            users: Vec::new(),
            instead: Vec::new(),
            words: samples.words(),
            values,
            ranks: Vec::new(),
            stack: Vec::new(),
        };
        graph.grow();
        graph.rank_by_level();
        let mut outputs = Vec::new();
        graph.builder.net().ports.each_output(|edge| outputs.push(edge.node()));
        outputs.into_iter().for_each(|output| {
            graph.use_node(output);
        });
        graph
    }

    /// Number of nodes, dead ones included.
    pub(super) fn len(&self) -> usize {
        self.instead.len()
    }

    /// Makes room for gates that were built.
    pub(super) fn grow(&mut self) {
        for position in self.instead.len()..self.builder.net().num_nodes() {
            self.users.push(0);
            self.instead.push(Lit::new(node(position), false));
            let below = self.fanin(node(position)).into_iter().flatten();
            self.ranks.push(below.map(|edge| self.ranks[edge.node().index()]).max().unwrap_or(0));
        }
    }

    /// The values of gates that were built, and that stay: they follow from their fan-ins'.
    pub(super) fn settle(&mut self) {
        let first = self.values.len().checked_div(self.words).unwrap_or(self.len());
        for position in first..self.len() {
            if let Some([a, b]) = self.builder.net().fanin(node(position)) {
                for word in 0..self.words {
                    self.values.push(self.value(a, word) & self.value(b, word));
                }
            }
        }
    }

    /// Takes gates back that were built last, and that nothing uses: all but the first nodes.
    pub(super) fn truncate(&mut self, nodes: usize) {
        self.builder.truncate(nodes - self.builder.net().ports.first_gate());
        self.users.truncate(nodes);
        self.instead.truncate(nodes);
        self.ranks.truncate(nodes);
        self.values.truncate(nodes * self.words);
    }

    /// Gates stand above their fan-ins at first; later ones may stand beside them.
    fn rank_by_level(&mut self) {
        for (id, fanin) in self.builder.net().gates() {
            self.ranks[id.index()] =
                1 + fanin.map(|edge| self.ranks[edge.node().index()]).into_iter().max().unwrap_or(0);
        }
    }

    /// A word of samples of an edge.
    pub(super) fn value(&self, edge: Lit, word: usize) -> u64 {
        self.values[edge.node().index() * self.words + word] ^ if edge.is_complement() { u64::MAX } else { 0 }
    }

    /// What an edge is to be read as.
    pub(super) fn read(&mut self, edge: Lit) -> Lit {
        let mut read = edge;
        loop {
            let next = self.instead[read.node().index()].flip_if(read.is_complement());
            if next == read {
                break;
            }
            read = next;
        }
        // The next reader has a short way.
        self.instead[edge.node().index()] = read.flip_if(edge.is_complement());
        read
    }

    /// The fan-ins of a gate, as they are to be read.
    pub(super) fn fanin(&mut self, gate: NodeId) -> Option<[Lit; 2]> {
        let fanin = self.builder.net().fanin(gate)?;
        Some(fanin.map(|edge| self.read(edge)))
    }

    /// Whether a node is no leaf.
    pub(super) fn is_gate(&self, node: NodeId) -> bool {
        self.builder.net().fanin(node).is_some()
    }

    pub(super) fn is_live(&self, node: NodeId) -> bool {
        self.users[node.index()] > 0
    }

    /// One more user of a node; gives how many gates came alive.
    pub(super) fn use_node(&mut self, node: NodeId) -> usize {
        let mut born = 0;
        self.stack.push(node);
        while let Some(node) = self.stack.pop() {
            self.users[node.index()] += 1;
            if self.users[node.index()] == 1
                && let Some(fanin) = self.fanin(node)
            {
                born += 1;
                self.stack.extend(fanin.map(Lit::node));
            }
        }
        born
    }

    /// One user less; gives how many gates died.
    pub(super) fn drop_node(&mut self, node: NodeId) -> usize {
        let mut died = 0;
        self.stack.push(node);
        while let Some(node) = self.stack.pop() {
            self.users[node.index()] -= 1;
            if self.users[node.index()] == 0
                && let Some(fanin) = self.fanin(node)
            {
                died += 1;
                self.stack.extend(fanin.map(Lit::node));
            }
        }
        died
    }

    /// Lets the fan-ins of a gate go while some nodes stay; gives how many gates die, with the gate.
    pub(super) fn release(&mut self, gate: NodeId, kept: &[Lit]) -> i64 {
        let born: usize = kept.iter().map(|edge| self.use_node(edge.node())).sum();
        let fanin = self.fanin(gate);
        let died: usize = fanin.iter().flatten().map(|edge| self.drop_node(edge.node())).sum();
        1 + died as i64 - born as i64
    }

    /// Takes [`Graph::release`] back.
    pub(super) fn restore(&mut self, gate: NodeId, kept: &[Lit]) {
        let fanin = self.fanin(gate);
        fanin.iter().flatten().for_each(|edge| {
            self.use_node(edge.node());
        });
        kept.iter().for_each(|edge| {
            self.drop_node(edge.node());
        });
    }

    /// How many gates fewer there would be with `new` in place of a gate. The same as before afterwards.
    pub(super) fn gain(&mut self, old: NodeId, new: Lit) -> i64 {
        let saved = self.release(old, &[]);
        let added = self.use_node(new.node()) as i64;
        self.drop_node(new.node());
        self.restore(old, &[]);
        saved - added
    }

    /// Whether an edge may depend on a gate: true, too, when that takes too long to say. What is found not to
    /// stands below the gate from then on.
    fn may_depend(&mut self, edge: Lit, gate: NodeId) -> bool {
        let rank = self.ranks[gate.index()];
        let mut beside: Vec<NodeId> = Vec::new();
        let mut left = vec![edge.node()];
        while let Some(node) = left.pop() {
            if node == gate || beside.len() > MOST_ABOVE {
                return true;
            }
            if self.ranks[node.index()] >= rank && !beside.contains(&node) {
                beside.push(node);
                left.extend(self.fanin(node).into_iter().flatten().map(Lit::node));
            }
        }
        beside.into_iter().for_each(|node| self.ranks[node.index()] = rank.saturating_sub(1));
        false
    }

    /// Whether a node is known not to depend on a gate.
    pub(super) fn is_below(&self, node: NodeId, gate: NodeId) -> bool {
        self.ranks[node.index()] < self.ranks[gate.index()]
    }

    /// Puts an edge in place of a gate; not where it might depend on the gate.
    pub(super) fn replace(&mut self, old: NodeId, new: Lit) -> bool {
        if self.may_depend(new, old) {
            return false;
        }
        let users = std::mem::take(&mut self.users[old.index()]);
        self.use_node(new.node());
        self.users[new.node().index()] += users - 1;
        if let Some(fanin) = self.fanin(old) {
            fanin.into_iter().for_each(|edge| {
                self.drop_node(edge.node());
            });
        }
        self.instead[old.index()] = new;
        true
    }

    /// The net as it is to be read.
    pub(super) fn finish(mut self) -> Net {
        let ports = self.builder.net().ports.clone();
        let mut built = Builder::new(ports.clone());
        let mut edges: Vec<Option<Lit>> = vec![None; self.len()];
        (0..ports.first_gate()).for_each(|leaf| edges[leaf] = Some(Lit::new(node(leaf), false)));
        let mut outputs = Vec::new();
        ports.each_output(|edge| outputs.push(edge));
        for output in outputs {
            let root = self.read(output).node();
            self.stack.push(root);
            while let Some(&top) = self.stack.last() {
                if edges[top.index()].is_some() {
                    self.stack.pop();
                    continue;
                }
                let Some(fanin) = self.fanin(top) else { break };
                let made = fanin.map(|edge| edges[edge.node().index()].map(|new| new.flip_if(edge.is_complement())));
                match made {
                    [Some(a), Some(b)] => edges[top.index()] = Some(built.and(a, b)),
                    _ => self.stack.extend(fanin.map(Lit::node)),
                }
            }
        }
        built.ports().map_edges(|edge| {
            let read = self.instead_of(edge);
            edges[read.node().index()].map(|new| new.flip_if(read.is_complement()))
        });
        sweep_dangling(built.finish())
    }

    fn instead_of(&self, edge: Lit) -> Lit {
        let next = edge.moved(&self.instead);
        if next == edge { edge } else { self.instead_of(next) }
    }
}
