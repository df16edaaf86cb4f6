//! Places of arguments, and which names can stand there: what facts and rules say, argument by argument.

use crate::syntax::{Atom, Formula, Rule, Sheet, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Steps that finding the values may take, for a whole sheet.
const MAX_STEPS: usize = 20_000_000;

/// An argument of a relation, or of the fact or move inside a keyword.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum ArgumentPlace {
    /// The role of a keyword.
    Role,
    /// Of a fact of the state.
    Fact(Symbol, usize, usize),
    /// Of a move.
    Move(Symbol, usize, usize),
    /// Of a relation.
    Relation(Symbol, usize, usize),
}

/// The names that can stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// One of these.
    Of(BTreeSet<Symbol>),
    /// Anything.
    Any,
}

impl Default for Values {
    fn default() -> Self {
        Self::Of(BTreeSet::new())
    }
}

impl Values {
    /// Values that are in both.
    fn both(self, other: &Self) -> Self {
        match (self, other) {
            (Self::Any, other) => other.clone(),
            (of, Self::Any) => of,
            (Self::Of(some), Self::Of(others)) => Self::Of(some.intersection(others).copied().collect()),
        }
    }

    /// Takes in the values of another; whether that changes anything.
    pub(super) fn extend(&mut self, other: &Self) -> bool {
        match (&mut *self, other) {
            (Self::Any, _) => false,
            (_, Self::Any) => {
                *self = Self::Any;
                true
            }
            (Self::Of(some), Self::Of(others)) => {
                let before = some.len();
                some.extend(others);
                some.len() > before
            }
        }
    }

    fn size(&self) -> usize {
        match self {
            Self::Of(values) => 1 + values.len(),
            Self::Any => 1,
        }
    }
}

/// Calls `visit` with each argument of an atom and its place; functions inside arguments have none.
pub(super) fn each_place<'a>(atom: &'a Atom, visit: &mut dyn FnMut(ArgumentPlace, &'a Term)) {
    let inner = |term: &'a Term,
                 place: fn(Symbol, usize, usize) -> ArgumentPlace,
                 visit: &mut dyn FnMut(ArgumentPlace, &'a Term)| {
        if let Term::Compound(name, args, _) = term {
            args.iter().enumerate().for_each(|(index, arg)| visit(place(*name, args.len(), index), arg));
        }
    };
    match (atom.relation, atom.args.as_slice()) {
        (Symbol::ROLE, [role]) => visit(ArgumentPlace::Role, role),
        (Symbol::TRUE | Symbol::NEXT | Symbol::INIT | Symbol::BASE, [fact]) => inner(fact, ArgumentPlace::Fact, visit),
        (Symbol::DOES | Symbol::LEGAL | Symbol::INPUT, [role, action]) => {
            visit(ArgumentPlace::Role, role);
            inner(action, ArgumentPlace::Move, visit);
        }
        (Symbol::SEES, [role, _]) => visit(ArgumentPlace::Role, role),
        (Symbol::GOAL, [role, value]) => {
            visit(ArgumentPlace::Role, role);
            visit(ArgumentPlace::Relation(Symbol::GOAL, 2, 1), value);
        }
        (name, args) => {
            let of = |index| ArgumentPlace::Relation(name, args.len(), index);
            args.iter().enumerate().for_each(|(index, arg)| visit(of(index), arg));
        }
    }
}

/// The values of all places of a sheet.
#[derive(Default)]
pub(super) struct Known {
    places: FxHashMap<ArgumentPlace, Values>,
    /// Places where a rule puts a variable that nothing binds: asking for them leaves a variable any value.
    open: FxHashSet<ArgumentPlace>,
    /// A rule makes facts, or moves, of any form.
    any_fact: bool,
    any_move: bool,
    steps: usize,
}

impl Known {
    /// Computes them; `None` when that takes too long.
    pub(super) fn of(sheet: &Sheet) -> Option<Self> {
        let mut known = Self::default();
        let (facts, rules): (Vec<&Rule>, Vec<&Rule>) = sheet.rules.iter().partition(|rule| rule.body.is_empty());
        for fact in facts {
            known.add(&fact.head, &[]);
        }
        loop {
            let mut grew = false;
            for rule in &rules {
                grew |= known.add(&rule.head, &rule.body);
                if known.steps > MAX_STEPS {
                    return None;
                }
            }
            if !grew {
                return Some(known);
            }
        }
    }

    /// Whether enough was looked at.
    pub(super) fn is_tired(&self) -> bool {
        self.steps > 2 * MAX_STEPS
    }

