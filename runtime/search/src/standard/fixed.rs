//! The players that search to a depth that is known before.

use super::minimax::{DEEPEST, Search};
use super::options::Limits;
use super::question::answer;
use super::table::Table;
use crate::chooser::{ChooseError, Chooser, Question};

/// Depth of `minimaxdepth` where none is said.
const DEPTH: u32 = 4;

/// Searches to a depth: `onestep`, `twostep`, `minimaxdepth`, and `minimax`, to the end of the game.
pub struct Minimax {
    name: &'static str,
    depth: u32,
    limits: Limits,
    /// Of the role that asked last.
    table: Table,
    role: usize,
    nodes: u64,
    value: Option<f64>,
}

impl Minimax {
    fn new(name: &'static str, depth: u32, limits: Limits) -> Self {
        let depth = depth.clamp(1, DEEPEST);
        Self { name, depth, limits, table: Table::new(limits.memory()), role: 0, nodes: 0, value: None }
    }

    /// Compares the states one step on.
    #[must_use]
    pub fn one_step(limits: Limits) -> Self {
        Self::new("onestep", 1, limits)
    }

    /// Compares the states two steps on.
    #[must_use]
    pub fn two_steps(limits: Limits) -> Self {
        Self::new("twostep", 2, limits)
    }

    /// Searches to the end of the game, or [`DEEPEST`] steps deep.
    #[must_use]
    pub fn whole(limits: Limits) -> Self {
        Self::new("minimax", DEEPEST, limits)
    }

    /// Searches to a depth between 1 and [`DEEPEST`]; 4 where none is given.
    #[must_use]
    pub fn depth(depth: Option<u32>, limits: Limits) -> Self {
        Self::new("minimaxdepth", depth.unwrap_or(DEPTH), limits)
    }

    /// The value of the move that was chosen last; `None` where the search did not end.
    #[must_use]
    pub const fn value(&self) -> Option<f64> {
        self.value
    }
}

impl Chooser for Minimax {
    fn name(&self) -> &str {
        self.name
    }

    fn choose(&mut self, question: Question<'_>) -> Result<String, ChooseError> {
        // Values hold for any role, but who is indifferent does what is worst for the one that asks.
        if self.role != question.role {
            self.begin();
        }
        self.role = question.role;
        let (table, depth) = (&mut self.table, self.depth);
        let mut value = None;
        let (chosen, nodes) = answer(question, self.limits.nodes(), |walk, root, best| {
            let mut search = Search::new(walk, table, root.seats);
            value = Some(search.root(root, depth, |index| best.is(index))?.value);
            Ok(())
        });
        (self.nodes, self.value) = (nodes, value);
        chosen
    }

    fn begin(&mut self) {
        self.table.clear();
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
