//! Unfolding: a literal of a relation such as `(different_cells ?x ?y ?u ?v)` gives way to what defines it.
//!
//! As one table of pairs it ties all its columns together: a rule over two cells has as many instances as there are
//! pairs of cells. What defines it, `?x` differs from `?u` or `?y` differs from `?v`, ties two columns each, and the
//! rules that come of it fall apart (`split`). So do those of `(alike ?a ?b ?c ?d)`, four pieces that have a property
//! in common: once the property is a variable of the rule, each piece is tied to that alone.

use crate::game::{Clause, Form, Literal, Pattern, Program};
use crate::relevance::is_outside;

/// Relations of more clauses are left as they are.
const MAX_CLAUSES: usize = 4;

/// The relations that can be unfolded, with their clauses.
pub(super) struct Unfolding {
    definitions: Vec<Option<Vec<Clause>>>,
}

impl Unfolding {
    /// Those of few clauses, all over known relations, each with variables that must differ, or that the head lacks.
    pub(super) fn of(program: &Program, dynamic: &[bool]) -> Self {
        let mut definitions: Vec<Option<Vec<Clause>>> = program
            .preds
            .iter()
            .map(|pred| (pred.form == Form::Plain && !is_outside(pred.name)).then(Vec::new))
            .collect();
        for (pred, _) in &program.facts {
            definitions[pred.index()] = None;
        }
        for clause in &program.clauses {
            let head = clause.head.pred.index();
            if !fits(clause, dynamic) {
                definitions[head] = None;
            } else if let Some(clauses) = &mut definitions[head] {
                clauses.push(clause.clone());
            }
        }
        for definition in &mut definitions {
            definition.take_if(|clauses| clauses.is_empty() || clauses.len() > MAX_CLAUSES);
        }
        Self { definitions }
    }

    /// The clauses that say together what this one says, its first literal that can be unfolded being unfolded.
    /// `None` when there is no such literal.
    pub(super) fn variants(&self, clause: &Clause) -> Option<Vec<Clause>> {
        let (place, definition) = clause.positive.iter().enumerate().find_map(|(place, literal)| {
            let definition = self.definitions.get(literal.pred.index())?.as_ref()?;
            literal.args.iter().all(is_flat).then_some((place, definition))
        })?;
        Some(definition.iter().filter_map(|rule| unfold(clause, place, rule)).collect())
    }
}

/// Whether a clause can stand for its head wherever that is asked for by flat arguments.
fn fits(clause: &Clause, dynamic: &[bool]) -> bool {
    let mut seen = Vec::new();
    let fresh = |arg: &Pattern| match arg {
        Pattern::Var(var) if !seen.contains(var) => {
            seen.push(*var);
            true
        }
        _ => false,
    };
    let known = |literal: &Literal| {
        let own = literal.pred == clause.head.pred;
        !own && !dynamic[literal.pred.index()] && literal.args.iter().all(is_flat)
    };
    clause.head.args.iter().all(fresh)
        && (!clause.distinct.is_empty() || hides(clause))
        && clause.distinct.iter().all(|(a, b)| is_flat(a) && is_flat(b))
        && clause.positive.iter().chain(&clause.negative).all(known)
}

/// Whether the body has a variable that the head lacks.
fn hides(clause: &Clause) -> bool {
    let mut hides = false;
    clause.positive.iter().for_each(|literal| literal.each_var(&mut |var| hides |= !clause.head.mentions(var)));
    hides
}

fn is_flat(pattern: &Pattern) -> bool {
    !matches!(pattern, Pattern::Compound(..))
}

/// The clause with the body of `rule` in the place of a literal; `None` when that can't hold.
fn unfold(clause: &Clause, place: usize, rule: &Clause) -> Option<Clause> {
    let mut unfolded = clause.clone();
    let literal = unfolded.positive.remove(place);
    let mut of: Vec<Option<Pattern>> = vec![None; rule.num_vars as usize];
    for (arg, value) in rule.head.args.iter().zip(literal.args) {
        if let Pattern::Var(var) = arg {
            of[*var as usize] = Some(value);
        }
    }
    let mut instance = |pattern: &Pattern| match pattern {
        Pattern::Var(var) => of[*var as usize]
            .get_or_insert_with(|| {
                unfolded.num_vars += 1;
                Pattern::Var(unfolded.num_vars - 1)
            })
            .clone(),
        other => other.clone(),
    };
    for (a, b) in &rule.distinct {
        match (instance(a), instance(b)) {
            (a, b) if a == b => return None,
            (Pattern::Term(_), Pattern::Term(_)) => {}
            pair => unfolded.distinct.push(pair),
        }
    }
    let mut body = |literals: &[Literal], to: &mut Vec<Literal>| {
        for literal in literals {
            let args = literal.args.iter().map(&mut instance).collect();
            let literal = Literal { pred: literal.pred, args };
            if !to.contains(&literal) {
                to.push(literal);
            }
        }
    };
    body(&rule.positive, &mut unfolded.positive);
    body(&rule.negative, &mut unfolded.negative);
    Some(unfolded)
}
