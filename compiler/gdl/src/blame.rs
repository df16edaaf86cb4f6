//! Whose fault it is that something was not done.

use crate::diagnostics::{Diagnostic, Severity};

/// Codes that say that a limit was reached.
const LIMITS: [&str; 5] = ["G007", "G201", "G202", "G506", "N002"];

/// Whose fault it is that something was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blame {
    /// The input's: a game, a job or an option is wrong.
    Input,
    /// Nobody's: a limit on time, memory or size was reached, or somebody stopped the work.
    Limit,
    /// A feature that is not there.
    Unsupported,
    /// The environment's: a tool, a file, a board or a processor.
    Environment,
    /// The program's: it contradicts itself.
    Bug,
}

impl Blame {
    /// The blame for errors among diagnostics: that of a limit only when all of them are limits.
    #[must_use]
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        if errors.all(|error| error.blame() == Self::Limit) { Self::Limit } else { Self::Input }
    }
}

impl Diagnostic {
    /// Whose fault it is: the game's, or that of a limit.
    #[must_use]
    pub fn blame(&self) -> Blame {
        if LIMITS.contains(&self.code) { Blame::Limit } else { Blame::Input }
    }
}
