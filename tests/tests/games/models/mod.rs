//! The games once more, as programs that know nothing of their rule texts except what moves are called.

mod boards;
mod chance;
mod chess;
mod hidden;
mod lines;
mod pieces;
mod puzzles;
mod treasures;

pub(crate) use boards::{NineBoards, Pentago};
pub(crate) use chance::{DiceRace, Nim, RockPaperScissors, Tron};
pub(crate) use chess::LittleChess;
pub(crate) use hidden::{KriegTicTacToe, MontyHall, OneCardPoker};
pub(crate) use lines::{ConnectFour, HEX, THREE_WAY, TIC_TAC_TOE};
pub(crate) use pieces::{Breakthrough, Reversi};
pub(crate) use puzzles::{ButtonsAndLights, EightPuzzle, KnightsTour, LightsOut, TwoButtonLights};
pub(crate) use treasures::Treasures;

use crate::games::count::Joint;

/// The joint move where one role does something and the others are idle.
fn turn(mover: usize, roles: usize, idle: &str, action: String) -> Joint {
    let mut joint = vec![idle.to_owned(); roles];
    joint[mover] = action;
    joint
}

/// Goals where the roles in `won` win, and the others lose; `draw` for all when none wins or all do.
fn goals(won: &[bool], draw: i64) -> Vec<i64> {
    let decided = won.contains(&true) && won.contains(&false);
    won.iter()
        .map(|&won| {
            if !decided {
                draw
            } else if won {
                100
            } else {
                0
            }
        })
        .collect()
}

/// The cell some way from here, if it is on a board of `rows` by `columns`.
fn offset(from: (usize, usize), by: (isize, isize), rows: usize, columns: usize) -> Option<(usize, usize)> {
    let (row, column) = (from.0.checked_add_signed(by.0)?, from.1.checked_add_signed(by.1)?);
    (row < rows && column < columns).then_some((row, column))
}

/// All cells of a board, row by row.
fn cells(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// Whether `length` cells in a row, a column or a diagonal are all `held`.
fn in_line(rows: usize, columns: usize, length: usize, held: impl Fn(usize, usize) -> bool) -> bool {
    let from = |start: (usize, usize), by: (isize, isize)| {
        let mut cells = std::iter::successors(Some(start), |&cell| offset(cell, by, rows, columns)).take(length);
        let held = cells.by_ref().take_while(|&(row, column)| held(row, column)).count();
        held == length
    };
    cells(rows, columns).any(|start| [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|by| from(start, by)))
}
