//! What holds before anybody moves: views for `legal`, `goal` and `terminal`.
//!
//! A view may depend on the moves of its own step: `moved(P,N) :- does(W,move(P),N)`. What is legal at a step is asked
//! before its moves are made, so that nothing is done there yet. Such views get a second version without moves.

use super::names::Names;
use crate::check::collector::Diagnostics;
use crate::check::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::syntax::reach::depending;
use crate::syntax::{Atom, Formula, Rule, Symbol, each_atom};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Name and number of arguments.
type Key = (Symbol, usize);

fn is_asked_before(head: Symbol) -> bool {
    matches!(head, Symbol::LEGAL | Symbol::GOAL | Symbol::TERMINAL)
}

/// Lets `legal`, `goal` and `terminal` ask for the version of views before the moves, and adds these.
pub(super) fn divide(rules: &mut Vec<Rule>, spelling: Spelling<'_>, names: &mut Names, diagnostics: &mut Diagnostics) {
    let moved = moved(rules);
    if moved.is_empty() {
        return;
    }
    let possible = possible(rules, &moved);
    let mut versions = Versions { moved: &moved, possible: &possible, names, given: BTreeMap::new(), open: Vec::new() };
    for rule in rules.iter_mut().filter(|rule| is_asked_before(rule.head.relation)) {
        each_atom(&rule.body, &mut |atom| {
            if moved.contains(&atom.key()) && !versions.given.contains_key(&atom.key()) {
                diagnostics.push(warning(atom, rule.head.relation, spelling));
            }
        });
        rule.body = rule.body.iter().map(|part| versions.formula(part)).collect();
    }
    let mut by_head: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
    rules.iter().enumerate().for_each(|(number, rule)| by_head.entry(rule.head.key()).or_default().push(number));
    while let Some(view) = versions.open.pop() {
        for &number in by_head.get(&view).into_iter().flatten() {
            let rule = &rules[number];
            let body: Vec<Formula> = rule.body.iter().map(|part| versions.formula(part)).collect();
            // A rule that waits for a move says nothing yet.
            if !body.iter().any(is_false) {
                let body = body.into_iter().filter(|part| !is_true(part)).collect();
                rules.push(Rule { head: versions.atom(&rule.head), body, span: rule.span });
            }
        }
    }
}

fn warning(atom: &Atom, head: Symbol, spelling: Spelling<'_>) -> Diagnostic {
    let (head, name) = (spelling.name(head), spelling.name(atom.relation));
    let message = format!("{head} is asked before anybody moves: {name} at the same step is taken without its moves");
    let help = "if moves of earlier steps are meant, let the view speak of those: relate the steps by `successor`";
    Diagnostic::warning("G512", message, atom.span, help)
}

/// Views that depend on the moves of their step.
fn moved(rules: &[Rule]) -> FxHashSet<Key> {
    let is_view = |head: Symbol| !is_asked_before(head) && !matches!(head, Symbol::NEXT | Symbol::SEES);
    depending(rules.iter().filter(|rule| is_view(rule.head.relation)), [(Symbol::DOES, 2)])
}

/// Those of them that can hold before anybody moves.
fn possible(rules: &[Rule], moved: &FxHashSet<Key>) -> BTreeSet<Key> {
    let of_views: Vec<&Rule> = rules.iter().filter(|rule| moved.contains(&rule.head.key())).collect();
    let mut users: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
    for (number, rule) in of_views.iter().enumerate() {
        each_atom(&rule.body, &mut |atom| users.entry(atom.key()).or_default().push(number));
    }
    let mut possible = BTreeSet::new();
    let mut open: Vec<usize> = (0..of_views.len()).collect();
    while let Some(number) = open.pop() {
        let rule = of_views[number];
        if rule.body.iter().all(|part| may_hold(part, moved, &possible)) && possible.insert(rule.head.key()) {
            open.extend(users.get(&rule.head.key()).into_iter().flatten());
        }
    }
    possible
}

fn may_hold(formula: &Formula, moved: &FxHashSet<Key>, possible: &BTreeSet<Key>) -> bool {
    match formula {
        Formula::Atom(atom) => {
            atom.relation != Symbol::DOES && (!moved.contains(&atom.key()) || possible.contains(&atom.key()))
        }
        Formula::And(parts, _) => parts.iter().all(|part| may_hold(part, moved, possible)),
        Formula::Or(parts, _) => parts.iter().any(|part| may_hold(part, moved, possible)),
        Formula::Not(..) | Formula::Distinct(..) | Formula::Equal(..) => true,
    }
}

struct Versions<'v> {
    moved: &'v FxHashSet<Key>,
    possible: &'v BTreeSet<Key>,
    names: &'v mut Names,
    given: BTreeMap<Key, Symbol>,
    /// Views whose version has no rules yet.
    open: Vec<Key>,
}

impl Versions<'_> {
    fn formula(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::Atom(atom) if !may_hold(formula, self.moved, self.possible) => Formula::Or(Vec::new(), atom.span),
            Formula::Atom(atom) => Formula::Atom(self.atom(atom)),
            Formula::Not(inner, span) => match self.formula(inner) {
                inner if is_false(&inner) => Formula::And(Vec::new(), *span),
                inner if is_true(&inner) => Formula::Or(Vec::new(), *span),
                inner => Formula::Not(Box::new(inner), *span),
            },
            Formula::And(parts, span) => {
                let parts: Vec<Formula> = parts.iter().map(|part| self.formula(part)).collect();
                match parts.iter().any(is_false) {
                    true => Formula::Or(Vec::new(), *span),
                    false => Formula::And(parts.into_iter().filter(|part| !is_true(part)).collect(), *span),
                }
            }
            Formula::Or(parts, span) => {
                let parts: Vec<Formula> = parts.iter().map(|part| self.formula(part)).collect();
                match parts.iter().any(is_true) {
                    true => Formula::And(Vec::new(), *span),
                    false => Formula::Or(parts.into_iter().filter(|part| !is_false(part)).collect(), *span),
                }
            }
            Formula::Distinct(..) | Formula::Equal(..) => formula.clone(),
        }
    }

    fn atom(&mut self, atom: &Atom) -> Atom {
        let mut atom = atom.clone();
        let key = atom.key();
        if self.moved.contains(&key) {
            let (names, open) = (&mut *self.names, &mut self.open);
            atom.relation = *self.given.entry(key).or_insert_with(|| {
                open.push(key);
                let wish = format!("{}_before", names.text(key.0));
                names.fresh(&wish)
            });
        }
        atom
    }
}

fn is_true(formula: &Formula) -> bool {
    matches!(formula, Formula::And(parts, _) if parts.is_empty())
}

fn is_false(formula: &Formula) -> bool {
    matches!(formula, Formula::Or(parts, _) if parts.is_empty())
}
