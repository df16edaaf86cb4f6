//! What can be wrong with a board's file, or with a board's name.

use thiserror::Error;

/// A board that can't be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardFileError {
    /// The file is longer than any board needs.
    #[error("a board's file may have {max} bytes, this one has {bytes}", max = super::MAX_BYTES)]
    TooLong {
        /// Bytes in the file.
        bytes: usize,
    },
    /// The text is no TOML, or its fields are not those of a board.
    #[error("line {line}: {message}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// What is wrong, on one line.
        message: String,
    },
    /// A field has a value that makes no sense.
    #[error("{field}: {reason}")]
    Field {
        /// The field, with the table it is in.
        field: String,
        /// What is wrong.
        reason: String,
    },
    /// There is no board of this name.
    #[error("there is no board `{name}`; known are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// All names, separated by commas.
        known: String,
    },
    /// A built-in board's file is broken: a bug.
    #[error("the built-in board `{name}` is broken: {error}")]
    BuiltIn {
        /// The board.
        name: &'static str,
        /// What is wrong.
        error: Box<BoardFileError>,
    },
}
