//! Two divers and their pearls.

use super::{offset, turn};
use crate::games::count::{Game, Joint};
use std::collections::BTreeMap;

/// Rows and columns of the reef, and the turns until the divers are out of breath.
const REEF: usize = 5;
const TURNS: usize = 30;

pub(crate) struct Treasures;

/// Where the divers are, pearls and what they are worth, scores, turns made.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Reef {
    divers: [(usize, usize); 2],
    pearls: BTreeMap<(usize, usize), i64>,
    scores: [i64; 2],
    turns: usize,
}

impl Game for Treasures {
    type Position = Reef;

    fn start(&mut self) -> Reef {
        let pearls = [(1, 5, 20), (5, 1, 20), (3, 3, 30), (2, 4, 10), (4, 2, 10), (3, 1, 5), (3, 5, 5)];
        let pearls = pearls.map(|(row, column, worth)| ((row - 1, column - 1), worth)).into();
        Reef { divers: [(0, 0), (REEF - 1, REEF - 1)], pearls, scores: [0, 0], turns: 0 }
    }

    fn end(&mut self, reef: &Reef) -> Option<Vec<i64>> {
        (reef.pearls.is_empty() || reef.turns == TURNS).then(|| reef.scores.to_vec())
    }

    fn next(&mut self, reef: &Reef) -> BTreeMap<Joint, Reef> {
        let diver = reef.turns % 2;
        let near = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|by| offset(reef.divers[diver], by, REEF, REEF));
        let free = near.into_iter().flatten().filter(|rock| *rock != reef.divers[1 - diver]);
        let next = free.map(|rock| {
            let mut after = Reef { turns: reef.turns + 1, ..reef.clone() };
            after.divers[diver] = rock;
            after.scores[diver] += after.pearls.remove(&rock).unwrap_or(0);
            (turn(diver, 2, "noop", format!("(swim {} {})", rock.0 + 1, rock.1 + 1)), after)
        });
        next.collect()
    }
}
