//! Percepts of the state after the move: `next` in the bodies of `sees`, and of views that only `sees` asks.
//!
//! The rules for `next` that are asked for are written once more for a relation of their own, and that is asked.

use crate::check::collector::Diagnostics;
use crate::check::graph::Graph;
use crate::diagnostics::Diagnostic;
use crate::sdl::names::Names;
use crate::syntax::{Atom, Rule, Sheet, Symbol, Term, each_atom, each_atom_mut, reserved_arity};
use rustc_hash::FxHashSet;

/// A name with a number of arguments; `None` for any fact.
type Signature = Option<(Symbol, usize)>;

/// Rewrites such percepts; `next` stays where anything else depends on it. Whether there are any.
pub(super) fn mend(sheet: &mut Sheet, diagnostics: &mut Diagnostics) -> bool {
    let rules = rules_of_percepts(sheet);
    let mut asked: FxHashSet<Signature> = FxHashSet::default();
    for &number in &rules {
        each_atom(&sheet.rules[number].body, &mut |atom| {
            if is_next(atom) {
                asked.insert(atom.args.first().and_then(Term::kind));
            }
        });
    }
    if asked.is_empty() {
        return false;
    }
    let mut names = Names::new(std::mem::take(&mut sheet.symbols));
    let relation = names.fresh("is_next");
    sheet.symbols = names.symbols;
    let is_asked = |rule: &&Rule| {
        let made = rule.head.args.first().and_then(Term::kind);
        is_next(&rule.head) && (made.is_none() || asked.contains(&None) || asked.contains(&made))
    };
    let copies: Vec<Rule> = sheet.rules.iter().filter(is_asked).map(|rule| named(rule, relation)).collect();
    for number in rules {
        let rule = &mut sheet.rules[number];
        let mut first = None;
        each_atom(&rule.body, &mut |atom| first = first.or(is_next(atom).then_some(atom.span)));
        each_atom_mut(&mut rule.body, &mut |atom| {
            if is_next(atom) {
                atom.relation = relation;
            }
        });
        diagnostics.push(Diagnostic::warning(
            "G124",
            "`next` in the condition of a percept is read as what holds after this move",
            first.unwrap_or(rule.span),
            "give the conditions of `next` a relation of their own, and use that for `next` and for `sees`",
        ));
    }
    sheet.rules.extend(copies);
    true
}

/// The rules that ask for `next`, and that nothing but `sees` depends on.
fn rules_of_percepts(sheet: &Sheet) -> Vec<usize> {
    let graph = Graph::of(sheet);
    let askers: FxHashSet<usize> = graph.literals.iter().filter(|l| is_next(l.atom)).map(|l| l.rule).collect();
    if askers.is_empty() {
        return Vec::new();
    }
    let is_percept = |number: usize| graph.relations[number].name == Symbol::SEES;
    let percepts = graph.reached(is_percept);
    // Relations that other things than percepts depend on.
    let others = graph.reached(|number| {
        let is_reserved = reserved_arity(graph.relations[number].name).is_some();
        is_reserved && !is_percept(number) && !graph.heads[number].is_empty()
    });
    let mut rules: Vec<usize> = askers.into_iter().collect();
    rules.sort_unstable();
    rules.retain(|&rule| percepts[graph.rules[rule].head] && !others[graph.rules[rule].head]);
    rules
}

fn is_next(atom: &Atom) -> bool {
    atom.key() == (Symbol::NEXT, 1)
}

fn named(rule: &Rule, relation: Symbol) -> Rule {
    let mut copy = rule.clone();
    copy.head.relation = relation;
    copy
}
