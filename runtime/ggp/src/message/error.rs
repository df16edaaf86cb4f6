//! Why a text is no message.

use crate::sentence::SentenceError;
use thiserror::Error;

/// Why a text is no message. The texts name no part of what came, which may be long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MessageError {
    /// The text is longer than [`super::MAX_MESSAGE_BYTES`].
    #[error("a message of {0} bytes is longer than the bound")]
    TooLong(usize),
    /// The text holds no list that begins with the word of a message.
    #[error("no message: neither INFO, START, PLAY, STOP, ABORT nor PREVIEW")]
    Unknown,
    /// The parentheses do not match.
    #[error("the parentheses of the message do not match")]
    Parentheses,
    /// The message has another number of arguments than its kind allows.
    #[error("{kind} with {got} arguments")]
    Arguments {
        /// The kind of message.
        kind: &'static str,
        /// The number of arguments that came.
        got: usize,
    },
    /// The message has more arguments than any kind of message.
    #[error("{kind} with too many arguments")]
    TooMany {
        /// The kind of message.
        kind: &'static str,
    },
    /// An argument is not what stands at its place.
    #[error("{kind}: no {what} where one must stand")]
    Argument {
        /// The kind of message.
        kind: &'static str,
        /// What was expected.
        what: &'static str,
    },
    /// A move or percept can't be read.
    #[error("{kind}: {source}")]
    Sentence {
        /// The kind of message.
        kind: &'static str,
        /// Why.
        source: SentenceError,
    },
}
