//! Definitions with their variables numbered in order, so that equal ones are found.

use crate::game::{Clause, Literal, Pattern};

/// The body of a clause.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Body {
    /// Literals that must hold.
    pub positive: Vec<Literal>,
    /// Literals that must not hold.
    pub negative: Vec<Literal>,
    /// Pairs that must differ.
    pub distinct: Vec<(Pattern, Pattern)>,
}

impl Body {
    pub(crate) fn of(clause: &Clause) -> Self {
        let Clause { positive, negative, distinct, .. } = clause.clone();
        Self { positive, negative, distinct }
    }
}

/// What defines an auxiliary relation, with variables renamed in order: equal definitions are one relation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Definition {
    /// Columns.
    pub args: Vec<Pattern>,
    /// When a row holds.
    pub body: Body,
}

/// A definition with its variables numbered in order of appearance, and their number.
pub(crate) fn canonical(args: &[Pattern], body: &Body, num_vars: u32) -> (Definition, u32) {
    let mut renamer = Renamer { new: vec![None; num_vars as usize], count: 0 };
    let args = args.iter().map(|arg| renamer.pattern(arg)).collect();
    let positive = body.positive.iter().map(|literal| renamer.literal(literal)).collect();
    let negative = body.negative.iter().map(|literal| renamer.literal(literal)).collect();
    let distinct = body.distinct.iter().map(|(a, b)| (renamer.pattern(a), renamer.pattern(b))).collect();
    (Definition { args, body: Body { positive, negative, distinct } }, renamer.count)
}

struct Renamer {
    new: Vec<Option<u32>>,
    count: u32,
}

impl Renamer {
    fn pattern(&mut self, pattern: &Pattern) -> Pattern {
        match pattern {
            Pattern::Var(var) => {
                let count = &mut self.count;
                let new = *self.new[*var as usize].get_or_insert_with(|| {
                    *count += 1;
                    *count - 1
                });
                Pattern::Var(new)
            }
            Pattern::Term(term) => Pattern::Term(*term),
            Pattern::Compound(name, args) => {
                Pattern::Compound(*name, args.iter().map(|arg| self.pattern(arg)).collect())
            }
        }
    }

    fn literal(&mut self, literal: &Literal) -> Literal {
        Literal { pred: literal.pred, args: literal.args.iter().map(|arg| self.pattern(arg)).collect() }
    }
}
