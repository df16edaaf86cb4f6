//! Which functions can stand where: an over-approximation, argument by argument.

use super::Pattern;
use super::normal::{RawClause, RawLiteral};
use crate::Terms;
use gdl2hdl_gdl::syntax::Symbol;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The outermost functions of the terms that can stand at a place.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Shapes {
    /// Some constant can stand there.
    pub constant: bool,
    /// Functions with their arity.
    pub compounds: BTreeSet<(Symbol, usize)>,
}

impl Shapes {
    fn add(&mut self, other: &Self) -> bool {
        let before = (self.constant, self.compounds.len());
        self.constant |= other.constant;
        self.compounds.extend(other.compounds.iter().copied());
        before != (self.constant, self.compounds.len())
    }

    fn keep(&mut self, other: &Self) {
        self.constant &= other.constant;
        self.compounds.retain(|f| other.compounds.contains(f));
    }
}

/// An argument place: of a relation (keywords of facts and of moves share theirs), or of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct ArgumentPlace {
    name: Symbol,
    arity: usize,
    index: usize,
    in_term: bool,
}

fn relation_place(literal: &RawLiteral, index: usize) -> ArgumentPlace {
    let arity = literal.args.len();
    let name = match (literal.relation, arity) {
        (Symbol::TRUE | Symbol::NEXT | Symbol::INIT | Symbol::BASE, 1) => Symbol::TRUE,
        (Symbol::DOES | Symbol::LEGAL | Symbol::INPUT, 2) => Symbol::DOES,
        (other, _) => other,
    };
    ArgumentPlace { name, arity, index, in_term: false }
}

/// The shapes of all places of a set of clauses.
#[derive(Default)]
pub(super) struct Analysis {
    places: FxHashMap<ArgumentPlace, Shapes>,
}

impl Analysis {
    /// Computes the fixpoint. Cost: passes over the clauses until nothing grows; shapes are bounded by the text.
    pub(super) fn of(clauses: &[RawClause], terms: &Terms) -> Self {
        let mut analysis = Self::default();
        let (facts, rules): (Vec<_>, Vec<_>) = clauses.iter().partition(|clause| clause.num_vars == 0);
        for fact in facts {
            analysis.add_head(&fact.head, &[], terms);
        }
        loop {
            let mut grew = false;
            for clause in &rules {
                if let Some(shapes) = analysis.variables(clause) {
                    grew |= analysis.add_head(&clause.head, &shapes, terms);
                }
            }
            if !grew {
                return analysis;
            }
        }
    }

    /// Shapes of each variable of a clause; `None` when some variable can have no value.
    pub(super) fn variables(&self, clause: &RawClause) -> Option<Vec<Shapes>> {
        let mut shapes: Vec<Option<Shapes>> = vec![None; clause.num_vars as usize];
        for literal in &clause.positive {
            for (index, arg) in literal.args.iter().enumerate() {
                self.narrow(relation_place(literal, index), arg, &mut shapes);
            }
        }
        let shapes: Vec<_> = shapes.into_iter().map(Option::unwrap_or_default).collect();
        let possible = |s: &Shapes| s.constant || !s.compounds.is_empty();
        let mut all = true;
        for literal in &clause.positive {
            literal.args.iter().for_each(|arg| arg.each_var(&mut |var| all &= possible(&shapes[var as usize])));
        }
        all.then_some(shapes)
    }

    fn narrow(&self, place: ArgumentPlace, pattern: &Pattern, shapes: &mut [Option<Shapes>]) {
        match pattern {
            Pattern::Term(_) => {}
            Pattern::Var(var) => {
                let here = self.places.get(&place).cloned().unwrap_or_default();
                match &mut shapes[*var as usize] {
                    Some(shapes) => shapes.keep(&here),
                    none => *none = Some(here),
                }
            }
            Pattern::Compound(name, args) => {
                for (index, arg) in args.iter().enumerate() {
                    self.narrow(ArgumentPlace { name: *name, arity: args.len(), index, in_term: true }, arg, shapes);
                }
            }
        }
    }

    fn add_head(&mut self, head: &RawLiteral, shapes: &[Shapes], terms: &Terms) -> bool {
        let mut grew = false;
        for (index, arg) in head.args.iter().enumerate() {
            grew |= self.add(relation_place(head, index), arg, shapes, terms);
        }
        grew
    }

    fn add(&mut self, place: ArgumentPlace, pattern: &Pattern, shapes: &[Shapes], terms: &Terms) -> bool {
        match pattern {
            Pattern::Var(var) => self.places.entry(place).or_default().add(&shapes[*var as usize]),
            Pattern::Term(term) => {
                let args: Vec<_> = terms.args(*term).iter().map(|&arg| Pattern::Term(arg)).collect();
                self.add_function(place, terms.functor(*term), &args, shapes, terms)
            }
            Pattern::Compound(name, args) => self.add_function(place, *name, args, shapes, terms),
        }
    }

    fn add_function(
        &mut self,
        place: ArgumentPlace,
        name: Symbol,
        args: &[Pattern],
        shapes: &[Shapes],
        terms: &Terms,
    ) -> bool {
        let mut here = Shapes::default();
        if args.is_empty() {
            here.constant = true;
        } else {
            here.compounds.insert((name, args.len()));
        }
        let mut grew = self.places.entry(place).or_default().add(&here);
        for (index, arg) in args.iter().enumerate() {
            grew |= self.add(ArgumentPlace { name, arity: args.len(), index, in_term: true }, arg, shapes, terms);
        }
        grew
    }
}
