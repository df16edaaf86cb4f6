//! What variables have values after conditions.

use super::modes::{Bound, after_any, bind_term, is_bound};
use super::needs::Argument;
use crate::syntax::{Formula, Symbol};
use std::collections::BTreeMap;

/// Adds the variables that positive literals give values to. Arguments in `guards` are asked with values, and give none.
pub(super) fn positive(body: &[Formula], guards: &BTreeMap<Argument, Symbol>, bound: &mut Bound) {
    // An equation may pass a value on to another one.
    loop {
        let before = bound.len();
        body.iter().for_each(|part| positive_part(part, guards, bound));
        if bound.len() == before {
            return;
        }
    }
}

fn positive_part(part: &Formula, guards: &BTreeMap<Argument, Symbol>, bound: &mut Bound) {
    match part {
        Formula::Atom(atom) => {
            let guarded =
                |position| guards.contains_key(&Argument { relation: atom.relation, arity: atom.args.len(), position });
            // The others may have their values from these: of `v(Y,Y)` the first argument is asked with one.
            let asked = atom.args.iter().enumerate().all(|(position, arg)| !guarded(position) || is_bound(arg, bound));
            if asked {
                atom.args.iter().for_each(|arg| bind_term(arg, bound));
            }
        }
        Formula::And(parts, _) => positive(parts, guards, bound),
        Formula::Or(parts, _) => {
            let after = parts.iter().map(|part| {
                let mut within = Bound::default();
                positive_part(part, guards, &mut within);
                within
            });
            bound.extend(after_any(after));
        }
        Formula::Equal(a, b, _) if is_bound(a, bound) => bind_term(b, bound),
        Formula::Equal(a, b, _) if is_bound(b, bound) => bind_term(a, bound),
        Formula::Equal(..) | Formula::Not(..) | Formula::Distinct(..) => {}
    }
}
