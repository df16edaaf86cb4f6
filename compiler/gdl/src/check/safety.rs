//! Safety: whatever a rule says or asks, its variables are bound by what is known to hold.

use super::binding::{Binder, Budget, Leaf, TooInvolved};
use super::collector::Diagnostics;
use super::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::syntax::{Atom, Rule, Sheet, Span, Symbol, Term};
use rustc_hash::FxHashSet;

/// Variables without a binding, each once, with the kind of place where it stands.
#[derive(Default)]
struct Unbound {
    list: Vec<(Symbol, Span, &'static str)>,
    seen: FxHashSet<Symbol>,
}

impl Unbound {
    fn add(&mut self, binder: &Binder<'_>, variable: Symbol, span: Span, place: &'static str) {
        if !binder.is_bound(variable) && self.seen.insert(variable) {
            self.list.push((variable, span, place));
        }
    }
}

/// Reports every variable of a head, negation, `distinct` or equation that nothing binds, once a rule.
pub(super) fn check(sheet: &Sheet, spelling: Spelling<'_>, budget: &mut Budget, diagnostics: &mut Diagnostics) {
    let binds = |atom: &Atom| atom.relation != Symbol::DISTINCT;
    let mut binder = Binder::new(&binds, budget);
    for rule in &sheet.rules {
        // Facts about roles with variables have an error of their own.
        if rule.body.is_empty() && rule.head.relation == Symbol::ROLE {
            continue;
        }
        match unbound(&mut binder, rule) {
            Ok(unbound) => {
                let all = unbound.list.into_iter();
                let role = role_of(&rule.head);
                all.for_each(|(variable, span, place)| {
                    let found = diagnostic(spelling, variable, span, place);
                    diagnostics.push(if Some(variable) == role { with_role(found, spelling, variable) } else { found });
                });
            }
            Err(TooInvolved) => diagnostics.push(Diagnostic::error(
                "G210",
                "the `or`s and equations of this rule are too many to follow its variables through them",
                rule.span,
                "give each `or` a relation of its own, with one rule for each alternative",
            )),
        }
    }
}

/// The variables of a rule that nothing binds, each once, where it is met first.
pub(crate) fn unbound_variables(rule: &Rule, budget: &mut Budget) -> Result<Vec<(Symbol, Span)>, TooInvolved> {
    let binds = |atom: &Atom| atom.relation != Symbol::DISTINCT;
    let found = unbound(&mut Binder::new(&binds, budget), rule)?;
    Ok(found.list.into_iter().map(|(variable, span, _)| (variable, span)).collect())
}

fn unbound(binder: &mut Binder<'_>, rule: &Rule) -> Result<Unbound, TooInvolved> {
    let mut unbound = Unbound::default();
    let Some(body) = binder.body(&rule.body)? else { return Ok(unbound) };
    rule.head.each_variable(&mut |variable, span| unbound.add(binder, variable, span, "in the head"));
    binder.walk(&body, &mut |binder, leaf| match leaf {
        Leaf::Positive(_) => {}
        Leaf::Negative(atom) => atom.each_variable(&mut |v, span| unbound.add(binder, v, span, "under `not`")),
        Leaf::Distinct(left, right) => {
            left.each_variable(&mut |v, span| unbound.add(binder, v, span, "in `distinct`"));
            right.each_variable(&mut |v, span| unbound.add(binder, v, span, "in `distinct`"));
        }
        Leaf::Equal(left, right) => {
            left.each_variable(&mut |v, span| unbound.add(binder, v, span, "in an equation"));
            right.each_variable(&mut |v, span| unbound.add(binder, v, span, "in an equation"));
        }
    })?;
    Ok(unbound)
}

/// The variable that stands for a role in a head.
fn role_of(head: &Atom) -> Option<Symbol> {
    match (head.relation, head.args.first()) {
        (Symbol::LEGAL | Symbol::GOAL | Symbol::SEES | Symbol::INPUT, Some(Term::Variable(name, _))) => Some(*name),
        _ => None,
    }
}

/// Nearly always every role is meant.
fn with_role(found: Diagnostic, spelling: Spelling<'_>, variable: Symbol) -> Diagnostic {
    let span = Span::NOWHERE;
    let role = Atom { relation: Symbol::ROLE, args: vec![Term::Variable(variable, span)], span };
    Diagnostic { help: format!("add {} to the body if every role is meant", spelling.atom(&role)), ..found }
}

fn diagnostic(spelling: Spelling<'_>, variable: Symbol, span: Span, place: &str) -> Diagnostic {
    let variable = spelling.variable(variable);
    Diagnostic::error(
        "G101",
        format!("{variable} {place} is bound by no positive literal of the body"),
        span,
        format!("add a literal to the body that lists the values {variable} may take; in an `or`, to each branch"),
    )
}
