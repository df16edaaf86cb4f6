//! Which columns of a relation are known in all its calls.

use super::order::{Asking, walk};
use crate::game::{PredId, Program};
use crate::ground::estimate::Estimates;

/// For each relation the columns that are known whenever it is called; none when it is computed in full.
pub(super) struct Columns {
    of: Vec<Vec<usize>>,
    asking: Vec<Asking>,
}

impl Columns {
    /// Columns of a relation, ascending.
    pub(super) fn of(&self, pred: PredId) -> &[usize] {
        self.of.get(pred.index()).map_or(&[], Vec::as_slice)
    }

    /// How much is asked before the relation is called.
    pub(super) fn asking(&self, pred: PredId) -> Asking {
        self.asking.get(pred.index()).copied().unwrap_or(Asking::All)
    }

    /// Whether anything is computed on demand.
    pub(super) fn any(&self) -> bool {
        self.of.iter().any(|columns| !columns.is_empty())
    }
}

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
