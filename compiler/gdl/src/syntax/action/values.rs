//! Which terms can stand at a place: a set of constants, and function terms with a set for each argument.

use crate::syntax::{Span, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Deepest function term that is told apart; below, anything can stand.
const MAX_DEPTH: usize = 6;

/// An over-approximation of a set of ground terms.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Values {
    pub constants: BTreeSet<Symbol>,
    functions: BTreeMap<(Symbol, usize), Vec<Values>>,
    /// Anything can stand there.
    pub open: bool,
}

impl Values {
    pub(super) fn anything() -> Self {
        Self { open: true, ..Self::default() }
    }

    pub(super) fn constant(name: Symbol) -> Self {
        Self { constants: BTreeSet::from([name]), ..Self::default() }
    }

    pub(super) fn function(name: Symbol, args: Vec<Values>) -> Self {
        if args.iter().any(Self::is_empty) {
            return Self::default();
        }
        Self { functions: BTreeMap::from([((name, args.len()), args)]), ..Self::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.open && self.constants.is_empty() && self.functions.is_empty()
    }

    /// The sets of the arguments of a function.
    pub(super) fn args(&self, name: Symbol, arity: usize) -> Option<&[Values]> {
        self.functions.get(&(name, arity)).map(Vec::as_slice)
    }

    /// The kinds of terms of the set: names with their numbers of arguments.
    pub(super) fn kinds(&self) -> Vec<(Symbol, usize)> {
        self.constants.iter().map(|&name| (name, 0)).chain(self.functions.keys().copied()).collect()
    }

    /// The sets of all arguments.
    pub(super) fn inner(&self) -> impl Iterator<Item = &Values> {
        self.functions.values().flatten()
    }

    /// Adds all of another set; whether that changed anything.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        self.add_within(other, MAX_DEPTH)
    }

    fn add_within(&mut self, other: &Self, depth: usize) -> bool {
        if self.open {
            return false;
        }
        if other.open || depth == 0 {
            *self = Self::anything();
            return true;
        }
        let before = self.constants.len();
        self.constants.extend(other.constants.iter().copied());
        let mut grew = self.constants.len() > before;
        for (function, args) in &other.functions {
            match self.functions.get_mut(function) {
                Some(mine) => {
                    for (mine, arg) in mine.iter_mut().zip(args) {
                        grew |= mine.add_within(arg, depth - 1);
                    }
                }
                None => {
                    let mut fresh = vec![Self::default(); args.len()];
                    fresh.iter_mut().zip(args).for_each(|(mine, arg)| {
                        mine.add_within(arg, depth - 1);
                    });
                    self.functions.insert(*function, fresh);
                    grew = true;
                }
            }
        }
        grew
    }

    /// Keeps what is in another set too.
    pub(super) fn keep(&mut self, other: &Self) {
        if other.open {
            return;
        }
        if self.open {
            self.clone_from(other);
            return;
        }
        self.constants.retain(|name| other.constants.contains(name));
        self.functions.retain(|function, args| match other.functions.get(function) {
            Some(others) => {
                args.iter_mut().zip(others).for_each(|(mine, other)| mine.keep(other));
                !args.iter().any(Self::is_empty)
            }
            None => false,
        });
    }

    /// All terms of the set, when it is no larger than `most`.
    pub(super) fn terms(&self, most: usize, span: Span) -> Option<Vec<Term>> {
        if self.open {
            return None;
        }
        let mut terms: Vec<Term> = self.constants.iter().map(|&name| Term::Constant(name, span)).collect();
        for ((name, _), args) in &self.functions {
            let mut rows: Vec<Vec<Term>> = vec![Vec::new()];
            for arg in args {
                let choices = arg.terms(most, span)?;
                if rows.len().saturating_mul(choices.len()) > most {
                    return None;
                }
                let extend = |row: &Vec<Term>| {
                    let row = row.clone();
                    choices.iter().map(move |choice| row.iter().cloned().chain([choice.clone()]).collect())
                };
                rows = rows.iter().flat_map(extend).collect();
            }
            terms.extend(rows.into_iter().map(|row| Term::Compound(*name, row, span)));
        }
        (terms.len() <= most).then_some(terms)
    }
}
