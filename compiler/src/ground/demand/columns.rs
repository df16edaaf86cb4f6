//! Which columns of a relation are known in all its calls.

use super::order::walk;
use crate::game::{PredId, Program};
use crate::ground::estimate::Estimates;

/// For each relation the columns that are known whenever it is called; none when it is computed in full.
pub(super) struct Columns {
    of: Vec<Vec<usize>>,
}

impl Columns {
    /// Columns of a relation, ascending.
    pub(super) fn of(&self, pred: PredId) -> &[usize] {
        self.of.get(pred.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether anything is computed on demand.
    pub(super) fn any(&self) -> bool {
        self.of.iter().any(|columns| !columns.is_empty())
    }
}

/// The columns of the candidates: the largest sets that all calls agree with, found by starting with all columns.
///
/// **Cost:** passes over the clauses, at most as many as there are columns.
pub(super) fn columns(program: &Program, estimates: &Estimates, candidates: &[bool]) -> Columns {
    let all = program.preds.iter().zip(candidates);
    let mut columns = Columns { of: all.map(|(p, c)| if *c { (0..p.arity).collect() } else { Vec::new() }).collect() };
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
