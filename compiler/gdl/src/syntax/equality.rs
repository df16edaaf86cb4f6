//! `=` is built in, unless the game defines a relation of that name itself.

use super::{Atom, Formula, Sheet, Symbol};

/// Turns every equation into an ordinary atom when some head is `=` with two arguments.
/// Afterwards a sheet holds equations or atoms `=/2` in bodies, never both.
pub(super) fn settle(sheet: &mut Sheet) {
    let is_defined = |atom: &Atom| atom.relation == Symbol::EQUAL && atom.args.len() == 2;
    if sheet.rules.iter().any(|rule| is_defined(&rule.head)) {
        sheet.rules.iter_mut().flat_map(|rule| &mut rule.body).for_each(make_atoms);
    }
}

fn make_atoms(formula: &mut Formula) {
    match formula {
        Formula::Atom(_) | Formula::Distinct(..) => {}
        Formula::Not(inner, _) => make_atoms(inner),
        Formula::And(all, _) | Formula::Or(all, _) => all.iter_mut().for_each(make_atoms),
        Formula::Equal(..) => {
            if let Formula::Equal(left, right, span) =
                std::mem::replace(formula, Formula::And(Vec::new(), formula.span()))
            {
                *formula = Formula::Atom(Atom { relation: Symbol::EQUAL, args: vec![left, right], span });
            }
        }
    }
}
