//! What all searches share about a question: the move in hand, and the way home.

use super::joints::Seats;
use super::walk::{Halt, Walk};
use crate::chooser::{ChooseError, Question};

/// The state that is asked about.
pub(super) struct Root {
    /// Its facts.
    pub(super) facts: Vec<String>,
    /// The legal moves of each role.
    pub(super) moves: Vec<Vec<String>>,
    /// Who asks, and who is nature.
    pub(super) seats: Seats,
}

/// The move in hand.
pub(super) struct Best<'a> {
    moves: &'a [String],
    index: usize,
    better: &'a mut dyn FnMut(&str),
}

impl Best<'_> {
    /// Takes another move in hand, and says so.
    pub(super) fn is(&mut self, index: usize) {
        if index != self.index {
            self.index = index;
            (self.better)(&self.moves[index]);
        }
    }
}

/// An answer and the number of states that were visited for it.
pub(super) type Answer = (Result<String, ChooseError>, u64);

/// Answers a question by a search that visits at most so many states. The engine is brought back to the state it was in,
/// however the search ends.
pub(super) fn answer<S>(question: Question<'_>, most: u64, search: S) -> Answer
where
    S: FnOnce(&mut Walk<'_>, &Root, &mut Best<'_>) -> Result<(), Halt>,
{
    let Question { engine, role, observer, better } = question;
    let mut moves = match engine.legal(role) {
        Ok(moves) => moves,
        Err(error) => return (Err(error.into()), 0),
    };
    let Some(first) = moves.first() else { return (Err(ChooseError::NoMove(role)), 0) };
    better(first);
    let mut best = Best { moves: &moves, index: 0, better };
    let mut walk = Walk::new(engine, observer, most);
    let searched = if moves.len() > 1 { think(&mut walk, role, &mut best, search) } else { Ok(()) };
    let (index, nodes) = (best.index, walk.nodes());
    match searched {
        Err(Halt::Failed(error)) => (Err(error.into()), nodes),
        Ok(()) | Err(Halt::Stopped) => (Ok(moves.swap_remove(index)), nodes),
    }
}

/// Searches, and goes back to where it was.
fn think<S>(walk: &mut Walk<'_>, me: usize, best: &mut Best<'_>, search: S) -> Result<(), Halt>
where
    S: FnOnce(&mut Walk<'_>, &Root, &mut Best<'_>) -> Result<(), Halt>,
{
    // No joint move can be made where somebody has none: nothing is to be found out.
    let Some(moves) = walk.moves()? else { return Ok(()) };
    let root = Root { facts: walk.facts()?, moves, seats: Seats::new(walk.roles(), me) };
    let searched = search(walk, &root, best);
    // A way home that is barred is worse news than that time is over.
    walk.load(&root.facts).and(searched)
}
