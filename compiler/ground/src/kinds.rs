//! How each relation is evaluated, and which ones stay in ground rules.

use super::dependence::{Dependence, is_domain};
use crate::game::{Clause, PredId, Program};

/// What the grounder does with each relation; one entry a relation in both lists.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    /// Evaluated together with everything that depends on the state or the moves; the others are static.
    pub dynamic: Vec<bool>,
    /// Its literals stay in ground rules. The rows of the others hold by themselves.
    pub recorded: Vec<bool>,
}

impl Kinds {
    /// The kinds of a program's relations. `fixed` are relations that depend on neither state nor moves by their
    /// definitions: one of them may still be dynamic, because only what is asked for is computed. Its rows need no
    /// ground rules then, unless negation asks whether they are there before all of them are.
    pub(super) fn of(program: &Program, dependence: &Dependence, fixed: &[bool]) -> Self {
        let dynamic = dependence.dynamic.clone();
        let domain = |pred: usize| is_domain(program.preds[pred].form);
        let mut plain: Vec<bool> = (0..program.preds.len())
            .map(|pred| dynamic[pred] && !domain(pred) && fixed.get(pred).copied().unwrap_or(false))
            .collect();
        for literal in program.clauses.iter().flat_map(|clause| &clause.negative) {
            plain[literal.pred.index()] = false;
        }
        let holds =
            |pred: PredId, plain: &[bool]| !dynamic[pred.index()] || plain[pred.index()] || domain(pred.index());
        let by_itself = |clause: &Clause, plain: &[bool]| {
            clause.positive.iter().all(|literal| holds(literal.pred, plain))
                && clause.negative.iter().all(|literal| !dynamic[literal.pred.index()])
        };
        loop {
            let mut shrunk = false;
            for clause in &program.clauses {
                if plain[clause.head.pred.index()] && !by_itself(clause, &plain) {
                    plain[clause.head.pred.index()] = false;
                    shrunk = true;
                }
            }
            if !shrunk {
                break;
            }
        }
        let recorded = (0..program.preds.len()).map(|pred| dynamic[pred] && !domain(pred) && !plain[pred]).collect();
        Self { dynamic, recorded }
    }

    /// The kind of a relation made on the way: always evaluated with the dynamic ones.
    pub(super) fn push(&mut self, recorded: bool) {
        self.dynamic.push(true);
        self.recorded.push(recorded);
    }

    /// Forgets the relations from this one on.
    pub(super) fn truncate(&mut self, preds: usize) {
        self.dynamic.truncate(preds);
        self.recorded.truncate(preds);
    }
}
