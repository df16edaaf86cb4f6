//! The states that were met, numbered in the order in which they were, and the transitions between them.

use super::Stop;
use gdl2hdl_gdl::id::id;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A graph of states. The first ones are visited: their looks and transitions are known.
pub(super) struct Space {
    /// 64-bit words of a state.
    words: usize,
    states: Vec<u64>,
    ids: HashTable<u32>,
    /// For each state that from which it was first reached.
    parents: Vec<u32>,
    /// For each visited state the first of its transitions, and the number of all at the end.
    firsts: Vec<usize>,
    /// States that transitions lead to.
    targets: Vec<u32>,
    /// For each visited state and role the number of its legal moves.
    counts: Vec<u32>,
    /// For each visited state and role the goal value.
    values: Vec<i32>,
    terminal: Vec<bool>,
    roles: usize,
    /// Why not all states were visited.
    pub(super) stopped: Option<Stop>,
}

fn hash(state: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

impl Space {
    pub(super) fn new(words: usize, roles: usize) -> Self {
        Self {
            words,
            states: Vec::new(),
            ids: HashTable::new(),
            parents: Vec::new(),
            firsts: vec![0],
            targets: Vec::new(),
            counts: Vec::new(),
            values: Vec::new(),
            terminal: Vec::new(),
            roles,
            stopped: None,
        }
    }

    /// States met.
    pub(super) fn num_states(&self) -> usize {
        self.parents.len()
    }

    /// States looked at, with all their transitions.
    pub(super) fn num_visited(&self) -> usize {
        self.firsts.len() - 1
    }

    /// Transitions of visited states.
    pub(super) fn num_transitions(&self) -> usize {
        self.firsts.last().copied().unwrap_or(0)
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        let words = self.states.capacity() + self.firsts.capacity();
        let numbers = self.parents.capacity() + self.targets.capacity() + self.counts.capacity() + self.ids.capacity();
        let halves = numbers + self.values.capacity();
        (words * 8 + halves * 4 + self.ids.capacity() + self.terminal.capacity()) as u64
    }

    pub(super) fn state(&self, state: usize) -> &[u64] {
        &self.states[state * self.words..(state + 1) * self.words]
    }

    /// The number of a state; a new one is met from `parent`.
    pub(super) fn meet(&mut self, state: &[u64], parent: usize) -> u32 {
        let (words, states) = (self.words, &self.states);
        let at = |other: u32| &states[other as usize * words..(other as usize + 1) * words];
        let hash_of = hash(state);
        if let Some(&known) = self.ids.find(hash_of, |&other| at(other) == state) {
            return known;
        }
        let new = id(self.parents.len());
        self.ids.insert_unique(hash_of, new, |&other| hash(at(other)));
        self.states.extend_from_slice(state);
        self.parents.push(id(parent));
        new
    }

    /// Adds what the next state to be visited shows.
    pub(super) fn seen(&mut self, terminal: bool, counts: impl Iterator<Item = usize>, values: &[i32]) {
        self.terminal.push(terminal);
        self.counts.extend(counts.map(id));
        self.values.extend_from_slice(values);
    }

    /// Adds a transition of the state that is being visited.
    pub(super) fn leads_to(&mut self, target: u32) {
        self.targets.push(target);
    }

    /// The next state has all its transitions: it is visited.
    pub(super) fn visited(&mut self) {
        self.firsts.push(self.targets.len());
    }

    /// Whether the visited state is terminal.
    pub(super) fn is_terminal(&self, state: usize) -> bool {
        self.terminal[state]
    }

    /// How many legal moves each role has in a visited state.
    pub(super) fn counts(&self, state: usize) -> &[u32] {
        &self.counts[state * self.roles..(state + 1) * self.roles]
    }

    /// The goal value of each role in a visited state.
    pub(super) fn values(&self, state: usize) -> &[i32] {
        &self.values[state * self.roles..(state + 1) * self.roles]
    }

    /// Where the joint moves of a visited state lead, in the order of their numbers.
    pub(super) fn targets(&self, state: usize) -> &[u32] {
        &self.targets[self.firsts[state]..self.firsts[state + 1]]
    }

    /// The states on the way from the start to a state, both included: no way is shorter.
    pub(super) fn way(&self, state: usize) -> Vec<usize> {
        let mut way = vec![state];
        let mut at = state;
        while at != 0 {
            at = self.parents[at] as usize;
            way.push(at);
        }
        way.reverse();
        way
    }

    /// Gives back what only visits need.
    pub(super) fn shrink(&mut self) {
        self.ids = HashTable::new();
    }
}
