//! What is to be thought about, and what comes of it.

use crate::message::News;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tells thinking on another thread that it is to end. All clones are one.
#[derive(Clone, Debug, Default)]
pub struct Cut(Arc<AtomicBool>);

impl Cut {
    /// Ends the thinking.
    pub fn cut(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether the thinking is to end.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// A match as a player takes it up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The match, as the manager spells it.
    pub id: String,
    /// The role to play, in lower case.
    pub role: String,
    /// The rules in prefix syntax, as they came.
    pub rules: Arc<str>,
    /// Time until the first PLAY.
    pub start_clock: Duration,
    /// Time for each move.
    pub play_clock: Duration,
    /// Arguments of START that only some managers send.
    pub more: Vec<String>,
}

/// Something to think about. Tasks are done in the order in which they come.
#[derive(Clone, Debug)]
pub struct Task {
    /// Number of the task: its thoughts are told by it.
    pub number: u64,
    /// What is to be done.
    pub what: What,
    /// Until when an answer is wanted, on the caller's clock. For [`What::Ponder`], [`What::Stop`] and [`What::Abort`]
    /// nobody waits.
    pub until: Option<Duration>,
    /// Says when thinking is to end, at the latest at `until`.
    pub cut: Cut,
}

/// The kinds of tasks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Take up a match. When it is done, the player is ready.
    Start(Setup),
    /// Take in what happened, and choose a move.
    Play(News),
    /// Think on while others do. It ends when it is cut.
    Ponder,
    /// The match came to its end.
    Stop(News),
    /// The match was given up.
    Abort,
    /// Look at rules before a match.
    Preview(Arc<str>),
}

/// What comes of a task. Sentences are canonical texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Thought {
    /// A move that is legal, and the best so far: the player has it in hand.
    Hand {
        /// The task.
        task: u64,
        /// The move.
        mv: String,
    },
    /// The task is done.
    Done {
        /// The task.
        task: u64,
        /// The move of a PLAY; `None` means the one in hand.
        mv: Option<String>,
    },
}
