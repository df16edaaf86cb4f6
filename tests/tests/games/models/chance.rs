//! Heaps, dice, and both at once: nim, the race, rock paper scissors, tron.

use super::{goals, offset, turn};
use crate::games::count::{Game, Joint, joint_moves};
use std::collections::{BTreeMap, BTreeSet};

/// Nim with heaps of 1, 3, 4 and 5.
pub(crate) struct Nim;

impl Game for Nim {
    /// Heaps, and whose turn it is.
    type Position = ([usize; 4], usize);

    fn start(&mut self) -> Self::Position {
        ([1, 3, 4, 5], 0)
    }

    fn end(&mut self, (heaps, mover): &Self::Position) -> Option<Vec<i64>> {
        (*heaps == [0; 4]).then(|| goals(&[*mover == 1, *mover == 0], 50))
    }

    fn next(&mut self, (heaps, mover): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let takes = heaps.iter().enumerate().flat_map(|(heap, &size)| (1..=size).map(move |number| (heap, number)));
        let next = takes.map(|(heap, number)| {
            let mut after = *heaps;
            after[heap] -= number;
            let action = format!("(take {} {number})", ["a", "b", "c", "d"][heap]);
            (turn(*mover, 2, "wait", action), (after, 1 - mover))
        });
        next.collect()
    }
}

/// The race with dice; role 0 rolls.
pub(crate) struct DiceRace;

impl Game for DiceRace {
    /// Where both are, and whose turn it is.
    type Position = ([usize; 2], usize);

    fn start(&mut self) -> Self::Position {
        ([0, 0], 0)
    }

    fn end(&mut self, (places, _): &Self::Position) -> Option<Vec<i64>> {
        let home = places.map(|place| place == 12);
        home.contains(&true).then(|| [vec![50], goals(&home, 50)].concat())
    }

    fn next(&mut self, (places, mover): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let ways = [("walk", [1, 2, 3]), ("leap", [0, 4, 6])];
        let next = ways.into_iter().flat_map(|(way, distances)| {
            (0..3).map(move |face| {
                let mut after = *places;
                after[*mover] = (after[*mover] + distances[face]).min(12);
                let mut joint = turn(mover + 1, 3, "noop", way.to_owned());
                joint[0] = format!("(roll {})", face + 1);
                (joint, (after, 1 - mover))
            })
        });
        next.collect()
    }
}

/// Rock, paper, scissors for five rounds.
pub(crate) struct RockPaperScissors;

impl Game for RockPaperScissors {
    /// Rounds played, and won by either.
    type Position = (usize, [usize; 2]);

    fn start(&mut self) -> Self::Position {
        (0, [0, 0])
    }

    fn end(&mut self, &(round, [left, right]): &Self::Position) -> Option<Vec<i64>> {
        (round == 5).then(|| goals(&[left > right, right > left], 50))
    }

    fn next(&mut self, &(round, wins): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        // Each beats the one before it.
        let shapes = ["rock", "paper", "scissors"];
        let next = (0..9).map(|number| {
            let (left, right) = (number / 3, number % 3);
            let mut after = wins;
            match (left + 3 - right) % 3 {
                1 => after[0] += 1,
                2 => after[1] += 1,
                _ => {}
            }
            ([left, right].map(|shape| format!("(show {})", shapes[shape])).to_vec(), (round + 1, after))
        });
        next.collect()
    }
}

/// Tron on 6x6 cells.
pub(crate) struct Tron;

impl Game for Tron {
    /// Walls, and for each role where it is, unless it has crashed.
    type Position = (BTreeSet<(usize, usize)>, [Option<(usize, usize)>; 2]);

    fn start(&mut self) -> Self::Position {
        (BTreeSet::new(), [Some((1, 1)), Some((4, 4))])
    }

    fn end(&mut self, (_, heads): &Self::Position) -> Option<Vec<i64>> {
        let alive = heads.map(|head| head.is_some());
        alive.contains(&false).then(|| goals(&alive, 50))
    }

    fn next(&mut self, (walls, heads): &Self::Position) -> BTreeMap<Joint, Self::Position> {
        let directions = [("east", (1, 0)), ("west", (-1, 0)), ("north", (0, 1)), ("south", (0, -1))];
        let mut after = walls.clone();
        after.extend(heads.iter().flatten());
        let names: Vec<String> = directions.iter().map(|(name, _)| format!("(go {name})")).collect();
        let by = |action: &str| directions.iter().find(|(name, _)| action == format!("(go {name})")).unwrap().1;
        let next = joint_moves(&[names.clone(), names]).into_iter().map(|joint| {
            let to = [0, 1].map(|role| offset(heads[role]?, by(&joint[role]), 6, 6).filter(|to| !after.contains(to)));
            let to = if to[0] == to[1] { [None, None] } else { to };
            (joint, (after.clone(), to))
        });
        next.collect()
    }
}
