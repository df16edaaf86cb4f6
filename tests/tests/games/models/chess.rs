//! Little chess: kings, rooks and pawns on five files and six ranks, with castling and taking in passing.

use super::{offset, turn};
use crate::games::count::{Game, Joint};
use std::collections::{BTreeMap, BTreeSet};

const FILES: usize = 5;
const RANKS: usize = 6;
/// Moves after which the game is over.
const LONGEST: usize = 39;
/// Where each role's king and rooks stand, where its pawns do, and which way these go.
const HOME: [usize; 2] = [0, RANKS - 1];
const PAWNS: [usize; 2] = [1, RANKS - 2];
const AHEAD: [isize; 2] = [1, -1];
const KING_FILE: usize = 2;
/// Name of a wing, file of its rook, file between.
const WINGS: [(&str, usize, usize); 2] = [("left", 0, 1), ("right", 4, 3)];

type Square = (usize, usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    King,
    Rook,
    Pawn,
}

/// A position with what of its history still matters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    board: BTreeMap<Square, (usize, Kind)>,
    mover: usize,
    made: usize,
    /// Squares of kings and rooks at the start that something left or came to.
    touched: BTreeSet<Square>,
    /// The square that a pawn has just run past.
    passed: Option<Square>,
}

/// The game.
pub(crate) struct LittleChess;

fn go(from: Square, by: (isize, isize)) -> Option<Square> {
    offset(from, by, FILES, RANKS)
}

fn matters((file, rank): Square) -> bool {
    HOME.contains(&rank) && (file == KING_FILE || WINGS.iter().any(|wing| wing.1 == file))
}

impl Position {
    fn side(&self, square: Square) -> Option<usize> {
        self.board.get(&square).map(|piece| piece.0)
    }

    /// Squares a rook sees, up to the first piece.
    fn lines(&self, from: Square) -> Vec<Square> {
        let mut seen = Vec::new();
        for by in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let mut here = go(from, by);
            while let Some(square) = here {
                seen.push(square);
                here = if self.side(square).is_none() { go(square, by) } else { None };
            }
        }
        seen
    }

    fn around(from: Square) -> Vec<Square> {
        let all = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
        all.filter(|by| *by != (0, 0)).filter_map(|by| go(from, by)).collect()
    }

    fn threatens(&self, role: usize, square: Square) -> bool {
        let aslant = |from| [-1, 1].into_iter().filter_map(move |x| go(from, (x, AHEAD[role]))).collect();
        self.board.iter().filter(|(_, piece)| piece.0 == role).any(|(&from, piece)| {
            let seen: Vec<Square> = match piece.1 {
                Kind::King => Self::around(from),
                Kind::Rook => self.lines(from),
                Kind::Pawn => aslant(from),
            };
            seen.contains(&square)
        })
    }

    /// Where the piece on a square can go.
    fn targets(&self, from: Square, kind: Kind) -> Vec<Square> {
        let role = self.mover;
        let mut found = match kind {
            Kind::King => Self::around(from),
            Kind::Rook => self.lines(from),
            Kind::Pawn => return self.pawn(from),
        };
        found.retain(|&square| self.side(square) != Some(role));
        found
    }

    fn pawn(&self, from: Square) -> Vec<Square> {
        let (role, ahead) = (self.mover, AHEAD[self.mover]);
        let free = |square: &Square| self.side(*square).is_none();
        let one = go(from, (0, ahead)).filter(free);
        let two = one.filter(|_| from.1 == PAWNS[role]).and_then(|square| go(square, (0, ahead))).filter(free);
        let aside = [-1, 1].into_iter().filter_map(|x| go(from, (x, ahead)));
        let taken = aside.filter(|&to| self.side(to) == Some(1 - role) || self.passed == Some(to));
        one.into_iter().chain(two).chain(taken).collect()
    }

    /// After a piece went from one square to another.
    fn after(&self, from: Square, to: Square) -> Self {
        let (role, kind) = self.board[&from];
        let mut next = self.done();
        next.board.remove(&from);
        if kind == Kind::Pawn {
            if self.passed == Some(to) && from.0 != to.0 {
                next.board.remove(&(to.0, from.1));
            }
            if from.0 == to.0 && from.1.abs_diff(to.1) == 2 {
                next.passed = go(from, (0, AHEAD[role]));
            }
        }
        let kind = if kind == Kind::Pawn && to.1 == HOME[1 - role] { Kind::Rook } else { kind };
        next.board.insert(to, (role, kind));
        next.touched.extend([from, to].into_iter().filter(|&square| matters(square)));
        next
    }

    /// The same with a move more made.
    fn done(&self) -> Self {
        Self { mover: 1 - self.mover, made: self.made + 1, passed: None, ..self.clone() }
    }

    fn castled(&self, (_, rook, between): (&str, usize, usize)) -> Option<Self> {
        let (role, rank) = (self.mover, HOME[self.mover]);
        let king = (KING_FILE, rank);
        let untouched = !self.touched.contains(&king) && !self.touched.contains(&(rook, rank));
        let safe = [KING_FILE, between, rook].iter().all(|&file| !self.threatens(1 - role, (file, rank)));
        if !untouched || !safe || self.side((between, rank)).is_some() {
            return None;
        }
        let mut next = self.done();
        next.board.remove(&king);
        next.board.insert((rook, rank), (role, Kind::King));
        next.board.insert((between, rank), (role, Kind::Rook));
        next.touched.insert(king);
        Some(next)
    }

    fn moves(&self) -> Vec<(Square, Square)> {
        let own = self.board.iter().filter(|(_, piece)| piece.0 == self.mover);
        own.flat_map(|(&from, &(_, kind))| self.targets(from, kind).into_iter().map(move |to| (from, to))).collect()
    }
}

impl Game for LittleChess {
    type Position = Position;

    fn start(&mut self) -> Position {
        let mut board = BTreeMap::new();
        for role in [0, 1] {
            board.insert((KING_FILE, HOME[role]), (role, Kind::King));
            board.extend(WINGS.iter().map(|wing| ((wing.1, HOME[role]), (role, Kind::Rook))));
            board.extend((0..FILES).map(|file| ((file, PAWNS[role]), (role, Kind::Pawn))));
        }
        Position { board, mover: 0, made: 0, touched: BTreeSet::new(), passed: None }
    }

    fn end(&mut self, at: &Position) -> Option<Vec<i64>> {
        let reigns = [0, 1].map(|role| at.board.values().any(|&piece| piece == (role, Kind::King)));
        match reigns {
            [true, true] => (at.made == LONGEST || at.moves().is_empty()).then(|| vec![50, 50]),
            [white, _] => Some(if white { vec![100, 0] } else { vec![0, 100] }),
        }
    }

    fn next(&mut self, at: &Position) -> BTreeMap<Joint, Position> {
        let name = |(file, rank): Square| format!("{} {}", char::from(b"abcde"[file]), rank + 1);
        let joint = |action| turn(at.mover, 2, "noop", action);
        let moves = at.moves().into_iter();
        let moves = moves.map(|(from, to)| (joint(format!("(move {} {})", name(from), name(to))), at.after(from, to)));
        let castles =
            WINGS.into_iter().filter_map(|wing| Some((joint(format!("(castle {})", wing.0)), at.castled(wing)?)));
        moves.chain(castles).collect()
    }
}