    /// The values of a place.
    pub(super) fn at(&self, place: ArgumentPlace) -> Values {
        match place {
            ArgumentPlace::Fact(..) if self.any_fact => Values::Any,
            ArgumentPlace::Move(..) if self.any_move => Values::Any,
            _ => self.places.get(&place).cloned().unwrap_or_default(),
        }
    }

    /// Takes in what a rule puts into the places of its head. A variable that nothing binds puts nothing there, and neither
    /// does one that has its value from the same place.
    fn add(&mut self, head: &Atom, body: &[Formula]) -> bool {
        let mut grew = self.add_whole(head, body);
        let mut terms = Vec::new();
        each_place(head, &mut |place, term| terms.push((place, term)));
        self.steps += 1;
        for (place, term) in terms {
            // Roles are what `role` says: other heads speak of them only.
            if place == ArgumentPlace::Role && head.relation != Symbol::ROLE {
                continue;
            }
            let values = match term {
                Term::Constant(name, _) => Values::Of(BTreeSet::from([*name])),
                Term::Variable(name, _) if is_kept(place, *name, body) => continue,
                Term::Variable(name, _) => match self.bound(*name, body, &|_| true) {
                    Some(values) => values,
                    None => {
                        grew |= self.open.insert(place);
                        continue;
                    }
                },
                Term::Compound(..) => Values::Any,
            };
            self.steps += values.size();
            grew |= self.places.entry(place).or_default().extend(&values);
        }
        grew
    }

    /// A head that is a variable fact or move: what holds already, or may be done already, is nothing new.
    fn add_whole(&mut self, head: &Atom, body: &[Formula]) -> bool {
        let Some(Term::Variable(name, _)) = head.args.last() else { return false };
        let (sources, any) = match (head.relation, head.args.len()) {
            (Symbol::NEXT | Symbol::INIT, 1) => ([Symbol::TRUE, Symbol::BASE], &mut self.any_fact),
            (Symbol::LEGAL, 2) => ([Symbol::DOES, Symbol::INPUT], &mut self.any_move),
            _ => return false,
        };
        let is_source = |part: &Formula| match part {
            Formula::Atom(atom) if sources.contains(&atom.relation) => {
                matches!(atom.args.last(), Some(Term::Variable(other, _)) if other == name)
            }
            _ => false,
        };
        !body.iter().any(is_source) && !std::mem::replace(any, true)
    }

    /// The values that the literals of a body leave to a variable; `None` where none of those that count binds it.
    pub(super) fn bound(&mut self, name: Symbol, body: &[Formula], counts: &dyn Fn(&Atom) -> bool) -> Option<Values> {
        let mut all: Option<Values> = None;
        for part in body {
            if let Some(values) = self.bound_by(name, part, counts) {
                all = Some(match all {
                    Some(all) => all.both(&values),
                    None => values,
                });
            }
        }
        all
    }

    fn bound_by(&mut self, name: Symbol, part: &Formula, counts: &dyn Fn(&Atom) -> bool) -> Option<Values> {
        self.steps += 1;
        match part {
            Formula::Atom(atom) if atom.relation != Symbol::DISTINCT && counts(atom) => self.bound_by_atom(name, atom),
            Formula::And(parts, _) => self.bound(name, parts, counts),
            Formula::Or(parts, _) => {
                let mut any = Values::default();
                for part in parts {
                    any.extend(&self.bound_by(name, part, counts)?);
                }
                Some(any)
            }
            Formula::Equal(Term::Variable(variable, _), Term::Constant(value, _), _)
            | Formula::Equal(Term::Constant(value, _), Term::Variable(variable, _), _)
                if *variable == name =>
            {
                Some(Values::Of(BTreeSet::from([*value])))
            }
            Formula::Equal(left, right, _) => (left.mentions(name) || right.mentions(name)).then_some(Values::Any),
            _ => None,
        }
    }

    fn bound_by_atom(&mut self, name: Symbol, atom: &Atom) -> Option<Values> {
        if !atom.mentions(name) {
            return None;
        }
        let mut values = Values::Any;
        each_place(atom, &mut |place, term| {
            if matches!(term, Term::Variable(other, _) if *other == name) {
                let here = if self.open.contains(&place) { Values::Any } else { self.at(place) };
                values = std::mem::take(&mut values).both(&here);
            }
        });
        self.steps += values.size();
        Some(values)
    }
}

/// Whether a literal of a body binds a variable at the place itself.
fn is_kept(place: ArgumentPlace, name: Symbol, body: &[Formula]) -> bool {
    body.iter().any(|part| match part {
        Formula::Atom(atom) => {
            let mut is_kept = false;
            each_place(atom, &mut |other, term| {
                is_kept |= other == place && matches!(term, Term::Variable(variable, _) if *variable == name);
            });
            is_kept
        }
        _ => false,
    })
}
