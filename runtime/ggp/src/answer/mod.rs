//! Answers of a player, read and written.

mod info;

pub use info::{Info, Status};

use crate::sentence::{self, SentenceError};
use crate::tokens::{Token, Tokens};
use std::fmt;

/// What a player says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// To START: the match may begin. To PREVIEW as well.
    Ready,
    /// To PLAY: a move, in the words of the rules as they came.
    Move(String),
    /// To STOP.
    Done,
    /// To ABORT.
    Aborted,
    /// Another match is on.
    Busy,
    /// To INFO.
    Info(Info),
    /// To what can't be understood.
    Error,
}

impl fmt::Display for Answer {
    /// The text as it goes over the line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready => f.write_str("ready"),
            Self::Move(mv) => f.write_str(mv),
            Self::Done => f.write_str("done"),
            Self::Aborted => f.write_str("aborted"),
            Self::Busy => f.write_str("busy"),
            Self::Info(info) => info.fmt(f),
            Self::Error => f.write_str("error"),
        }
    }
}

/// The move in an answer to PLAY, as a canonical text.
///
/// # Errors
/// [`SentenceError`], when the answer holds none.
pub fn read_move(text: &str) -> Result<String, SentenceError> {
    sentence::canonical(text)
}

/// Whether an answer says this word, in any case, with or without parentheses.
#[must_use]
pub fn says(text: &str, word: &str) -> bool {
    let first = Tokens::new(text).find_map(|placed| match placed.token {
        Token::Word(first) => Some(first),
        _ => None,
    });
    first.is_some_and(|first| first.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_words_of_the_protocol() {
        for (answer, text) in [
            (Answer::Ready, "ready"),
            (Answer::Done, "done"),
            (Answer::Aborted, "aborted"),
            (Answer::Busy, "busy"),
            (Answer::Move("(Mark 1 1)".into()), "(Mark 1 1)"),
        ] {
            assert_eq!(answer.to_string(), text);
        }
    }

    #[test]
    fn words_are_heard_in_any_spelling() {
        for text in ["ready", "READY\r\n", "( Ready )", "ready to play"] {
            assert!(says(text, "ready"), "{text}");
        }
        assert!(!says("", "ready") && !says("busy", "ready") && !says("readyish", "ready"));
        assert_eq!(read_move("( MARK 1 1 )\n").as_deref(), Ok("(mark 1 1)"));
    }
}
