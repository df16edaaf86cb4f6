//! Boards made of boards: nine tic-tac-toe boards, pentago.

use super::{cells, goals, in_line, turn};
use crate::games::count::{Game, Joint};
use std::collections::BTreeMap;

/// Three by three boards of three by three cells: board row, board column, row, column to the role that is there.
type Boards = BTreeMap<[usize; 4], usize>;

/// All cells, numbered from 1.
fn all(boards: usize) -> impl Iterator<Item = [usize; 4]> {
    let boards = cells(boards, boards);
    boards.flat_map(|(i, j)| cells(3, 3).map(move |(m, n)| [i + 1, j + 1, m + 1, n + 1]))
}

/// Tic-tac-toe on nine boards.
pub(crate) struct NineBoards;

impl Game for NineBoards {
    /// Marks, the board to play on (none at the start), whose turn it is.
    type Position = (Boards, Option<(usize, usize)>, usize);

    fn start(&mut self) -> Self::Position {
        (Boards::new(), None, 0)
    }

    fn end(&mut self, (marks, ..): &Self::Position) -> Option<Vec<i64>> {
        let line = |role, (i, j)| in_line(3, 3, 3, |m, n| marks.get(&[i + 1, j + 1, m + 1, n + 1]) == Some(&role));
        let won = [0, 1].map(|role| cells(3, 3).any(|board| line(role, board)));
        (won.contains(&true) || marks.len() == 81).then(|| goals(&won, 50))
    }

    fn next(&mut self, (marks, board, mover): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let free = |on: Option<(usize, usize)>| {
            let here = move |&[i, j, ..]: &[usize; 4]| on.is_none_or(|on| on == (i, j));
            all(3).filter(here).filter(|cell| !marks.contains_key(cell)).collect::<Vec<_>>()
        };
        let here = free(*board);
        let cells = if here.is_empty() { free(None) } else { here };
        let next = cells.into_iter().map(|cell| {
            let [i, j, m, n] = cell;
            let mut after = marks.clone();
            after.insert(cell, *mover);
            (turn(*mover, 2, "noop", format!("(place {i} {j} {m} {n})")), (after, Some((m, n)), 1 - mover))
        });
        next.collect()
    }
}

/// Pentago on four boards.
pub(crate) struct Pentago;

const QUADRANTS: [(&str, [usize; 2]); 4] = [("nw", [1, 1]), ("ne", [1, 2]), ("sw", [2, 1]), ("se", [2, 2])];

impl Game for Pentago {
    /// Marbles, whose turn it is, whether a quadrant is to be turned.
    type Position = (Boards, usize, bool);

    fn start(&mut self) -> Self::Position {
        (Boards::new(), 0, false)
    }

    fn end(&mut self, (marbles, _, turning): &Self::Position) -> Option<Vec<i64>> {
        let at = |row: usize, column: usize| marbles.get(&[row / 3 + 1, column / 3 + 1, row % 3 + 1, column % 3 + 1]);
        let won = [0, 1].map(|role| in_line(6, 6, 5, |row, column| at(row, column) == Some(&role)));
        let full = marbles.len() == 36 && !turning;
        (won.contains(&true) || full).then(|| goals(&won, 50))
    }

    fn next(&mut self, (marbles, mover, turning): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let name = |[i, j]: [usize; 2]| QUADRANTS.iter().find(|(_, at)| *at == [i, j]).unwrap().0;
        let put = |cell @ [i, j, m, n]: [usize; 4]| {
            let mut after = marbles.clone();
            after.insert(cell, *mover);
            (turn(*mover, 2, "noop", format!("(put {} {m} {n})", name([i, j]))), (after, *mover, true))
        };
        let rotated = |quadrant: [usize; 2], clockwise: bool| {
            let each = marbles.iter().map(|(&cell, &role)| match cell {
                [i, j, m, n] if [i, j] != quadrant => ([i, j, m, n], role),
                [i, j, m, n] if clockwise => ([i, j, n, 4 - m], role),
                [i, j, m, n] => ([i, j, 4 - n, m], role),
            });
            each.collect::<Boards>()
        };
        let rotate = |(name, quadrant): (&str, [usize; 2]), (way, clockwise): (&str, bool)| {
            let action = format!("(turn {name} {way})");
            (turn(*mover, 2, "noop", action), (rotated(quadrant, clockwise), 1 - mover, false))
        };
        if *turning {
            let ways = [("clockwise", true), ("anticlockwise", false)];
            QUADRANTS.into_iter().flat_map(|quadrant| ways.map(|way| rotate(quadrant, way))).collect()
        } else {
            all(2).filter(|cell| !marbles.contains_key(cell)).map(put).collect()
        }
    }
}
