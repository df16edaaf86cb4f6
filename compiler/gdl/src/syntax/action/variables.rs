//! The values that the variables of a rule can have.

use super::values::Values;
use crate::syntax::{Symbol, Term};
use rustc_hash::FxHashMap;

/// Variables by name, each with its values.
pub(super) type Variables = FxHashMap<Symbol, Values>;

/// The largest number of constants at any place.
pub(super) fn largest(values: &Values) -> usize {
    values.constants.len().max(values.inner().map(largest).max().unwrap_or(0))
}

/// The values of a term.
pub(super) fn values_of(term: &Term, variables: &Variables) -> Values {
    values_by(term, &|name| variables.get(&name))
}

/// The same, where `known` gives the values of a variable.
pub(super) fn values_by<'v>(term: &Term, known: &dyn Fn(Symbol) -> Option<&'v Values>) -> Values {
    match term {
        Term::Variable(name, _) => known(*name).cloned().unwrap_or_else(Values::anything),
        Term::Constant(name, _) => Values::constant(*name),
        Term::Compound(name, args, _) => {
            Values::function(*name, args.iter().map(|arg| values_by(arg, known)).collect())
        }
    }
}

/// Keeps, of the variables of a term, the values with which it is in a set; false when there are none.
pub(super) fn narrow(term: &Term, values: &Values, variables: &mut Variables) -> bool {
    if values.open {
        term.each_variable(&mut |name, _| {
            variables.entry(name).or_insert_with(Values::anything);
        });
        return true;
    }
    match term {
        Term::Variable(name, _) => {
            let mine = variables.entry(*name).or_insert_with(Values::anything);
            mine.keep(values);
            !mine.is_empty()
        }
        Term::Constant(name, _) => values.constants.contains(name),
        Term::Compound(name, args, _) => match values.args(*name, args.len()) {
            Some(columns) => args.iter().zip(columns).all(|(arg, column)| narrow(arg, column, variables)),
            None => false,
        },
    }
}

/// What holds in one of two alternatives.
pub(super) fn either(mut left: Variables, right: &Variables) -> Variables {
    left.retain(|name, values| match right.get(name) {
        Some(other) => {
            values.add(other);
            true
        }
        None => false,
    });
    left
}
