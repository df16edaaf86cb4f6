//! In which order a body is taken to be evaluated: what is known when each literal's turn comes.

use super::columns::{Asking, Columns};
use crate::estimate::Estimates;
use crate::game::{Clause, Literal};
use std::cmp::Ordering;

/// A literal whose relation is computed by magic sets, at its turn.
pub(super) struct Call<'c> {
    /// The literal.
    pub literal: &'c Literal,
    /// Variables that have values.
    pub bound: &'c [bool],
    /// Positive literals that came before, as positions in the body.
    pub before: &'c [usize],
}

/// Calls `visit` on each literal over a relation in `columns`. Negative ones come last, when everything has a value.
pub(super) fn walk(clause: &Clause, columns: &Columns, estimates: &Estimates, visit: &mut dyn FnMut(&Call<'_>)) {
    let mut bound = vec![false; clause.num_vars as usize];
    for &column in columns.of(clause.head.pred) {
        clause.head.args[column].each_var(&mut |var| bound[var as usize] = true);
    }
    let mut before = Vec::with_capacity(clause.positive.len());
    let mut left: Vec<usize> = (0..clause.positive.len()).collect();
    while let Some(next) = next(clause, &left, columns, estimates, &bound) {
        let literal = &clause.positive[next];
        if !columns.of(literal.pred).is_empty() {
            visit(&Call { literal, bound: &bound, before: &before });
        }
        literal.each_var(&mut |var| bound[var as usize] = true);
        before.push(next);
        left.retain(|&i| i != next);
    }
    for literal in clause.negative.iter().filter(|literal| !columns.of(literal.pred).is_empty()) {
        visit(&Call { literal, bound: &bound, before: &before });
    }
}

/// The literal to take next.
fn next(clause: &Clause, left: &[usize], columns: &Columns, estimates: &Estimates, bound: &[bool]) -> Option<usize> {
    let on_demand = |&i: &usize| !columns.of(clause.positive[i].pred).is_empty();
    let careful = |&i: &usize| columns.asking(clause.positive[i].pred) == Asking::Least;
    if left.iter().any(|i| on_demand(i) && careful(i)) {
        return cheapest(clause, left, columns, estimates, bound);
    }
    let full: Vec<usize> = left.iter().copied().filter(|i| !on_demand(i)).collect();
    if !full.is_empty() {
        return cheapest(clause, &full, columns, estimates, bound);
    }
    let unknown = |i: usize| {
        let literal = &clause.positive[i];
        let known = |column: &&usize| {
            let mut known = true;
            literal.args[**column].each_var(&mut |var| known &= bound[var as usize]);
            !known
        };
        columns.of(literal.pred).iter().filter(known).count()
    };
    left.iter().copied().min_by_key(|&i| unknown(i))
}

/// The literal with the fewest expected matches; those computed in full go first where there is no difference.
fn cheapest(
    clause: &Clause,
    left: &[usize],
    columns: &Columns,
    estimates: &Estimates,
    bound: &[bool],
) -> Option<usize> {
    let cost = |i: usize| {
        let literal = &clause.positive[i];
        let matches = estimates.fan_out(literal, bound);
        if columns.of(literal.pred).is_empty() { (matches, 0) } else { (matches.max(1.0), 1) }
    };
    left.iter().copied().min_by(|&a, &b| {
        let ((a, on_demand), (b, other)) = (cost(a), cost(b));
        a.partial_cmp(&b).unwrap_or(Ordering::Equal).then(on_demand.cmp(&other))
    })
}
