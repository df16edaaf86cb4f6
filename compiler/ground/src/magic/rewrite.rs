//! Magic predicates that list what is asked for, and rules that fill them.

use super::columns::Columns;
use super::order::{Call, walk};
use crate::TermId;
use crate::estimate::Estimates;
use crate::game::{Clause, Literal, Pattern, PredId, Program};
use crate::split::{Body, canonical};
use gdl2hdl_gdl::id::id;
use rustc_hash::FxHashSet;

/// Gives every relation with columns a magic predicate over them. Returns that of each relation.
pub(super) fn rewrite(program: &mut Program, columns: &Columns, estimates: &Estimates) -> Vec<Option<PredId>> {
    let preds = program.preds.len();
    let magics: Vec<Option<PredId>> = (0..id(preds))
        .map(PredId)
        .map(|pred| Some(columns.of(pred).len()).filter(|&n| n > 0).map(|arity| program.domain(arity)))
        .collect();
    let mut filled = Vec::new();
    let mut facts = Vec::new();
    let mut seen = FxHashSet::default();
    for clause in &program.clauses {
        let magic = magics[clause.head.pred.index()].map(|magic| with_magic(magic, &clause.head, columns));
        walk(clause, columns, estimates, &mut |call| {
            let Some(pred) = magics[call.literal.pred.index()] else { return };
            let head = with_magic(pred, call.literal, columns);
            match filler(clause, magic.as_ref(), head, call) {
                Filler::Nothing => {}
                Filler::Fact(row) => facts.push((pred, row)),
                Filler::Rule(rule) => {
                    let key = canonical(&rule.head.args, &Body::of(&rule), rule.num_vars).0;
                    if seen.insert((pred, key)) {
                        filled.push(rule);
                    }
                }
            }
        });
    }
    for clause in &mut program.clauses {
        if let Some(magic) = magics[clause.head.pred.index()] {
            clause.positive.insert(0, with_magic(magic, &clause.head, columns));
        }
    }
    program.clauses.extend(filled);
    program.facts.extend(facts);
    magics
}

/// The magic predicate of a literal: its known columns.
fn with_magic(magic: PredId, literal: &Literal, columns: &Columns) -> Literal {
    let args = columns.of(literal.pred).iter().map(|&column| literal.args[column].clone()).collect();
    Literal { pred: magic, args }
}

/// How a call fills its magic predicate.
enum Filler {
    /// It asks for what the rule itself was asked for.
    Nothing,
    /// All arguments are constants.
    Fact(Vec<TermId>),
    Rule(Clause),
}

/// What a call asks for, given the literals that came before it: those that hang together with its arguments.
fn filler(clause: &Clause, magic: Option<&Literal>, head: Literal, call: &Call<'_>) -> Filler {
    if magic == Some(&head) {
        return Filler::Nothing;
    }
    let row: Option<Vec<TermId>> =
        head.args.iter().map(|arg| if let Pattern::Term(term) = arg { Some(*term) } else { None }).collect();
    if let Some(row) = row {
        return Filler::Fact(row);
    }
    let body: Vec<&Literal> = magic.into_iter().chain(call.before.iter().map(|&i| &clause.positive[i])).collect();
    let positive = connected(&body, &head, clause.num_vars);
    let mut bound = vec![false; clause.num_vars as usize];
    positive.iter().for_each(|literal| literal.each_var(&mut |var| bound[var as usize] = true));
    let known = |pattern: &Pattern| {
        let mut known = true;
        pattern.each_var(&mut |var| known &= bound[var as usize]);
        known
    };
    let distinct = clause.distinct.iter().filter(|(a, b)| known(a) && known(b)).cloned().collect();
    let (num_vars, span) = (clause.num_vars, clause.span);
    Filler::Rule(Clause { head, positive, negative: Vec::new(), distinct, num_vars, span })
}

/// The literals that share variables with the head, or with others that do. The rest would only ask whether the rule
/// can match at all.
fn connected(body: &[&Literal], head: &Literal, num_vars: u32) -> Vec<Literal> {
    let mut reached = vec![false; num_vars as usize];
    head.each_var(&mut |var| reached[var as usize] = true);
    let mut taken = vec![false; body.len()];
    loop {
        let mut grew = false;
        for (literal, taken) in body.iter().zip(&mut taken) {
            let mut touches = false;
            literal.each_var(&mut |var| touches |= reached[var as usize]);
            if touches && !*taken {
                (*taken, grew) = (true, true);
                literal.each_var(&mut |var| reached[var as usize] = true);
            }
        }
        if !grew {
            return body.iter().zip(taken).filter(|(_, taken)| *taken).map(|(literal, _)| (*literal).clone()).collect();
        }
    }
}
