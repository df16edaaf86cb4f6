//! Messages of a manager to a player, read and written.
//!
//! Words compare without case. Both variants of GDL-II are read; which one a match speaks is for the player to tell.

mod error;
mod name;
mod read;
mod write;

pub use error::MessageError;
pub use name::Name;
pub use read::{MAX_MESSAGE_BYTES, read};

use std::time::Duration;

/// What a manager says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Asks who the player is, and whether it is free. `PING` is the same.
    Info,
    /// Begins a match.
    Start(Start),
    /// Asks for the next move.
    Play(Turn),
    /// Ends a match that came to its end.
    Stop(Turn),
    /// Ends a match before its end.
    Abort {
        /// The match.
        id: Name,
    },
    /// Shows rules before a match.
    Preview {
        /// The rules in prefix syntax, without the parentheses around them.
        rules: String,
        /// Time to look at them.
        clock: Duration,
    },
}

/// The beginning of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The match.
    pub id: Name,
    /// The role of the player.
    pub role: Name,
    /// The rules in prefix syntax, without the parentheses around them, as they came.
    pub rules: String,
    /// Time until the first PLAY. Whole seconds on the line.
    pub start_clock: Duration,
    /// Time for each move. Whole seconds on the line.
    pub play_clock: Duration,
    /// Arguments that only some managers send, as they came.
    pub more: Vec<String>,
}

/// PLAY and STOP: a match and what happened in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The match.
    pub id: Name,
    /// What happened since the message before.
    pub news: News,
}

/// What happened in a match, by the number of arguments. Sentences are canonical texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// One list: the last joint move in GDL-I, the percepts in the old variant of GDL-II. The first PLAY has none.
    Listed(Vec<String>),
    /// The new variant of GDL-II.
    Numbered {
        /// Number of moves that were made before.
        turn: u64,
        /// The player's own last move, as the manager counts it; `None` before the first.
        last: Option<String>,
        /// What the player sees.
        percepts: Vec<String>,
    },
}

impl News {
    /// Whether this can be the first PLAY of a match.
    #[must_use]
    pub fn is_first(&self) -> bool {
        match self {
            Self::Listed(sentences) => sentences.is_empty(),
            Self::Numbered { turn, last, .. } => *turn == 0 && last.is_none(),
        }
    }
}

#[cfg(test)]
mod tests;
