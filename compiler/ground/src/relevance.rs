//! Rules that nothing asks about, dropped before anything is evaluated.

use crate::game::{PredId, Program};
use gdl2hdl_gdl::syntax::Symbol;

/// Keeps the rules that the outside of a game depends on.
///
/// **Cost:** linear in the rules.
pub(super) fn prune(program: &mut Program) {
    let mut wanted: Vec<bool> = program.preds.iter().map(|pred| is_outside(pred.name)).collect();
    let mut by_head: Vec<Vec<usize>> = vec![Vec::new(); program.preds.len()];
    for (number, clause) in program.clauses.iter().enumerate() {
        by_head[clause.head.pred.index()].push(number);
    }
    let mut queue: Vec<usize> = (0..wanted.len()).filter(|&pred| wanted[pred]).collect();
    while let Some(pred) = queue.pop() {
        for &number in &by_head[pred] {
            let clause = &program.clauses[number];
            for PredId(used) in clause.positive.iter().chain(&clause.negative).map(|literal| literal.pred) {
                if !std::mem::replace(&mut wanted[used as usize], true) {
                    queue.push(used as usize);
                }
            }
        }
    }
    program.clauses.retain(|clause| wanted[clause.head.pred.index()]);
}

/// Whether a relation's name is one of those the outside of a game reads, or that are given to it.
pub(super) fn is_outside(name: Symbol) -> bool {
    const OUTSIDE: [Symbol; 11] = [
        Symbol::ROLE,
        Symbol::INIT,
        Symbol::TRUE,
        Symbol::NEXT,
        Symbol::LEGAL,
        Symbol::DOES,
        Symbol::GOAL,
        Symbol::TERMINAL,
        Symbol::SEES,
        Symbol::BASE,
        Symbol::INPUT,
    ];
    OUTSIDE.contains(&name)
}
