//! Which values a variable that nothing binds can stand for: what the rest of the game fixes.
//!
//! A role where it stands for one. In the head of a view: what those who ask bind it to, since a view that is asked with
//! a value needs no other. Elsewhere: what the other facts and rules put into its place.

use super::places::{ArgumentPlace, Known, Values, each_place};
use crate::check::binding::Budget;
use crate::check::safety::unbound_variables;
use crate::syntax::{Atom, Formula, Rule, Sheet, Symbol, Term, each_atom, reserved_arity};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Most values that are listed for one variable.
const MOST_VALUES: usize = 10_000;

/// What a variable can stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Domain {
    /// Every role.
    Roles,
    /// Each of these names; what lists them may be named so.
    Values(BTreeSet<Symbol>, Symbol, usize),
}

/// A name with a number of arguments.
type Key = (Symbol, usize);

/// Finds domains in one sheet.
pub(super) struct Domains<'s> {
    known: Known,
    /// Who asks for a relation of the game.
    callers: FxHashMap<Key, Vec<(&'s Rule, &'s Atom)>>,
    /// Relations whose rules leave an argument without a value: asking for them binds nothing for sure.
    open: FxHashSet<Key>,
}

impl<'s> Domains<'s> {
    /// `None` when finding the values takes too long.
    pub(super) fn of(sheet: &'s Sheet, budget: &mut Budget) -> Option<Self> {
        let known = Known::of(sheet)?;
        let (mut callers, mut open) = (FxHashMap::<Key, Vec<_>>::default(), FxHashSet::default());
        for rule in &sheet.rules {
            each_atom(&rule.body, &mut |atom| callers.entry(atom.key()).or_default().push((rule, atom)));
            if !unbound_variables(rule, budget).ok()?.is_empty() {
                open.insert(rule.head.key());
            }
        }
        Some(Self { known, callers, open })
    }

    /// What a variable of a rule can stand for, when the rest of the game says it, and in one way only.
    pub(super) fn of_variable(&mut self, rule: &Rule, variable: Symbol) -> Option<Domain> {
        let in_head = rule.head.mentions(variable);
        if self.known.is_tired() || !in_head && !is_compared(&rule.body, variable) {
            return None;
        }
        let head = places(&rule.head, variable);
        let mut asked = Vec::new();
        each_atom(&rule.body, &mut |atom| asked.extend(places(atom, variable)));
        if head.iter().chain(&asked).any(|place| *place == ArgumentPlace::Role) {
            return Some(Domain::Roles);
        }
        let is_view = reserved_arity(rule.head.relation).is_none();
        let by_callers = if is_view && in_head { self.of_callers(&rule.head, variable) } else { None };
        let of_state = |place: &&ArgumentPlace| matches!(place, ArgumentPlace::Fact(..) | ArgumentPlace::Move(..));
        let deciding: Vec<ArgumentPlace> = match in_head {
            true => head,
            false => asked.iter().filter(of_state).copied().collect(),
        };
        // Of the goal values none is meant more than another.
        if deciding.iter().any(|place| matches!(place, ArgumentPlace::Relation(Symbol::GOAL, ..))) {
            return None;
        }
        let (name, index) = deciding.first().map(|place| named(*place))?;
        let values = match by_callers {
            Some(values) => values,
            None => self.of_places(&deciding)?,
        };
        (1..=MOST_VALUES).contains(&values.len()).then_some(Domain::Values(values, name, index))
    }

    /// The values of the places, when they are the same at all of them.
    fn of_places(&self, places: &[ArgumentPlace]) -> Option<BTreeSet<Symbol>> {
        let mut all = places.iter().map(|&place| self.known.at(place));
        let first = all.next()?;
        match first {
            // A single value is what happens to be there, no domain.
            Values::Of(ref values) if values.len() > 1 && all.all(|other| other == first) => Some(values.clone()),
            _ => None,
        }
    }

    /// What those who ask for a view bind an argument of its head to; `None` when one of them does not bind it.
    fn of_callers(&mut self, head: &Atom, variable: Symbol) -> Option<BTreeSet<Symbol>> {
        let mut values = Values::default();
        for index in 0..head.args.len() {
            if !is_variable(&head.args[index], variable) {
                // Inside of a function it is nobody's value.
                if head.args[index].mentions(variable) {
                    return None;
                }
                continue;
            }
            let callers = self.callers.get(&head.key()).cloned().unwrap_or_default();
            for (rule, atom) in callers {
                values.extend(&self.of_caller(rule, atom, index)?);
            }
        }
        match values {
            Values::Of(values) if !values.is_empty() => Some(values),
            _ => None,
        }
    }

    fn of_caller(&mut self, rule: &Rule, atom: &Atom, index: usize) -> Option<Values> {
        match atom.args.get(index)? {
            Term::Constant(name, _) => Some(Values::Of(BTreeSet::from([*name]))),
            Term::Compound(..) => None,
            Term::Variable(name, _) => {
                // A rule of the view that hands its own argument on asks for no new value.
                let handed_on = rule.head.key() == atom.key() && is_variable(rule.head.args.get(index)?, *name);
                if handed_on {
                    return Some(Values::default());
                }
                let Self { known, open, .. } = self;
                known.bound(*name, &rule.body, &|atom| !open.contains(&atom.key()))
            }
        }
    }
}

fn is_variable(term: &Term, variable: Symbol) -> bool {
    matches!(term, Term::Variable(name, _) if *name == variable)
}

/// The places where a variable stands by itself in an atom.
fn places(atom: &Atom, variable: Symbol) -> Vec<ArgumentPlace> {
    let mut places = Vec::new();
    each_place(atom, &mut |place, term| places.extend(is_variable(term, variable).then_some(place)));
    places
}

/// Whether a variable stands in `distinct`, or in an equation.
fn is_compared(body: &[Formula], variable: Symbol) -> bool {
    body.iter().any(|part| match part {
        Formula::Atom(_) => false,
        Formula::Not(inner, _) => is_compared(std::slice::from_ref(inner), variable),
        Formula::And(parts, _) | Formula::Or(parts, _) => is_compared(parts, variable),
        Formula::Distinct(left, right, _) | Formula::Equal(left, right, _) => {
            left.mentions(variable) || right.mentions(variable)
        }
    })
}

/// Whether a variable stands in several negated literals and nowhere else. "There is none" may be meant of each, or of all
/// at once.
pub(super) fn is_of_several_negations(rule: &Rule, variable: Symbol) -> bool {
    let mut literals = 0_usize;
    each_atom(&rule.body, &mut |atom| literals += usize::from(atom.mentions(variable)));
    literals > 1 && !rule.head.mentions(variable) && !is_compared(&rule.body, variable)
}

/// The name and argument that a place is called by.
fn named(place: ArgumentPlace) -> (Symbol, usize) {
    match place {
        ArgumentPlace::Role => (Symbol::ROLE, 0),
        ArgumentPlace::Fact(name, _, index)
        | ArgumentPlace::Move(name, _, index)
        | ArgumentPlace::Relation(name, _, index) => (name, index),
    }
}
