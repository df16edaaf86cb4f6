//! Who is told what happens.

use std::sync::Arc;

/// What a line tells of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Told {
    /// A message and its answer.
    Message,
    /// How the work goes on.
    Note,
    /// Something is wrong.
    Warning,
}

/// Is told what happens, a line each, on any thread. It must not wait.
pub type Log = Arc<dyn Fn(Told, &str) + Send + Sync>;
