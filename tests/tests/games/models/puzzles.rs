//! Games of one role: lights, the eight puzzle, the knight's tour.

use super::{cells, offset};
use crate::games::count::{Game, Joint};
use std::collections::{BTreeMap, BTreeSet};

/// The next positions of a game of one role.
fn moves<P>(next: impl IntoIterator<Item = (String, P)>) -> BTreeMap<Joint, P> {
    next.into_iter().map(|(action, position)| (vec![action], position)).collect()
}

/// Two lights and two buttons.
pub(crate) struct TwoButtonLights;

impl Game for TwoButtonLights {
    type Position = [bool; 2];

    fn start(&mut self) -> [bool; 2] {
        [false, false]
    }

    fn end(&mut self, &lights: &[bool; 2]) -> Option<Vec<i64>> {
        (lights == [true, true]).then(|| vec![100])
    }

    fn next(&mut self, &[p, q]: &[bool; 2]) -> BTreeMap<Joint, [bool; 2]> {
        moves([("a".to_owned(), [!p, q]), ("b".to_owned(), [q, p])])
    }
}

/// Three lights, three buttons, six steps.
pub(crate) struct ButtonsAndLights;

impl Game for ButtonsAndLights {
    /// Lights, and presses so far.
    type Position = ([bool; 3], usize);

    fn start(&mut self) -> Self::Position {
        ([false; 3], 0)
    }

    fn end(&mut self, &(lights, step): &Self::Position) -> Option<Vec<i64>> {
        let lit = lights == [true; 3];
        (lit || step == 6).then(|| vec![if lit { 100 } else { 0 }])
    }

    fn next(&mut self, &([p, q, r], step): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let after = [("a", [!p, q, r]), ("b", [q, p, r]), ("c", [p, r, q])];
        moves(after.map(|(button, lights)| (button.to_owned(), (lights, step + 1))))
    }
}

/// Lights out on 3x3 lamps, in nine presses.
pub(crate) struct LightsOut;

impl Game for LightsOut {
    /// Lamps that are lit, and presses so far.
    type Position = (BTreeSet<(usize, usize)>, usize);

    fn start(&mut self) -> Self::Position {
        (BTreeSet::from([(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)]), 0)
    }

    fn end(&mut self, (lit, step): &Self::Position) -> Option<Vec<i64>> {
        (lit.is_empty() || *step == 9).then(|| vec![if lit.is_empty() { 100 } else { 0 }])
    }

    fn next(&mut self, (lit, step): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let press = |at: (usize, usize)| {
            let toggled = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().filter_map(|by| offset(at, by, 3, 3));
            let after = lit.symmetric_difference(&toggled.collect()).copied().collect();
            (format!("(press {} {})", at.0 + 1, at.1 + 1), (after, step + 1))
        };
        moves(cells(3, 3).map(press))
    }
}

/// The eight puzzle, in 31 steps.
pub(crate) struct EightPuzzle;

impl Game for EightPuzzle {
    /// Tiles by row, 0 for the gap, and steps so far.
    type Position = ([[u8; 3]; 3], usize);

    fn start(&mut self) -> Self::Position {
        ([[8, 7, 6], [0, 4, 1], [2, 5, 3]], 0)
    }

    fn end(&mut self, &(tiles, step): &Self::Position) -> Option<Vec<i64>> {
        let solved = tiles == [[1, 2, 3], [4, 5, 6], [7, 8, 0]];
        (solved || step == 31).then(|| vec![if solved { 100 } else { 0 }])
    }

    fn next(&mut self, &(tiles, step): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let gap = cells(3, 3).find(|&(row, column)| tiles[row][column] == 0).unwrap();
        let near = [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().filter_map(|by| offset(gap, by, 3, 3));
        moves(near.map(|(row, column)| {
            let mut after = tiles;
            after[gap.0][gap.1] = tiles[row][column];
            after[row][column] = 0;
            (format!("(slide {} {})", row + 1, column + 1), (after, step + 1))
        }))
    }
}

/// A knight's tour on 5x5 squares.
pub(crate) struct KnightsTour;

impl Game for KnightsTour {
    /// Squares it has been to, and where it is.
    type Position = (BTreeSet<(usize, usize)>, (usize, usize));

    fn start(&mut self) -> Self::Position {
        (BTreeSet::from([(0, 0)]), (0, 0))
    }

    fn end(&mut self, at: &Self::Position) -> Option<Vec<i64>> {
        let score = i64::try_from(4 * at.0.len()).unwrap();
        self.next(at).is_empty().then(|| vec![score])
    }

    fn next(&mut self, (seen, at): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let fresh = jumps.into_iter().filter_map(|by| offset(*at, by, 5, 5)).filter(|to| !seen.contains(to));
        moves(fresh.map(|to| {
            let mut after = seen.clone();
            after.insert(to);
            (format!("(to {} {})", to.0 + 1, to.1 + 1), (after, to))
        }))
    }
}
