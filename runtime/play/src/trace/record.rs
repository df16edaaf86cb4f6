//! What one line of a trace says.

/// The first line: which game was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Name of the game.
    pub game: String,
    /// The game's file, as the recorder named it; may be empty.
    pub file: String,
    /// Roles in declaration order.
    pub roles: Vec<String>,
    /// Recorded from action rules: sentences are in infix form, moves are those of the role in control. A reader gives
    /// records in the common form all the same.
    pub shared: bool,
}

/// One state of one playout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Line number in the file, from 1.
    pub line: u64,
    /// Playout, numbered by the recorder.
    pub playout: u64,
    /// Step within the playout, 0 for the initial state. Steps may be missing.
    pub step: u64,
    /// The facts that hold.
    pub state: State,
    /// The legal moves, `None` when they were not recorded.
    pub legal: Option<Legal>,
    /// Whether the state is terminal, `None` when it was not recorded.
    pub terminal: Option<bool>,
    /// The goal values, `None` when they were not recorded.
    pub goals: Option<Vec<Goals>>,
    /// The joint move to the next step, one move for each role in header order; `None` at the end.
    pub joint: Option<Vec<String>>,
    /// What each role sees of that joint move, sorted, in header order; `None` when it was not recorded.
    pub sees: Option<Vec<Vec<String>>>,
}

/// A state in full, or its digest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// Sorted facts without `true`.
    Facts(Vec<String>),
    /// Number of facts and [`super::state_digest`] of them.
    Digest(u64, String),
}

/// Legal moves in full, or their digest. Both in header order of the roles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Legal {
    /// For each role its sorted moves.
    Moves(Vec<Vec<String>>),
    /// For each role the number of its moves, and [`super::legal_digest`] of them all.
    Digest(Vec<u64>, String),
}

/// Goal values recorded for one role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goals {
    /// Exactly this value.
    One(i64),
    /// No value or more than one; which is not known.
    NotOne,
    /// Exactly these values, sorted.
    Values(Vec<i64>),
}

impl Goals {
    /// Whether `values` (sorted, each once) is what was recorded.
    #[must_use]
    pub fn matches(&self, values: &[i64]) -> bool {
        match self {
            Self::One(value) => values == [*value],
            Self::NotOne => values.len() != 1,
            Self::Values(expected) => values == expected,
        }
    }
}
