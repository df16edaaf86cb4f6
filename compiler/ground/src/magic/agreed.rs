//! The columns that all calls of a relation agree with.

use super::columns::{Asking, Columns};
use super::order::walk;
use crate::estimate::Estimates;
use crate::game::{PredId, Program};

/// The columns of the candidates: the largest sets that all calls agree with, found by starting with all columns.
///
/// **Cost:** passes over the clauses, at most as many as there are columns.
pub(super) fn columns(program: &Program, estimates: &Estimates, candidates: &[Option<Asking>]) -> Columns {
    let all = program.preds.iter().zip(candidates);
    let of = all.map(|(pred, candidate)| if candidate.is_some() { (0..pred.arity).collect() } else { Vec::new() });
    let asking = candidates.iter().map(|candidate| candidate.unwrap_or(Asking::All)).collect();
    let mut columns = Columns { of: of.collect(), asking };
    loop {
        let mut unknown: Vec<(PredId, usize)> = Vec::new();
        for clause in &program.clauses {
            walk(clause, &columns, estimates, &mut |call| {
                for &column in columns.of(call.literal.pred) {
                    let mut known = true;
                    call.literal.args[column].each_var(&mut |var| known &= call.bound[var as usize]);
                    if !known {
                        unknown.push((call.literal.pred, column));
                    }
                }
            });
        }
        if unknown.is_empty() {
            return columns;
        }
        for (pred, column) in unknown {
            columns.of[pred.index()].retain(|&c| c != column);
        }
    }
}
