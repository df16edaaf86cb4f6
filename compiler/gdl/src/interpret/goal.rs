//! Rule bodies as goals: negation stands at literals, variables are numbers.

use super::database::Relation;
use super::terms::Id;
use crate::syntax::Symbol;
use std::collections::BTreeSet;

/// A term with variables.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    Var(usize),
    Ground(Id),
    Compound(Symbol, Vec<Pattern>),
}

impl Pattern {
    pub(super) fn vars(&self, into: &mut BTreeSet<usize>) {
        match self {
            Self::Var(var) => {
                into.insert(*var);
            }
            Self::Ground(_) => {}
            Self::Compound(_, args) => args.iter().for_each(|arg| arg.vars(into)),
        }
    }
}

/// Where the rows of a literal come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// All rows of the relation are there; they are looked up by this index over the known columns.
    Rows(usize),
    /// The relation is evaluated on demand, in this mode.
    Asked(usize),
}

/// A body, or a part of one.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// Some row matches.
    Holds {
        relation: Relation,
        args: Vec<Pattern>,
        source: Source,
    },
    /// No row matches; everything is bound.
    Absent {
        relation: Relation,
        args: Vec<Pattern>,
        source: Source,
    },
    Distinct(Pattern, Pattern),
    Equal(Pattern, Pattern),
    All(Vec<Goal>),
    Any(Vec<Goal>),
    /// Holds for some values; which ones, nobody outside asks.
    Some(Box<Goal>),
}

/// A rule ready to run.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub relation: Relation,
    pub head: Vec<Pattern>,
    pub body: Goal,
    pub num_vars: usize,
}
