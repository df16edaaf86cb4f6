//! Who watches a build: is told what it is at, and asked whether it is to go on.

use std::fmt;
use std::time::Duration;

/// What a build is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What is done, in a few words.
    pub name: &'static str,
    /// The time since it began.
    pub since: Duration,
}

impl Stage {
    /// A stage that begins now.
    #[must_use]
    pub const fn begin(name: &'static str) -> Self {
        Self { name, since: Duration::ZERO }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:.1} s", self.name, self.since.as_secs_f64())
    }
}

/// The caller's side of a build. The first two are called many times a second, all from any thread.
pub trait Watch: Sync {
    /// Whether to stop. Once true it stays true; then the programs that run are killed, with all their children.
    fn stopped(&self) -> bool {
        false
    }

    /// What the build is at: told when a stage begins, and again and again while it lasts.
    fn stage(&self, stage: Stage) {
        let _ = stage;
    }

    /// What a build has found out on its way: a line for people, without full stop.
    fn found(&self, what: &str) {
        let _ = what;
    }
}

/// Never stops, tells nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}
