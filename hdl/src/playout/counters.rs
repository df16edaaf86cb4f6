//! What an engine counts.

use gdl2hdl_compiler::net::Net;
use gdl2hdl_compiler::propnet::Lit;

/// Counters that every game has, in this order: joint moves made; playouts finished, truncated, stuck.
pub const COMMON: [&str; 4] = ["steps", "finished", "truncated", "stuck"];

/// The counters of goal values. Goals that always hold together, and exclude the same others, share one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Counters {
    /// For each goal of all roles in port order its counter, counted behind the common ones.
    pub(super) of_goal: Vec<usize>,
    /// For each counter the goal it counts and the others of its role: it counts when that one holds and no other.
    pub(super) counted: Vec<(usize, Vec<usize>)>,
}

impl Counters {
    pub(super) fn new(net: &Net) -> Self {
        let ports = &net.ports;
        let literal = |goal: usize| ports.goals[goal].holds;
        let mut counters = Self::default();
        let mut keys: Vec<(Lit, Vec<Lit>)> = Vec::new();
        for goal in 0..ports.goals.len() {
            let role = ports.goals[goal].role as usize;
            let others: Vec<usize> = ports.goals_of(role).filter(|&other| other != goal).collect();
            let mut key: Vec<Lit> = others.iter().map(|&other| literal(other)).collect();
            key.sort_unstable();
            key.dedup();
            let key = (literal(goal), key);
            let number = keys.iter().position(|other| *other == key).unwrap_or(keys.len());
            if number == keys.len() {
                keys.push(key);
                counters.counted.push((goal, others));
            }
            counters.of_goal.push(number);
        }
        counters
    }

    /// All counters, the common ones included.
    pub(super) fn len(&self) -> usize {
        COMMON.len() + self.counted.len()
    }
}
