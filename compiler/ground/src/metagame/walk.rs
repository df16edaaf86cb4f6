//! Walks over rules: literals, ground terms, substitution, and whether terms of different rules can be equal.

use crate::{TermId, Terms};
use gdl2hdl_gdl::syntax::{Atom, Formula, Rule, Span, Symbol, Term};
use rustc_hash::FxHashMap;

/// Most arguments of a term that is interned; longer ones count as not ground.
const MAX_ARITY: usize = 255;

/// What variables of a rule stand for.
pub(super) type Bindings = FxHashMap<Symbol, TermId>;

/// Calls `visit` on every part of a formula that has no parts.
pub(super) fn each_literal<'f>(formula: &'f Formula, visit: &mut impl FnMut(&'f Formula)) {
    match formula {
        Formula::Not(inner, _) => each_literal(inner, visit),
        Formula::And(parts, _) | Formula::Or(parts, _) => parts.iter().for_each(|part| each_literal(part, visit)),
        Formula::Atom(_) | Formula::Distinct(..) | Formula::Equal(..) => visit(formula),
    }
}

/// A term without variables, interned.
pub(super) fn ground(terms: &mut Terms, term: &Term) -> Option<TermId> {
    match term {
        Term::Variable(..) => None,
        Term::Constant(name, _) => Some(terms.constant(*name)),
        Term::Compound(name, args, _) => {
            let args = ground_all(terms, args)?;
            Some(terms.compound(*name, &args))
        }
    }
}

/// The same for a list.
pub(super) fn ground_all(terms: &mut Terms, args: &[Term]) -> Option<Vec<TermId>> {
    if args.len() > MAX_ARITY {
        return None;
    }
    args.iter().map(|arg| ground(terms, arg)).collect()
}

/// An interned term as it stands in rules.
pub(super) fn term_of(terms: &Terms, id: TermId, span: Span) -> Term {
    match terms.args(id) {
        [] => Term::Constant(terms.functor(id), span),
        args => Term::Compound(terms.functor(id), args.iter().map(|&arg| term_of(terms, arg, span)).collect(), span),
    }
}

/// Puts terms in place of variables.
pub(super) struct Substitution<'a> {
    pub terms: &'a Terms,
    pub bindings: &'a Bindings,
}

impl Substitution<'_> {
    pub(super) fn rule(&self, rule: &mut Rule) {
        rule.head.args.iter_mut().for_each(|arg| self.term(arg));
        rule.body.iter_mut().for_each(|part| self.formula(part));
    }

    pub(super) fn formula(&self, formula: &mut Formula) {
        match formula {
            Formula::Atom(atom) => atom.args.iter_mut().for_each(|arg| self.term(arg)),
            Formula::Not(inner, _) => self.formula(inner),
            Formula::And(parts, _) | Formula::Or(parts, _) => parts.iter_mut().for_each(|part| self.formula(part)),
            Formula::Distinct(a, b, _) | Formula::Equal(a, b, _) => {
                self.term(a);
                self.term(b);
            }
        }
    }

    fn term(&self, term: &mut Term) {
        match term {
            Term::Variable(name, span) => {
                if let Some(&id) = self.bindings.get(name) {
                    *term = term_of(self.terms, id, *span);
                }
            }
            Term::Constant(..) => {}
            Term::Compound(_, args, _) => args.iter_mut().for_each(|arg| self.term(arg)),
        }
    }
}

/// Whether two terms are the same, variables by name.
pub(super) fn same_term(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Variable(a, _), Term::Variable(b, _)) | (Term::Constant(a, _), Term::Constant(b, _)) => a == b,
        (Term::Compound(f, xs, _), Term::Compound(g, ys, _)) => f == g && same_terms(xs, ys),
        _ => false,
    }
}

/// The same for lists.
pub(super) fn same_terms(a: &[Term], b: &[Term]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_term(a, b))
}

/// Whether two atoms are the same, variables by name.
pub(super) fn same_atom(a: &Atom, b: &Atom) -> bool {
    a.relation == b.relation && same_terms(&a.args, &b.args)
}

/// Whether two formulas are the same, variables by name.
pub(super) fn same_formula(a: &Formula, b: &Formula) -> bool {
    let all = |a: &[Formula], b: &[Formula]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_formula(a, b));
    match (a, b) {
        (Formula::Atom(a), Formula::Atom(b)) => same_atom(a, b),
        (Formula::Not(a, _), Formula::Not(b, _)) => same_formula(a, b),
        (Formula::And(a, _), Formula::And(b, _)) | (Formula::Or(a, _), Formula::Or(b, _)) => all(a, b),
        (Formula::Distinct(a, b, _), Formula::Distinct(c, d, _))
        | (Formula::Equal(a, b, _), Formula::Equal(c, d, _)) => same_term(a, c) && same_term(b, d),
        _ => false,
    }
}

/// Whether two terms of different rules can be equal. Variables match anything: the answer errs towards yes.
pub(super) fn can_match(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Variable(..), _) | (_, Term::Variable(..)) => true,
        (Term::Constant(a, _), Term::Constant(b, _)) => a == b,
        (Term::Compound(f, xs, _), Term::Compound(g, ys, _)) => f == g && can_match_all(xs, ys),
        _ => false,
    }
}

/// The same for lists.
pub(super) fn can_match_all(a: &[Term], b: &[Term]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| can_match(a, b))
}
