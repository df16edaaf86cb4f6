//! Which columns of a relation are known in all its calls.

use crate::game::PredId;

/// How much a body may ask before it calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asking {
    /// Everything that is computed in full: as much is known as can be.
    All,
    /// What makes the fewest matches: arguments that a relation answers with are not bound before by others.
    Least,
}

/// For each relation the columns that are known whenever it is called; none when it is computed in full.
pub(super) struct Columns {
    pub(super) of: Vec<Vec<usize>>,
    pub(super) asking: Vec<Asking>,
}

impl Columns {
    /// Columns of a relation, ascending.
    pub(super) fn of(&self, pred: PredId) -> &[usize] {
        self.of.get(pred.index()).map_or(&[], Vec::as_slice)
    }

    /// How much is asked before the relation is called.
    pub(super) fn asking(&self, pred: PredId) -> Asking {
        self.asking.get(pred.index()).copied().unwrap_or(Asking::All)
    }

    /// Whether anything is computed by magic sets.
    pub(super) fn any(&self) -> bool {
        self.of.iter().any(|columns| !columns.is_empty())
    }
}
