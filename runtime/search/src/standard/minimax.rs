//! Depth-first search.

use super::fold::Fold;
use super::joints::{Joints, Seats};
use super::question::Root;
use super::table::{Outcome, Table};
use super::walk::{Halt, Walk};

/// The greatest depth of a search. It bounds the memory of searches in games that need not end.
pub const DEEPEST: u32 = 500;

/// What a search found out about the moves of who asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    /// The best move.
    pub(super) index: usize,
    /// What it is worth.
    pub(super) value: f64,
    /// Whether all ends were seen, so that no deeper search finds more.
    pub(super) whole: bool,
}

/// A depth-first search.
pub(super) struct Search<'s, 'w> {
    walk: &'s mut Walk<'w>,
    table: &'s mut Table,
    seats: Seats,
}

impl<'s, 'w> Search<'s, 'w> {
    /// A search that uses what the table knows of the same game and of the same role.
    pub(super) fn new(walk: &'s mut Walk<'w>, table: &'s mut Table, seats: Seats) -> Self {
        Self { walk, table, seats }
    }

    /// Judges all moves of who asks, in order. Says the best so far each time it changes.
    pub(super) fn root(&mut self, root: &Root, depth: u32, mut better: impl FnMut(usize)) -> Result<Verdict, Halt> {
        let joints = Joints::new(&root.moves, self.seats);
        let mut best = Verdict { index: 0, value: f64::NEG_INFINITY, whole: true };
        for mine in 0..root.moves[self.seats.me].len() {
            let mut whole = true;
            let value = joints.rate(mine, |joint| {
                self.walk.child(&root.facts, &joints.moves(&root.moves, joint))?;
                let outcome = self.state(depth.saturating_sub(1))?;
                whole &= outcome.height.is_some();
                Ok::<_, Halt>(outcome.values[self.seats.me])
            })?;
            best.whole &= whole;
            if value > best.value {
                (best.index, best.value) = (mine, value);
                better(mine);
            }
        }
        Ok(best)
    }

    /// Judges the state that the engine is in. Leaves it in another one.
    fn state(&mut self, depth: u32) -> Result<Outcome, Halt> {
        if self.walk.terminal()? {
            return self.end(Some(0));
        }
        if depth == 0 {
            return self.end(None);
        }
        let facts = self.walk.facts()?;
        let state = facts.join("\n").into_boxed_str();
        if let Some(found) = self.table.find(&state, depth) {
            return Ok(found.clone());
        }
        let Some(moves) = self.walk.moves()? else { return self.end(Some(0)) };
        let outcome = self.children(&facts, &moves, depth - 1)?;
        self.table.keep(state, depth, &outcome);
        Ok(outcome)
    }

    /// Takes the goals of the state for its values.
    fn end(&mut self, height: Option<u32>) -> Result<Outcome, Halt> {
        Ok(Outcome { values: self.walk.goals()?, height })
    }

    fn children(&mut self, facts: &[String], moves: &[Vec<String>], depth: u32) -> Result<Outcome, Halt> {
        let joints = Joints::new(moves, self.seats);
        let mut fold = Fold::new(&joints);
        let mut height = Some(1);
        for joint in 0..joints.len() {
            self.walk.child(facts, &joints.moves(moves, joint))?;
            let outcome = self.state(depth)?;
            fold.add(&outcome.values);
            height = height.zip(outcome.height).map(|(most, height)| most.max(height + 1));
        }
        Ok(Outcome { values: fold.values(), height })
    }
}
