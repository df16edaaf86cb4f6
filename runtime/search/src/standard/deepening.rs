//! The player that searches ever deeper.

use super::minimax::{DEEPEST, Search, Verdict};
use super::options::Limits;
use super::question::{Best, Root, answer};
use super::table::Table;
use super::walk::{Halt, Walk};
use crate::chooser::{ChooseError, Chooser, Question};

/// Searches to depth 1, 2, 3 and so on, until it is stopped or has seen all ends: `minimaxid`. It takes the move of the
/// deepest search that was completed.
pub struct Deepening {
    limits: Limits,
    /// Of the role that asked last.
    table: Table,
    role: usize,
    nodes: u64,
    reached: u32,
    value: Option<f64>,
}

impl Deepening {
    /// A player within limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, table: Table::new(limits.memory()), role: 0, nodes: 0, reached: 0, value: None }
    }

    /// The depth of the deepest search that was completed for the last question.
    #[must_use]
    pub const fn reached(&self) -> u32 {
        self.reached
    }

    /// The value of the move that was chosen last, by that search.
    #[must_use]
    pub const fn value(&self) -> Option<f64> {
        self.value
    }

    fn search(&mut self, walk: &mut Walk<'_>, root: &Root, best: &mut Best<'_>) -> Result<(), Halt> {
        for depth in 1..=DEEPEST {
            let verdict = deepen(&mut Search::new(walk, &mut self.table, root.seats), root, depth, best)?;
            (self.reached, self.value) = (depth, Some(verdict.value));
            if verdict.whole {
                break;
            }
        }
        Ok(())
    }
}

fn deepen(search: &mut Search<'_, '_>, root: &Root, depth: u32, best: &mut Best<'_>) -> Result<Verdict, Halt> {
    if depth == 1 {
        return search.root(root, depth, |index| best.is(index));
    }
    // The best of some moves at this depth may be worse than the best of all moves at the one before.
    let verdict = search.root(root, depth, |_| ())?;
    best.is(verdict.index);
    Ok(verdict)
}

impl Chooser for Deepening {
    fn name(&self) -> &str {
        "minimaxid"
    }

    fn choose(&mut self, question: Question<'_>) -> Result<String, ChooseError> {
        // Values hold for any role, but who is indifferent does what is worst for the one that asks.
        if self.role != question.role {
            self.begin();
        }
        self.role = question.role;
        (self.reached, self.value) = (0, None);
        let most = self.limits.nodes();
        let (chosen, nodes) = answer(question, most, |walk, root, best| self.search(walk, root, best));
        self.nodes = nodes;
        chosen
    }

    fn begin(&mut self) {
        self.table.clear();
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
