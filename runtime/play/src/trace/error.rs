//! What can be wrong with a trace.

use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use std::io;
use thiserror::Error;

/// A trace could not be read. `line` counts from 1; 0 means the file itself.
#[derive(Debug, Error)]
#[error("{}", describe(self))]
pub struct TraceError {
    /// Line number, from 1; 0 before the first line.
    pub line: u64,
    /// What is wrong.
    #[source]
    pub kind: TraceErrorKind,
}

fn describe(error: &TraceError) -> String {
    if error.line == 0 { error.kind.to_string() } else { format!("line {}: {}", error.line, error.kind) }
}

/// The reasons, split by who is to blame: the file system, the file, its content.
#[derive(Debug, Error)]
pub enum TraceErrorKind {
    /// The operating system refused, or the gzip stream is damaged.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is longer than the bound.
    #[error(
        "longer than {limit} bytes; is this a trace? A line with its record takes memory: {}",
        Remedy::MoreMemoryForTraces
    )]
    TooLong {
        /// The bound in bytes.
        limit: usize,
    },
    /// Nothing but line ends comes.
    #[error("{lines} blank lines one after the other; is this a trace?")]
    Blank {
        /// How many.
        lines: u64,
    },
    /// The line is no JSON of the expected shape.
    #[error("not a line of a trace: {0}")]
    Json(#[from] serde_json::Error),
    /// The file ends before the header.
    #[error("empty: the header line is missing")]
    NoHeader,
    /// A member is missing that every line must have.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A role of the line is not in the header, or the other way round.
    #[error("`{field}` names other roles than the header")]
    Roles {
        /// The member.
        field: &'static str,
    },
    /// A list that must be sorted, each element once, is not.
    #[error("`{field}` is not sorted, or holds `{element}` twice")]
    Unsorted {
        /// The member.
        field: &'static str,
        /// The first element out of order.
        element: String,
    },
    /// One move or list of moves for all roles, in a trace that is not one of action rules.
    #[error(
        "`legal` and `move` must be given for each role; only traces with `\"language\":\"action-rules\"` share them"
    )]
    SharedLegal,
    /// A sentence of a trace of action rules that can't be read.
    #[error("`{0}` is no sentence in infix form")]
    Sentence(String),
}

impl TraceErrorKind {
    /// With the line it concerns.
    #[must_use]
    pub fn at(self, line: u64) -> TraceError {
        TraceError { line, kind: self }
    }
}

impl Remedied for TraceError {
    fn remedies(&self) -> Vec<Remedy> {
        match self.kind {
            TraceErrorKind::TooLong { .. } => vec![Remedy::MoreMemoryForTraces],
            _ => Vec::new(),
        }
    }
}
