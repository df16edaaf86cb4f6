//! What the rules of a text cost to ground: where time and size come from.

use super::join::Store;
use crate::game::Program;
use gdl2hdl_gdl::syntax::Span;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::time::Duration;

/// What one rule of the text cost, with everything made of it on the way: pieces, and guards of what it asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleCost {
    /// The rule.
    pub span: Span,
    /// Matches of its body, in all evaluations; rules of static relations are among them.
    pub matches: u64,
    /// Ground rules, before simplification.
    pub instances: u64,
    /// Time in its joins, as far as the caller's [`Observer`](super::Observer) tells the time.
    pub time: Duration,
}

/// The cost of each rule that matched or took time, most ground rules first, then most matches, then in text order.
pub(super) fn profile(program: &Program, store: &Store<'_>) -> Vec<RuleCost> {
    let mut costs: FxHashMap<Span, RuleCost> = FxHashMap::default();
    let none = |span| RuleCost { span, matches: 0, instances: 0, time: Duration::ZERO };
    for (number, clause) in program.clauses.iter().enumerate() {
        let cost = costs.entry(clause.span).or_insert_with(|| none(clause.span));
        cost.instances += store.instances_of(number, clause) as u64;
    }
    for (&span, work) in &store.work_of {
        let cost = costs.entry(span).or_insert_with(|| none(span));
        (cost.matches, cost.time) = (work.matches, work.time);
    }
    let mut profile: Vec<_> = costs.into_values().filter(|cost| cost.matches > 0 || cost.instances > 0).collect();
    profile.sort_by_key(|cost| (Reverse(cost.instances), Reverse(cost.matches), cost.span));
    profile
}
