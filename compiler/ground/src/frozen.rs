//! Facts that never change: what `true` says of them is what `init` says.
//!
//! A kind of facts whose only rule is `(<= (next (f ?x ?y)) (true (f ?x ?y)))` stays what it is at the start. Bodies
//! that ask for such facts ask `init` instead, which is static, so that joins over them are folded. The facts stay in
//! the state, with the rule that keeps them there.

use super::dependence::Dependence;
use crate::game::{Clause, Form, Pattern, PredId, Program};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::syntax::Symbol;

/// Replaces uses of facts that never change.
///
/// **Cost:** linear in the rules.
pub(super) fn freeze(program: &mut Program, dependence: &Dependence) {
    let initial: Vec<Option<PredId>> =
        (0..program.preds.len()).map(|pred| PredId(id(pred))).map(|pred| frozen(program, dependence, pred)).collect();
    if initial.iter().all(Option::is_none) {
        return;
    }
    let kept: Vec<bool> = program.clauses.iter().map(|clause| keeps(program, clause)).collect();
    for (clause, kept) in program.clauses.iter_mut().zip(kept) {
        let literals = clause.positive.iter_mut().chain(&mut clause.negative);
        for literal in literals.filter(|_| !kept) {
            if let Some(init) = initial[literal.pred.index()] {
                literal.pred = init;
            }
        }
    }
}

/// The `init` relation that says the same as this `true` relation in every state.
fn frozen(program: &Program, dependence: &Dependence, fact: PredId) -> Option<PredId> {
    let pred = &program.preds[fact.index()];
    if pred.name != Symbol::TRUE || pred.form == Form::Plain {
        return None;
    }
    let init = program.sibling(fact, Symbol::INIT)?;
    let next = program.sibling(fact, Symbol::NEXT)?;
    let mut rules = program.clauses.iter().filter(|clause| clause.head.pred == next).peekable();
    let kept = rules.peek().is_some() && rules.all(|clause| keeps(program, clause));
    let given = program.facts.iter().any(|(pred, _)| *pred == next || *pred == fact);
    (kept && !given && !dependence.dynamic[init.index()]).then_some(init)
}

/// Whether a rule says that facts of one kind stay, whatever they are.
fn keeps(program: &Program, clause: &Clause) -> bool {
    let [body] = clause.positive.as_slice() else { return false };
    let (head, from) = (&program.preds[clause.head.pred.index()], &program.preds[body.pred.index()]);
    let same = head.name == Symbol::NEXT && from.name == Symbol::TRUE && head.form == from.form;
    let mut seen = vec![false; clause.num_vars as usize];
    let mut free = |arg: &Pattern| match arg {
        Pattern::Var(var) => !std::mem::replace(&mut seen[*var as usize], true),
        _ => false,
    };
    same && clause.negative.is_empty()
        && clause.distinct.is_empty()
        && clause.head.args == body.args
        && body.args.iter().all(&mut free)
}
