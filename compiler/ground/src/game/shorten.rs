//! Long bodies in pieces: planning a join costs more than linear time in its literals, so that a body of thousands is
//! divided over auxiliary relations first. Repeated literals are dropped.

use super::{Clause, Literal, MAX_ARITY, Pattern, Program, Refused};
use gdl2hdl_gdl::diagnostics::Diagnostic;
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// Most positive literals a clause keeps.
const MAX_BODY: usize = 64;

/// Adds a clause to the program, with its body in pieces if it is long.
///
/// # Errors
/// [`Refused`] when pieces share too many variables.
pub(super) fn push(program: &mut Program, mut clause: Clause) -> Result<(), Refused> {
    dedup(&mut clause.positive);
    dedup(&mut clause.negative);
    dedup(&mut clause.distinct);
    while clause.positive.len() > MAX_BODY {
        divide(program, &mut clause)?;
    }
    program.clauses.push(clause);
    Ok(())
}

/// Drops repeated items; the first of each stays.
fn dedup<T: Eq + Hash + Clone>(items: &mut Vec<T>) {
    if items.len() > 1 {
        let mut seen = FxHashSet::default();
        items.retain(|item| seen.insert(item.clone()));
    }
}

/// Puts an auxiliary relation for each run of positive literals.
fn divide(program: &mut Program, clause: &mut Clause) -> Result<(), Refused> {
    let uses = uses(clause);
    let whole = std::mem::take(&mut clause.positive);
    for piece in whole.chunks(MAX_BODY) {
        let mut inside = vec![0_u32; clause.num_vars as usize];
        piece.iter().for_each(|literal| literal.each_var(&mut |var| inside[var as usize] += 1));
        let shared: Vec<Pattern> = (0..clause.num_vars)
            .filter(|&var| inside[var as usize] > 0 && inside[var as usize] < uses[var as usize])
            .map(Pattern::Var)
            .collect();
        if shared.len() > MAX_ARITY {
            return Err(Box::new(Diagnostic::error(
                "G211",
                format!("{} variables hold this long rule together, more than {MAX_ARITY}", shared.len()),
                clause.span,
                "split the rule into several over relations of your own",
            )));
        }
        let head = Literal { pred: program.auxiliary(shared.len()), args: shared };
        clause.positive.push(head.clone());
        program.clauses.push(Clause {
            head,
            positive: piece.to_vec(),
            negative: Vec::new(),
            distinct: Vec::new(),
            num_vars: clause.num_vars,
            span: clause.span,
        });
    }
    Ok(())
}

/// How often each variable occurs in the clause.
fn uses(clause: &Clause) -> Vec<u32> {
    let mut uses = vec![0; clause.num_vars as usize];
    let mut count = |var: u32| uses[var as usize] += 1;
    for literal in clause.positive.iter().chain(&clause.negative).chain([&clause.head]) {
        literal.each_var(&mut count);
    }
    for (left, right) in &clause.distinct {
        left.each_var(&mut count);
        right.each_var(&mut count);
    }
    uses
}
