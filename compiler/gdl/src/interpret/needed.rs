//! The rules that play depends on: declarations, and what nobody asks for, may be without end.

use super::strata::each_atom;
use crate::syntax::{Rule, Symbol};
use std::collections::{HashMap, HashSet};

/// What is asked of a game from outside.
const OUTSIDE: [Symbol; 7] =
    [Symbol::ROLE, Symbol::INIT, Symbol::LEGAL, Symbol::NEXT, Symbol::SEES, Symbol::GOAL, Symbol::TERMINAL];

/// The rules of the relations that are asked for from outside, or by such rules, in their order.
pub(super) fn needed(rules: &[Rule]) -> Vec<&Rule> {
    let mut by_head: HashMap<Symbol, Vec<&Rule>> = HashMap::new();
    rules.iter().for_each(|rule| by_head.entry(rule.head.relation).or_default().push(rule));
    let mut wanted: HashSet<Symbol> = OUTSIDE.into();
    let mut queue = OUTSIDE.to_vec();
    while let Some(relation) = queue.pop() {
        let bodies = by_head.get(&relation).into_iter().flatten().flat_map(|rule| &rule.body);
        bodies.for_each(|formula| {
            each_atom(formula, false, &mut |atom, _| {
                if wanted.insert(atom.relation) {
                    queue.push(atom.relation);
                }
            });
        });
    }
    rules.iter().filter(|rule| wanted.contains(&rule.head.relation)).collect()
}
