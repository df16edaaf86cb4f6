//! Facts of the state that keep what was: one for each ground atom that a rule asks of a step before, and an update for it.
//!
//! `last_moved(P)` holds when `moved(P)` did one step ago; `last2_moved(P)` when it did two steps ago. What was before the
//! first step did not hold. Only atoms of the form that rules ask for are kept: for `does(white,move(e,2,e,4),M)` that is
//! one fact; and arguments that a rule does not care about are left out.

use super::names::Names;
use super::structure::{atom, function, of_state};
use crate::syntax::{Atom, Formula, Rule, Span, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What a kept fact is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    relation: Symbol,
    /// The function that was taken apart.
    function: Option<Symbol>,
    /// Which arguments are kept.
    kept: Vec<bool>,
    steps: usize,
}

/// The facts kept.
#[derive(Default)]
pub(super) struct History {
    names: BTreeMap<Key, Symbol>,
    /// Forms of atoms that have their update, variables numbered.
    forms: BTreeSet<(Key, String)>,
    updates: Vec<Rule>,
    /// Facts that tell that there were so many steps before.
    past: Vec<Symbol>,
}

impl History {
    /// The updates.
    pub(super) fn into_rules(self) -> Vec<Rule> {
        self.updates
    }

    /// An atom as it was some steps ago: itself for none. Of a variable that `is_local` nobody asks the value.
    pub(super) fn literal(
        &mut self,
        now: Atom,
        steps: usize,
        is_local: &dyn Fn(Symbol) -> bool,
        names: &mut Names,
    ) -> Atom {
        let span = now.span;
        let (function_name, args) = flat(&now);
        let word = function_name.unwrap_or(now.relation);
        let kept: Vec<bool> =
            args.iter().map(|arg| !matches!(arg, Term::Variable(name, _) if is_local(*name))).collect();
        let args: Vec<Term> = args.into_iter().zip(&kept).filter(|(_, kept)| **kept).map(|(arg, _)| arg).collect();
        let mut before = now.clone();
        for back in 1..=steps {
            let key = Key { relation: now.relation, function: function_name, kept: kept.clone(), steps: back };
            let name = *self.names.entry(key.clone()).or_insert_with(|| {
                let wish = last(back, &text(now.relation, word, names));
                names.fresh(&wish)
            });
            let fact = function(name, args.clone(), span);
            if self.forms.insert((key, form(&args))) {
                let body = vec![Formula::Atom(before)];
                self.updates.push(Rule { head: of_state(Symbol::NEXT, fact.clone(), span), body, span });
            }
            before = of_state(Symbol::TRUE, fact, span);
        }
        before
    }

    /// Holds when there were so many steps before; at least one.
    pub(super) fn past(&mut self, steps: usize, span: Span, names: &mut Names) -> Atom {
        let fact = |name| of_state(Symbol::TRUE, Term::Constant(name, span), span);
        while self.past.len() < steps {
            let name = names.fresh(&last(self.past.len() + 1, "step"));
            let body = self.past.last().map(|&before| Formula::Atom(fact(before)));
            let head = atom(Symbol::NEXT, vec![Term::Constant(name, span)], span);
            self.updates.push(Rule { head, body: body.into_iter().collect(), span });
            self.past.push(name);
        }
        fact(self.past[steps - 1])
    }
}

fn last(steps: usize, what: &str) -> String {
    if steps == 1 { format!("last_{what}") } else { format!("last{steps}_{what}") }
}

/// What the name of a kept fact is made of.
fn text(relation: Symbol, word: Symbol, names: &Names) -> String {
    if relation == Symbol::TRUE || relation == word {
        names.text(word).to_owned()
    } else {
        format!("{}_{}", names.text(relation), names.text(word))
    }
}

/// The arguments of an atom; those of the fact or move that a word of SDL speaks of, where it is known, taken apart, so
/// that functions do not nest.
fn flat(atom: &Atom) -> (Option<Symbol>, Vec<Term>) {
    let speaks = matches!(atom.relation, Symbol::TRUE | Symbol::DOES | Symbol::LEGAL);
    match atom.args.split_last() {
        Some((Term::Compound(name, inner, _), others)) if speaks => (Some(*name), [others, inner].concat()),
        Some((Term::Constant(name, _), others)) if speaks => (Some(*name), others.to_vec()),
        _ => (None, atom.args.clone()),
    }
}

/// The form of some terms: the same when they differ in the names of variables only.
fn form(args: &[Term]) -> String {
    let (mut text, mut numbers) = (String::new(), BTreeMap::new());
    args.iter().for_each(|arg| write_form(arg, &mut numbers, &mut text));
    text
}

fn write_form(term: &Term, numbers: &mut BTreeMap<Symbol, usize>, text: &mut String) {
    // Writing to a string does not fail.
    let _ = match term {
        Term::Variable(name, _) => {
            let next = numbers.len();
            write!(text, "?{} ", numbers.entry(*name).or_insert(next))
        }
        Term::Constant(name, _) => write!(text, "{} ", name.index()),
        Term::Compound(name, args, _) => {
            let begun = write!(text, "({} ", name.index());
            args.iter().for_each(|arg| write_form(arg, numbers, text));
            text.push(')');
            begun
        }
    };
}
