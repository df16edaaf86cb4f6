//! Which variables of a rule are bound, wherever in nested `and`, `or` and `not` one looks.
//!
//! A positive atom binds its variables, an equation carries bindings over, a disjunction binds what each of its
//! branches binds. Negation is pushed inwards: `(not (or a b))` is `(and (not a) (not b))`.

use crate::syntax::{Atom, Formula, Symbol, Term};
use rustc_hash::FxHashSet;

/// Steps that may be spent on looking at parts of formulas more than once; some seconds at most.
const MAX_STEPS: usize = 50_000_000;

/// What is left of the steps for one sheet.
pub(crate) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MAX_STEPS)
    }
}

impl Budget {
    fn spend(&mut self, steps: usize) -> Result<(), TooInvolved> {
        self.0 = self.0.checked_sub(steps).ok_or(TooInvolved)?;
        Ok(())
    }
}

/// The disjunctions and equations of a rule take too long to work through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooInvolved;

/// A part of a body without parts of its own.
#[derive(Clone, Copy)]
pub(crate) enum Leaf<'s> {
    Positive(&'s Atom),
    Negative(&'s Atom),
    Distinct(&'s Term, &'s Term),
    Equal(&'s Term, &'s Term),
}

/// A conjunction of leaves and of disjunctions.
#[derive(Default)]
pub(crate) struct Conjunction<'s> {
    leaves: Vec<Leaf<'s>>,
    /// Branches, negated where the flag is not set.
    choices: Vec<(&'s [Formula], bool)>,
}

/// The variables that are bound, with what is needed to take bindings back.
pub(crate) struct Binder<'a> {
    binds: &'a dyn Fn(&Atom) -> bool,
    budget: &'a mut Budget,
    bound: FxHashSet<Symbol>,
    trail: Vec<Symbol>,
}

impl<'a> Binder<'a> {
    /// Positive atoms bind their variables if `binds` accepts them.
    pub(crate) fn new(binds: &'a dyn Fn(&Atom) -> bool, budget: &'a mut Budget) -> Self {
        Self { binds, budget, bound: FxHashSet::default(), trail: Vec::new() }
    }

    pub(crate) fn is_bound(&self, variable: Symbol) -> bool {
        self.bound.contains(&variable)
    }

    /// Starts on a new body; gives it when it can hold at all.
    pub(crate) fn body<'s>(&mut self, body: &'s [Formula]) -> Result<Option<Conjunction<'s>>, TooInvolved> {
        self.undo(0);
        let mut all = Conjunction::default();
        body.iter().for_each(|part| all.add(part, true));
        Ok(self.close(&all)?.then_some(all))
    }

    /// Visits all leaves, with the bindings that hold at each of them.
    pub(crate) fn walk<'s>(
        &mut self,
        all: &Conjunction<'s>,
        visit: &mut dyn FnMut(&Self, Leaf<'s>),
    ) -> Result<(), TooInvolved> {
        all.leaves.iter().for_each(|&leaf| visit(self, leaf));
        for &(branches, positive) in &all.choices {
            for branch in branches {
                let mark = self.trail.len();
                let mut parts = Conjunction::default();
                parts.add(branch, positive);
                if self.close(&parts)? {
                    self.walk(&parts, visit)?;
                }
                self.undo(mark);
            }
        }
        Ok(())
    }

    /// Binds all that the conjunction binds; false when it can't hold.
    fn close(&mut self, all: &Conjunction<'_>) -> Result<bool, TooInvolved> {
        let binds = self.binds;
        for leaf in &all.leaves {
            if let Leaf::Positive(atom) = leaf
                && binds(atom)
            {
                atom.each_variable(&mut |variable, _| self.bind(variable));
            }
        }
        loop {
            let before = self.trail.len();
            for leaf in &all.leaves {
                if let Leaf::Equal(left, right) = leaf {
                    self.equate(left, right)?;
                }
            }
            for &(branches, positive) in &all.choices {
                if !self.choose(branches, positive)? {
                    return Ok(false);
                }
            }
            if self.trail.len() == before || (all.choices.is_empty() && all.num_equations() < 2) {
                return Ok(true);
            }
            self.budget.spend(all.leaves.len())?;
        }
    }

    /// Binds what each branch that can hold binds; false when none can hold.
    fn choose(&mut self, branches: &[Formula], positive: bool) -> Result<bool, TooInvolved> {
        let mut common: Option<Vec<Symbol>> = None;
        for branch in branches {
            let mark = self.trail.len();
            let mut parts = Conjunction::default();
            parts.add(branch, positive);
            self.budget.spend(1 + parts.leaves.len())?;
            if self.close(&parts)? {
                match &mut common {
                    None => common = Some(self.trail[mark..].to_vec()),
                    Some(common) => common.retain(|variable| self.bound.contains(variable)),
                }
            }
            self.budget.spend(self.trail.len() - mark)?;
            self.undo(mark);
        }
        let can_hold = common.is_some();
        common.into_iter().flatten().for_each(|variable| self.bind(variable));
        Ok(can_hold)
    }

    /// An equation binds one side when the other is bound.
    fn equate(&mut self, left: &Term, right: &Term) -> Result<(), TooInvolved> {
        for (from, to) in [(left, right), (right, left)] {
            let (mut is_bound, mut steps) = (true, 1);
            from.each_variable(&mut |variable, _| {
                is_bound &= self.bound.contains(&variable);
                steps += 1;
            });
            self.budget.spend(steps)?;
            if is_bound {
                to.each_variable(&mut |variable, _| self.bind(variable));
            }
        }
        Ok(())
    }

    fn bind(&mut self, variable: Symbol) {
        if self.bound.insert(variable) {
            self.trail.push(variable);
        }
    }

    fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.bound.remove(&variable);
        }
    }
}

impl<'s> Conjunction<'s> {
    fn num_equations(&self) -> usize {
        self.leaves.iter().filter(|leaf| matches!(leaf, Leaf::Equal(..))).count()
    }

    fn add(&mut self, formula: &'s Formula, positive: bool) {
        match (formula, positive) {
            (Formula::Atom(atom), true) => self.leaves.push(Leaf::Positive(atom)),
            (Formula::Atom(atom), false) => self.leaves.push(Leaf::Negative(atom)),
            (Formula::Not(inner, _), _) => self.add(inner, !positive),
            (Formula::And(parts, _), true) | (Formula::Or(parts, _), false) => {
                parts.iter().for_each(|part| self.add(part, positive));
            }
            (Formula::Or(parts, _), true) | (Formula::And(parts, _), false) => self.choices.push((parts, positive)),
            (Formula::Distinct(left, right, _), true) | (Formula::Equal(left, right, _), false) => {
                self.leaves.push(Leaf::Distinct(left, right));
            }
            (Formula::Equal(left, right, _), true) | (Formula::Distinct(left, right, _), false) => {
                self.leaves.push(Leaf::Equal(left, right));
            }
        }
    }
}
