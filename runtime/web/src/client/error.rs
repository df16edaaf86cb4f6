//! Why there is no answer.

use std::io;
use thiserror::Error;

/// Why there is no answer. What matches call a time-out is [`PostError::Late`] alone: all else is a connection error.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PostError {
    /// There was no connection.
    #[error("no connection: {0}")]
    Connect(String),
    /// The answer did not come in time.
    #[error("no answer in time")]
    Late,
    /// The connection broke, or what came is no HTTP.
    #[error("no answer: {0}")]
    Broken(String),
    /// The answer is longer than an answer can be.
    #[error("an answer of more than {0} bytes")]
    TooLong(usize),
    /// The other side says that something is wrong.
    #[error("status {0} in place of an answer")]
    Status(u16),
}

impl From<io::Error> for PostError {
    fn from(error: io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<hyper::Error> for PostError {
    fn from(error: hyper::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

/// Why a text is no address of a player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PeerError {
    /// Another protocol than HTTP, which this client does not speak.
    #[error("`{0}`: write http://host:port")]
    Protocol(String),
    /// No host, or characters that no host has.
    #[error("`{0}` names no host")]
    Host(String),
    /// No number of a port.
    #[error("`{0}` has no number of a port behind its colon")]
    Port(String),
}
