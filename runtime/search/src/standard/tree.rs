//! A tree of states that is kept between moves.

use super::fold::Fold;
use super::joints::{Joints, Seats, first_best};
use super::walk::{Halt, Walk};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::ops::Range;

/// Bytes of a node beside its texts, about.
const OVERHEAD: usize = 320;

/// A state.
pub(super) struct Node {
    parent: usize,
    /// Its facts, one a line.
    facts: Box<str>,
    /// What it is worth to each role, as far as it is known.
    values: Vec<f64>,
    /// Whether its value can't change any more.
    done: bool,
    /// How often the tree grew at it or below it.
    visits: u32,
    /// Its joint moves and the node of the first of its children; the others follow. `None` until it is expanded.
    below: Option<(Joints, usize)>,
}

/// A tree of states with the values of its leaves backed up. The root is node 0, parents come before children.
pub(super) struct Tree {
    seats: Seats,
    nodes: Vec<Node>,
    bytes: usize,
    most: usize,
}

impl Tree {
    /// A tree of the state that a walk is in. May take so many bytes.
    pub(super) fn new(walk: &mut Walk<'_>, seats: Seats, most: usize) -> Result<Self, Halt> {
        let mut tree = Self { seats, nodes: Vec::new(), bytes: 0, most };
        tree.push(walk, 0)?;
        Ok(tree)
    }

    /// Adds the state that the walk is in.
    fn push(&mut self, walk: &mut Walk<'_>, parent: usize) -> Result<(), Halt> {
        let facts = walk.facts()?.join("\n").into_boxed_str();
        let (values, done) = (walk.goals()?, walk.terminal()?);
        self.bytes += facts.len() + OVERHEAD;
        if self.bytes > self.most {
            return Err(Halt::Stopped);
        }
        self.nodes.push(Node { parent, facts, values, done, visits: 0, below: None });
        Ok(())
    }

    /// Who asks, and who is nature.
    pub(super) const fn seats(&self) -> Seats {
        self.seats
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the value of a node can't change any more.
    pub(super) fn done(&self, node: usize) -> bool {
        self.nodes[node].done
    }

    /// Whether a node may be expanded.
    pub(super) fn is_open_leaf(&self, node: usize) -> bool {
        !self.nodes[node].done && self.nodes[node].below.is_none()
    }

    /// What a node is worth to each role.
    pub(super) fn values(&self, node: usize) -> &[f64] {
        &self.nodes[node].values
    }

    /// How often the tree grew at a node or below it.
    pub(super) fn visits(&self, node: usize) -> u32 {
        self.nodes[node].visits
    }

    /// The joint moves of a node and its children in their order, once it is expanded.
    pub(super) fn below(&self, node: usize) -> Option<(&Joints, Range<usize>)> {
        let (joints, first) = self.nodes[node].below.as_ref()?;
        Some((joints, *first..first + joints.len()))
    }

    /// The best move at the root, and what it is worth; `None` until the root is expanded.
    pub(super) fn best(&self) -> Option<(usize, f64)> {
        let (joints, children) = self.below(0)?;
        let me = self.seats.me;
        let value = |joint: usize| Ok::<_, Infallible>(self.nodes[children.start + joint].values[me]);
        let rates = (0..joints.size(me)).map(|mine| match joints.rate(mine, value) {
            Ok(rate) => rate,
            Err(never) => match never {},
        });
        let rates: Vec<f64> = rates.collect();
        first_best(rates.iter().copied()).map(|index| (index, rates[index]))
    }

    /// Adds the children of a leaf. Where the search is stopped in the middle the tree stays as it was.
    pub(super) fn expand(&mut self, walk: &mut Walk<'_>, leaf: usize) -> Result<(), Halt> {
        let (nodes, bytes) = (self.nodes.len(), self.bytes);
        let grown = self.children(walk, leaf);
        if grown.is_err() {
            self.nodes.truncate(nodes);
            self.bytes = bytes;
        }
        grown
    }

    fn children(&mut self, walk: &mut Walk<'_>, leaf: usize) -> Result<(), Halt> {
        let facts: Vec<String> = self.nodes[leaf].facts.lines().map(str::to_owned).collect();
        walk.load(&facts)?;
        let Some(moves) = walk.moves()? else {
            self.nodes[leaf].done = true;
            return Ok(());
        };
        let (joints, first) = (Joints::new(&moves, self.seats), self.nodes.len());
        for joint in 0..joints.len() {
            walk.child(&facts, &joints.moves(&moves, joint))?;
            self.push(walk, leaf)?;
        }
        self.nodes[leaf].below = Some((joints, first));
        Ok(())
    }

    /// Backs up what was found out at a node. Says whether the values of the root changed, or those of its children.
    pub(super) fn back_up(&mut self, from: usize) -> bool {
        let (mut node, mut changed) = (from, true);
        loop {
            let below_changed = changed;
            self.nodes[node].visits = self.nodes[node].visits.saturating_add(1);
            changed = changed && self.renew(node);
            if node == 0 {
                return below_changed;
            }
            node = self.nodes[node].parent;
        }
    }

    /// Computes the values of a node anew. Says whether it changed.
    fn renew(&mut self, node: usize) -> bool {
        // A leaf that could not be expanded is done since then.
        let Some((joints, children)) = self.below(node) else { return true };
        let mut fold = Fold::new(joints);
        let children = &self.nodes[children];
        children.iter().for_each(|child| fold.add(&child.values));
        let (values, done) = (fold.values(), children.iter().all(|child| child.done));
        let node = &mut self.nodes[node];
        let changed = node.done != done || node.values != values;
        (node.values, node.done) = (values, done);
        changed
    }

    /// Makes a node with these facts the root and forgets what is not below it. Says whether there is one.
    pub(super) fn reroot(&mut self, facts: &[String]) -> bool {
        let facts = facts.join("\n");
        let mut best: Option<usize> = None;
        for (index, node) in self.nodes.iter().enumerate() {
            if *node.facts == *facts && best.is_none_or(|best| node.visits > self.nodes[best].visits) {
                best = Some(index);
            }
        }
        match best {
            Some(0) => {}
            Some(root) => self.keep(root),
            None => return false,
        }
        true
    }

    /// Keeps what is below a node, in the order of a breadth-first walk.
    fn keep(&mut self, root: usize) {
        let mut old: Vec<Option<Node>> = std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        let mut queue = VecDeque::from([(root, 0)]);
        let mut waiting = 1;
        self.bytes = 0;
        while let Some((index, parent)) = queue.pop_front() {
            let Some(mut node) = old[index].take() else { continue };
            node.parent = parent;
            if let Some((joints, first)) = &mut node.below {
                let children = *first..*first + joints.len();
                *first = waiting;
                waiting += children.len();
                queue.extend(children.map(|child| (child, self.nodes.len())));
            }
            self.bytes += node.facts.len() + OVERHEAD;
            self.nodes.push(node);
        }
    }
}
