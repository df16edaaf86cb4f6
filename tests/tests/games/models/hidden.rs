//! Games in which not all is seen: three doors, poker with three cards, tic-tac-toe without the other's marks. What is
//! seen is no part of these models: positions are those of who sees all.

use super::{cells, goals, in_line, turn};
use crate::games::count::{Game, Joint};
use std::collections::{BTreeMap, BTreeSet};

/// Three doors; role 0 is the host, who has no goal.
pub(crate) struct MontyHall;

impl Game for MontyHall {
    /// Steps made, and the doors of the car, of the candidate, and that the host opened.
    type Position = (usize, [usize; 3]);

    fn start(&mut self) -> Self::Position {
        (0, [0; 3])
    }

    fn end(&mut self, &(step, [car, chosen, _]): &Self::Position) -> Option<Vec<i64>> {
        (step == 4).then(|| vec![if car == chosen { 100 } else { 0 }])
    }

    fn next(&mut self, &(step, [car, chosen, opened]): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let doors = [1, 2, 3].into_iter();
        let by_host = |name: &str, door: usize| turn(0, 2, "noop", format!("({name} {door})"));
        let by_candidate = |action: String| turn(1, 2, "noop", action);
        match step {
            0 => doors.map(|door| (by_host("hide", door), (1, [door, 0, 0]))).collect(),
            1 => doors.map(|door| (by_candidate(format!("(choose {door})")), (2, [car, door, 0]))).collect(),
            2 => doors
                .filter(|&door| door != car && door != chosen)
                .map(|door| (by_host("open", door), (3, [car, chosen, door])))
                .collect(),
            _ => BTreeMap::from([
                (by_candidate("keep".to_owned()), (4, [car, chosen, opened])),
                (by_candidate("switch".to_owned()), (4, [car, 6 - chosen - opened, opened])),
            ]),
        }
    }
}

/// Poker with three cards; role 0 deals and has no goal.
pub(crate) struct OneCardPoker;

impl Game for OneCardPoker {
    /// Cards of ann and bob, and what was said since they were dealt.
    type Position = (Option<[usize; 2]>, Vec<&'static str>);

    fn start(&mut self) -> Self::Position {
        (None, Vec::new())
    }

    fn end(&mut self, (cards, said): &Self::Position) -> Option<Vec<i64>> {
        let (cards, last) = ((*cards)?, said.last()?);
        let (winner, big) = match (*last, said.len()) {
            // Who folds was bet against, so the other one has two chips and the loser one.
            ("fold", length) => (length % 2, false),
            ("call", _) => (usize::from(cards[1] > cards[0]), true),
            ("check", 2) => (usize::from(cards[1] > cards[0]), false),
            _ => return None,
        };
        let (win, lose) = if big { (100, 0) } else { (75, 25) };
        Some(if winner == 0 { vec![win, lose] } else { vec![lose, win] })
    }

    fn next(&mut self, (cards, said): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let names = ["jack", "queen", "king"];
        if cards.is_none() {
            let pairs = (0..9).map(|pair| [pair / 3, pair % 3]).filter(|[ann, bob]| ann != bob);
            let deal = |cards: [usize; 2]| format!("(deal {} {})", names[cards[0]], names[cards[1]]);
            return pairs.map(|cards| (turn(0, 3, "noop", deal(cards)), (Some(cards), Vec::new()))).collect();
        }
        let words = if said.last() == Some(&"bet") { ["call", "fold"] } else { ["check", "bet"] };
        let next = words.into_iter().map(|word| {
            let joint = turn(1 + said.len() % 2, 3, "noop", word.to_owned());
            (joint, (*cards, [&said[..], &[word]].concat()))
        });
        next.collect()
    }
}

/// Tic-tac-toe of which each sees the own marks only.
pub(crate) struct KriegTicTacToe;

impl Game for KriegTicTacToe {
    /// Marks, the cells where each met the other's, and whose turn it is.
    type Position = ([[Option<usize>; 3]; 3], [BTreeSet<(usize, usize)>; 2], usize);

    fn start(&mut self) -> Self::Position {
        ([[None; 3]; 3], [BTreeSet::new(), BTreeSet::new()], 0)
    }

    fn end(&mut self, (board, ..): &Self::Position) -> Option<Vec<i64>> {
        let won = [0, 1].map(|role| in_line(3, 3, 3, |row, column| board[row][column] == Some(role)));
        let full = board.iter().flatten().all(Option::is_some);
        (won.contains(&true) || full).then(|| goals(&won, 50))
    }

    fn next(&mut self, (board, met, mover): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let open = |&(row, column): &(usize, usize)| {
            board[row][column] != Some(*mover) && !met[*mover].contains(&(row, column))
        };
        let next = cells(3, 3).filter(open).map(|(row, column)| {
            let (mut board, mut met, mut next) = (*board, met.clone(), 1 - mover);
            if board[row][column].is_none() {
                board[row][column] = Some(*mover);
            } else {
                met[*mover].insert((row, column));
                next = *mover;
            }
            (turn(*mover, 2, "noop", format!("(try {} {})", row + 1, column + 1)), (board, met, next))
        });
        next.collect()
    }
}
