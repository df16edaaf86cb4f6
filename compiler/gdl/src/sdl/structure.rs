//! Walks over bodies and terms.

use crate::syntax::{Atom, Formula, Rule, Span, Symbol, Term, each_atom, each_atom_mut};

/// Calls `visit` on every atom that is not negated.
pub(super) fn each_positive<'f>(body: &'f [Formula], visit: &mut impl FnMut(&'f Atom)) {
    for formula in body {
        match formula {
            Formula::Atom(atom) => visit(atom),
            Formula::And(parts, _) | Formula::Or(parts, _) => each_positive(parts, visit),
            Formula::Not(..) | Formula::Distinct(..) | Formula::Equal(..) => {}
        }
    }
}

/// A body as a list without conjunctions in it, at the outside.
pub(super) fn flattened(body: &[Formula]) -> Vec<Formula> {
    let mut parts = Vec::new();
    for formula in body {
        match formula {
            Formula::And(inner, _) => parts.extend(flattened(inner)),
            other => parts.push(other.clone()),
        }
    }
    parts
}

/// Most rules one rule is divided into, for disjunctions that tell how steps follow each other.
const MOST_ALTERNATIVES: usize = 256;

/// The bodies a body stands for, after its outer disjunctions that hold an atom like these are divided. `None` when these
/// are too many.
pub(super) fn alternatives(body: &[Formula], like: &impl Fn(&Atom) -> bool) -> Option<Vec<Vec<Formula>>> {
    let mut bodies = vec![Vec::new()];
    for formula in flattened(body) {
        let mut found = false;
        each_atom(std::slice::from_ref(&formula), &mut |atom| found |= like(atom));
        match formula {
            Formula::Or(parts, _) if found => {
                let mut choices = Vec::new();
                for part in &parts {
                    choices.extend(alternatives(std::slice::from_ref(part), like)?);
                    if choices.len() > MOST_ALTERNATIVES {
                        return None;
                    }
                }
                if bodies.len() * choices.len() > MOST_ALTERNATIVES {
                    return None;
                }
                let extended = |body: &Vec<Formula>| -> Vec<Vec<Formula>> {
                    choices.iter().map(|choice| [&body[..], &choice[..]].concat()).collect()
                };
                bodies = bodies.iter().flat_map(extended).collect();
            }
            other => bodies.iter_mut().for_each(|body| body.push(other.clone())),
        }
    }
    Some(bodies)
}

/// The rule with a constant in place of a variable.
pub(super) fn substituted(rule: &Rule, variable: Symbol, by: Symbol) -> Rule {
    let change = &|term: &Term| match term {
        Term::Variable(name, span) if *name == variable => Some(Term::Constant(by, *span)),
        _ => None,
    };
    Rule {
        head: in_atom(&rule.head, change),
        body: rule.body.iter().map(|formula| in_formula(formula, change)).collect(),
        span: rule.span,
    }
}

type Change<'c> = &'c dyn Fn(&Term) -> Option<Term>;

fn in_atom(atom: &Atom, change: Change<'_>) -> Atom {
    let args = atom.args.iter().map(|arg| in_term(arg, change)).collect();
    Atom { relation: atom.relation, args, span: atom.span }
}

fn in_formula(formula: &Formula, change: Change<'_>) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(|part| in_formula(part, change)).collect();
    match formula {
        Formula::Atom(atom) => Formula::Atom(in_atom(atom, change)),
        Formula::Not(inner, span) => Formula::Not(Box::new(in_formula(inner, change)), *span),
        Formula::And(parts, span) => Formula::And(all(parts), *span),
        Formula::Or(parts, span) => Formula::Or(all(parts), *span),
        Formula::Distinct(a, b, span) => Formula::Distinct(in_term(a, change), in_term(b, change), *span),
        Formula::Equal(a, b, span) => Formula::Equal(in_term(a, change), in_term(b, change), *span),
    }
}

fn in_term(term: &Term, change: Change<'_>) -> Term {
    if let Some(changed) = change(term) {
        return changed;
    }
    match term {
        Term::Compound(name, args, span) => {
            Term::Compound(*name, args.iter().map(|arg| in_term(arg, change)).collect(), *span)
        }
        other => other.clone(),
    }
}

/// An atom of a relation.
pub(super) fn atom(relation: Symbol, args: Vec<Term>, span: Span) -> Atom {
    Atom { relation, args, span }
}

/// A fact of the state, or of a next one: `true(term)`.
pub(super) fn of_state(keyword: Symbol, term: Term, span: Span) -> Atom {
    Atom { relation: keyword, args: vec![term], span }
}

/// A function of some arguments, a constant when there are none.
pub(super) fn function(name: Symbol, args: Vec<Term>, span: Span) -> Term {
    if args.is_empty() { Term::Constant(name, span) } else { Term::Compound(name, args, span) }
}

/// Gives a relation another name, in the head and in the body of a rule.
pub(super) fn rename(rule: &mut Rule, from: Symbol, to: Symbol) {
    if rule.head.relation == from {
        rule.head.relation = to;
    }
    each_atom_mut(&mut rule.body, &mut |atom| {
        if atom.relation == from {
            atom.relation = to;
        }
    });
}
