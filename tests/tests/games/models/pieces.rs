//! Pieces that move or turn: breakthrough, reversi.

use super::{cells, goals, offset, turn};
use crate::games::count::{Game, Joint};
use std::collections::BTreeMap;

/// Pieces by place, the number of the role each belongs to, and whose turn it is.
type Board = (BTreeMap<(usize, usize), usize>, usize);

/// Breakthrough on a square board of this size; places are column and row.
pub(crate) struct Breakthrough(pub(crate) usize);

impl Game for Breakthrough {
    type Position = Board;

    fn start(&mut self) -> Board {
        let size = self.0;
        let side = |row| if row < 2 { Some(0) } else { (row >= size - 2).then_some(1) };
        (cells(size, size).filter_map(|(column, row)| Some(((column, row), side(row)?))).collect(), 0)
    }

    fn end(&mut self, (pawns, _): &Board) -> Option<Vec<i64>> {
        let far = [self.0 - 1, 0];
        let won = [0, 1].map(|role| {
            let through = pawns.iter().any(|(&(_, row), &side)| side == role && row == far[role]);
            through || pawns.values().all(|&side| side == role)
        });
        won.contains(&true).then(|| goals(&won, 50))
    }

    fn next(&mut self, (pawns, mover): &Board) -> BTreeMap<Joint, Board> {
        let ahead = [1, -1][*mover];
        let mut next = BTreeMap::new();
        for (&from, _) in pawns.iter().filter(|(_, side)| *side == mover) {
            for aside in [-1, 0, 1] {
                let Some(to) = offset(from, (aside, ahead), self.0, self.0) else { continue };
                let there = pawns.get(&to);
                if there == Some(mover) || aside == 0 && there.is_some() {
                    continue;
                }
                let mut after = pawns.clone();
                after.remove(&from);
                after.insert(to, *mover);
                let action = format!("(move {} {} {} {})", from.0 + 1, from.1 + 1, to.0 + 1, to.1 + 1);
                next.insert(turn(*mover, 2, "noop", action), (after, 1 - mover));
            }
        }
        next
    }
}

/// Reversi; places are row and column.
pub(crate) struct Reversi;

/// The discs that a role's disc here would turn.
fn turned(discs: &BTreeMap<(usize, usize), usize>, role: usize, here: (usize, usize)) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    if discs.contains_key(&here) {
        return all;
    }
    for by in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        let mut line = Vec::new();
        let mut place = offset(here, by, 8, 8);
        while let Some(other) = place.filter(|place| discs.get(place) == Some(&(1 - role))) {
            line.push(other);
            place = offset(other, by, 8, 8);
        }
        if place.is_some_and(|place| discs.get(&place) == Some(&role)) {
            all.append(&mut line);
        }
    }
    all
}

impl Game for Reversi {
    type Position = Board;

    fn start(&mut self) -> Board {
        (BTreeMap::from([((3, 3), 1), ((3, 4), 0), ((4, 3), 0), ((4, 4), 1)]), 0)
    }

    fn end(&mut self, (discs, _): &Board) -> Option<Vec<i64>> {
        let mobile = |role| cells(8, 8).any(|place| !turned(discs, role, place).is_empty());
        let number = |role| discs.values().filter(|&&disc| disc == role).count();
        let won = [number(0) > number(1), number(1) > number(0)];
        (!mobile(0) && !mobile(1)).then(|| goals(&won, 50))
    }

    fn next(&mut self, (discs, mover): &Board) -> BTreeMap<Joint, Board> {
        let mut next = BTreeMap::new();
        for (row, column) in cells(8, 8) {
            let turned = turned(discs, *mover, (row, column));
            if !turned.is_empty() {
                let mut after = discs.clone();
                after.extend(turned.into_iter().chain([(row, column)]).map(|place| (place, *mover)));
                let action = format!("(place {} {})", row + 1, column + 1);
                next.insert(turn(*mover, 2, "noop", action), (after, 1 - mover));
            }
        }
        if next.is_empty() {
            next.insert(turn(*mover, 2, "noop", "pass".to_owned()), (discs.clone(), 1 - mover));
        }
        next
    }
}
