//! The parts of a record.

use gdl2hdl_play::trace::state_digest;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Longest text of an answer that is kept, in characters.
const MAX_GOT: usize = 1000;

/// A match, as it was played. Lists are in the order of the roles. Sentences are canonical texts in the words of the game,
/// also where it was scrambled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchRecord {
    /// Version of this format: 1.
    pub format: u32,
    /// The match.
    pub id: String,
    /// The game.
    pub game: GameOf,
    /// The roles in the order of the rules.
    pub roles: Vec<String>,
    /// Who played each role.
    pub players: Vec<String>,
    /// Time until the first move, in seconds.
    pub start_clock: u64,
    /// Time for each move, in seconds.
    pub play_clock: u64,
    /// Seed of the moves that the manager chose.
    pub seed: u64,
    /// How players were told what happened.
    pub dialect: Dialect,
    /// Whether the players saw other words.
    pub scrambled: bool,
    /// Answers to START.
    pub start: Vec<Reply>,
    /// All moves.
    pub steps: Vec<Step>,
    /// The state behind the last move.
    pub last: StateHash,
    /// How the match ended.
    pub end: End,
    /// The goal values of the last state; null where a role has none or several.
    pub values: Vec<Option<i64>>,
}

/// Which game was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameOf {
    /// Its name.
    pub name: String,
    /// SHA-256 of its text, in hex.
    pub sha256: String,
}

impl GameOf {
    /// A game by its name and text.
    #[must_use]
    pub fn new(name: &str, text: &str) -> Self {
        let hash = Sha256::digest(text.as_bytes());
        Self { name: name.to_owned(), sha256: hash.iter().map(|byte| format!("{byte:02x}")).collect() }
    }
}

/// How players are told what happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// GDL-I: all learn the last joint move.
    Moves,
    /// GDL-II in its old variant: each learns what it sees.
    Percepts,
    /// GDL-II in its new variant: each learns the number of the turn, its own move and what it sees.
    Numbered,
}

/// How a role answered. The role `random` is not asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// Time from the message to the answer, in milliseconds; null without an answer.
    pub millis: Option<u64>,
    /// What was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

/// What was wrong with an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// What came in place of the answer: its text, or why none came. Long texts are cut.
    pub got: String,
}

impl Fault {
    /// A fault with as much of the text as is kept.
    #[must_use]
    pub fn new(kind: FaultKind, got: &str) -> Self {
        Self { kind, got: got.chars().take(MAX_GOT).collect() }
    }
}

/// The kinds of faults, by the names that match servers have for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FaultKind {
    /// No answer in time.
    #[serde(rename = "TO")]
    Late,
    /// An answer that is no legal move.
    #[serde(rename = "IL")]
    Illegal,
    /// No connection, or one that broke.
    #[serde(rename = "CE")]
    Connection,
}

/// A joint move, and the state that it was made in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The state before the move.
    pub state: StateHash,
    /// The moves that were made.
    pub moves: Vec<String>,
    /// How the roles answered.
    pub replies: Vec<Reply>,
    /// What the roles saw of the move, each list sorted; missing in GDL-I.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sees: Option<Vec<Vec<String>>>,
}

/// What tells a state from others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StateHash {
    /// Number of facts that hold.
    pub facts: u64,
    /// [`state_digest`] of them.
    pub sha: String,
}

impl StateHash {
    /// The hash of sorted facts.
    #[must_use]
    pub fn of(facts: &[String]) -> Self {
        Self { facts: facts.len() as u64, sha: state_digest(facts) }
    }
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "how")]
pub enum End {
    /// It has not ended yet.
    Open,
    /// In a terminal state.
    Terminal,
    /// At the bound on moves.
    StepLimit,
    /// A role had no legal move.
    Stuck {
        /// The role.
        role: String,
    },
    /// Somebody ended it.
    Aborted,
    /// The rules could not be evaluated.
    Failed {
        /// Why.
        why: String,
    },
}
