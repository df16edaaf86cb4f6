//! Relations of the lowered game whose facts are known only when it is known which values can stand where.

use super::builtin::{Function, Order};
use crate::syntax::{Span, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// A predefined relation that becomes a list of facts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rule {
    Compute(Function),
    Compare(Order),
}

/// The rows of a predefined relation.
pub(super) struct RelationTable {
    pub rule: Rule,
    pub arity: usize,
    /// Where it is used first.
    pub span: Span,
}

/// An argument of a relation that has a value whenever it is asked, and no rule that says which values there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Argument {
    pub relation: Symbol,
    pub arity: usize,
    pub position: usize,
}

/// The relations that count instances of a template.
pub(super) struct Counting {
    /// `holds(keys..., template)`.
    pub holds: Symbol,
    /// `count(keys..., number)`.
    pub count: Symbol,
    /// Variables that have values when the instances are counted.
    pub keys: Vec<Term>,
    /// For each of them the relation that lists its values.
    pub guards: Vec<Symbol>,
    pub span: Span,
}

/// What has to be filled in.
#[derive(Default)]
pub(super) struct Needs {
    /// The relations that list the values of arguments.
    pub guards: BTreeMap<Argument, Symbol>,
    pub tables: BTreeMap<Symbol, RelationTable>,
    pub counts: Vec<Counting>,
    /// Relations that say what a move does: nobody asks for them when the game is over.
    pub transitions: BTreeSet<Symbol>,
}

impl Needs {
    pub(super) fn is_empty(&self) -> bool {
        self.guards.is_empty() && self.tables.is_empty() && self.counts.is_empty()
    }
}
