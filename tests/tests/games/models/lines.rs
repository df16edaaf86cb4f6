//! Boards that fill with marks: tic-tac-toe for two and three, hex, connect four.

use super::{cells, goals, in_line, offset, turn};
use crate::games::count::{Game, Joint};
use std::collections::BTreeMap;

/// Marks by row and column, the number of the role that made it, and whose turn it is.
type Board = (Vec<Vec<Option<usize>>>, usize);

/// A square board on which the roles mark free cells in turn.
pub(crate) struct Marks {
    size: usize,
    roles: usize,
    /// What a mark and what waiting is called.
    action: (&'static str, &'static str),
    /// Whether a role has won.
    won: fn(&Board, usize) -> bool,
    /// The goal of all on a full board.
    draw: i64,
}

pub(crate) const TIC_TAC_TOE: Marks = Marks { size: 3, roles: 2, action: ("mark", "noop"), won: three, draw: 50 };
pub(crate) const THREE_WAY: Marks = Marks { size: 4, roles: 3, action: ("put", "wait"), won: three, draw: 33 };
pub(crate) const HEX: Marks = Marks { size: 5, roles: 2, action: ("place", "noop"), won: across, draw: 50 };

fn three((board, _): &Board, role: usize) -> bool {
    in_line(board.len(), board.len(), 3, |row, column| board[row][column] == Some(role))
}

/// Whether a role's stones reach from edge to edge: rows for role 0, columns for role 1.
fn across((board, _): &Board, role: usize) -> bool {
    let size = board.len();
    let own = |&(row, column): &(usize, usize)| board[row][column] == Some(role);
    let depth = |(row, column): (usize, usize)| if role == 0 { row } else { column };
    let mut reached: Vec<_> = cells(size, size).filter(|&cell| depth(cell) == 0).filter(own).collect();
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        let near = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
        for cell in near.into_iter().filter_map(|by| offset(from, by, size, size)).filter(own) {
            if !reached.contains(&cell) {
                reached.push(cell);
            }
        }
        next += 1;
    }
    reached.into_iter().any(|cell| depth(cell) == size - 1)
}

impl Game for Marks {
    type Position = Board;

    fn start(&mut self) -> Board {
        (vec![vec![None; self.size]; self.size], 0)
    }

    fn end(&mut self, at: &Board) -> Option<Vec<i64>> {
        let won: Vec<bool> = (0..self.roles).map(|role| (self.won)(at, role)).collect();
        let full = at.0.iter().flatten().all(Option::is_some);
        (won.contains(&true) || full).then(|| goals(&won, self.draw))
    }

    fn next(&mut self, (board, mover): &Board) -> BTreeMap<Joint, Board> {
        let free = cells(self.size, self.size).filter(|&(row, column)| board[row][column].is_none());
        let next = free.map(|(row, column)| {
            let mut after = board.clone();
            after[row][column] = Some(*mover);
            let action = format!("({} {} {})", self.action.0, row + 1, column + 1);
            (turn(*mover, self.roles, self.action.1, action), (after, (mover + 1) % self.roles))
        });
        next.collect()
    }
}

/// Connect four: discs by column, lowest first.
pub(crate) struct ConnectFour;

impl Game for ConnectFour {
    type Position = (Vec<Vec<usize>>, usize);

    fn start(&mut self) -> Self::Position {
        (vec![Vec::new(); 7], 0)
    }

    fn end(&mut self, (columns, _): &Self::Position) -> Option<Vec<i64>> {
        let won = [0, 1].map(|role| in_line(7, 6, 4, |column, height| columns[column].get(height) == Some(&role)));
        let full = columns.iter().all(|column| column.len() == 6);
        (won.contains(&true) || full).then(|| goals(&won, 50))
    }

    fn next(&mut self, (columns, mover): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let open = (0..7).filter(|&column| columns[column].len() < 6);
        let next = open.map(|column| {
            let mut after = columns.clone();
            after[column].push(*mover);
            (turn(*mover, 2, "noop", format!("(drop {})", column + 1)), (after, 1 - mover))
        });
        next.collect()
    }
}
