//! Equality of rule sheets, for tests of readers and printers.

use super::{Atom, Formula, Rule, Sheet, Symbol, Symbols, Term};
use rustc_hash::FxHashMap;

/// Whether two sheets hold the same rules in the same order: places in the text do not matter, constants compare by
/// canonical name, variables up to a one-to-one renaming in each rule, and a connective around a single formula
/// counts as that formula.
#[must_use]
pub fn same(left: &Sheet, right: &Sheet) -> bool {
    let mut comparison = Comparison {
        left: &left.symbols,
        right: &right.symbols,
        there: FxHashMap::default(),
        back: FxHashMap::default(),
    };
    left.rules.len() == right.rules.len() && left.rules.iter().zip(&right.rules).all(|(l, r)| comparison.rules(l, r))
}

struct Comparison<'s> {
    left: &'s Symbols,
    right: &'s Symbols,
    there: FxHashMap<Symbol, Symbol>,
    back: FxHashMap<Symbol, Symbol>,
}

impl Comparison<'_> {
    fn rules(&mut self, left: &Rule, right: &Rule) -> bool {
        self.there.clear();
        self.back.clear();
        self.atoms(&left.head, &right.head) && self.all(&left.body, &right.body)
    }

    fn names(&self, left: Symbol, right: Symbol) -> bool {
        self.left.name(left) == self.right.name(right)
    }

    fn atoms(&mut self, left: &Atom, right: &Atom) -> bool {
        self.names(left.relation, right.relation) && self.terms(&left.args, &right.args)
    }

    fn all(&mut self, left: &[Formula], right: &[Formula]) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(l, r)| self.formulas(l, r))
    }

    fn formulas(&mut self, left: &Formula, right: &Formula) -> bool {
        match (unwrapped(left), unwrapped(right)) {
            (Formula::Atom(l), Formula::Atom(r)) => self.atoms(l, r),
            (Formula::Not(l, _), Formula::Not(r, _)) => self.formulas(l, r),
            (Formula::And(l, _), Formula::And(r, _)) | (Formula::Or(l, _), Formula::Or(r, _)) => self.all(l, r),
            (Formula::Distinct(la, lb, _), Formula::Distinct(ra, rb, _))
            | (Formula::Equal(la, lb, _), Formula::Equal(ra, rb, _)) => self.term(la, ra) && self.term(lb, rb),
            _ => false,
        }
    }

    fn terms(&mut self, left: &[Term], right: &[Term]) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(l, r)| self.term(l, r))
    }

    fn term(&mut self, left: &Term, right: &Term) -> bool {
        match (left, right) {
            (Term::Variable(l, _), Term::Variable(r, _)) => {
                *self.there.entry(*l).or_insert(*r) == *r && *self.back.entry(*r).or_insert(*l) == *l
            }
            (Term::Constant(l, _), Term::Constant(r, _)) => self.names(*l, *r),
            (Term::Compound(l, l_args, _), Term::Compound(r, r_args, _)) => {
                self.names(*l, *r) && self.terms(l_args, r_args)
            }
            _ => false,
        }
    }
}

/// Takes off connectives around a single formula.
fn unwrapped(mut formula: &Formula) -> &Formula {
    while let Formula::And(parts, _) | Formula::Or(parts, _) = formula
        && let [only] = parts.as_slice()
    {
        formula = only;
    }
    formula
}
