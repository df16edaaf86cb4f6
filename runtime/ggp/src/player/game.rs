//! A match as far as the player's machine knows it.

use super::task::Setup;
use crate::message::{Name, News, Start};
use crate::rules::{Outline, Spellings};
use std::sync::Arc;
use std::time::Duration;

/// How a manager tells what happened. One match has one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variant {
    /// GDL-I: the last joint move.
    Moves,
    /// GDL-II, old: percepts.
    Percepts,
    /// GDL-II, new: number, own move, percepts.
    Numbered,
}

/// What a PLAY is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judged {
    /// The next turn.
    Next,
    /// The last turn once more.
    Again,
    /// Something that does not follow, and why.
    Wrong(&'static str),
}

pub(super) struct Game {
    pub(super) id: Name,
    role: Name,
    pub(super) rules: Arc<str>,
    pub(super) start_clock: Duration,
    pub(super) play_clock: Duration,
    pub(super) spellings: Spellings,
    outline: Outline,
    variant: Option<Variant>,
    /// Turns that were taken in.
    turns: u64,
    /// When the last message of the match came.
    pub(super) heard: Duration,
}

impl Game {
    /// A match that begins, and what the mind is told of it.
    pub(super) fn new(start: Start, now: Duration) -> (Self, Setup) {
        let Start { id, role, rules, start_clock, play_clock, more } = start;
        let rules: Arc<str> = rules.into();
        let setup = Setup {
            id: id.text().to_owned(),
            role: role.folded().to_owned(),
            rules: Arc::clone(&rules),
            start_clock,
            play_clock,
            more,
        };
        let (spellings, outline) = (Spellings::of(&rules), Outline::of(&rules));
        let game =
            Self { id, role, rules, start_clock, play_clock, spellings, outline, variant: None, turns: 0, heard: now };
        (game, setup)
    }

    /// Whether a START begins this match once more.
    pub(super) fn is_begun_by(&self, start: &Start) -> bool {
        self.id == start.id && self.role == start.role && *self.rules == *start.rules
    }

    /// When no manager can be waiting any more, if nothing comes before: after its longest clock and some time more.
    pub(super) fn stale(&self, patience: Duration) -> Duration {
        let longest = self.start_clock.max(self.play_clock);
        self.heard.saturating_add(longest).saturating_add(patience)
    }

    /// Whether a PLAY was taken in.
    pub(super) fn is_played(&self) -> bool {
        self.turns > 0
    }

    /// Tells what a PLAY is, and counts it when it is the next turn.
    pub(super) fn judge(&mut self, news: &News) -> Judged {
        let judged = match (news, self.variant) {
            (News::Numbered { .. }, None) | (News::Listed(_), None) if !news.is_first() && !self.is_percepts(news) => {
                Judged::Wrong("the first PLAY of a match tells of moves before it")
            }
            (News::Listed(moves), None | Some(Variant::Moves)) if !self.outline.sees => self.judge_moves(moves),
            (News::Listed(_), None | Some(Variant::Percepts)) => Judged::Next,
            (News::Numbered { turn, .. }, None | Some(Variant::Numbered)) => self.judge_number(*turn),
            _ => Judged::Wrong("PLAY changes its number of arguments in the middle of a match"),
        };
        if judged == Judged::Next {
            self.turns += 1;
            self.variant = self.variant.or(Some(self.variant_of(news)));
        }
        judged
    }

    fn variant_of(&self, news: &News) -> Variant {
        match news {
            News::Numbered { .. } => Variant::Numbered,
            News::Listed(_) if self.outline.sees => Variant::Percepts,
            News::Listed(_) => Variant::Moves,
        }
    }

    /// Percepts may come at any time.
    fn is_percepts(&self, news: &News) -> bool {
        self.variant_of(news) == Variant::Percepts
    }

    fn judge_moves(&self, moves: &[String]) -> Judged {
        match (self.turns, moves.len()) {
            (0, _) => Judged::Next,
            (1, 0) => Judged::Again,
            (_, 0) => Judged::Wrong("PLAY without the last moves in the middle of a match"),
            (_, got) => match &self.outline.roles {
                Some(roles) if !roles.is_empty() && roles.len() != got => {
                    Judged::Wrong("PLAY has another number of moves than the game has roles")
                }
                _ => Judged::Next,
            },
        }
    }

    fn judge_number(&self, turn: u64) -> Judged {
        if turn == self.turns {
            Judged::Next
        } else if turn.checked_add(1) == Some(self.turns) {
            Judged::Again
        } else {
            Judged::Wrong("PLAY leaves turns out")
        }
    }
}
