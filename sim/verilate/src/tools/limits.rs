//! Bounds for the external programs, and the clock that runs while they work.

use std::fmt;
use std::time::{Duration, Instant};

use crate::{Observer, SimError, Stage, Unobserved};

/// Bounds for one piece of work: one model built, one netlist made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToolLimits {
    /// Wall time of all programs of one piece of work together.
    pub time: Duration,
    /// Address space of each program, in bytes; `None` for no bound.
    pub memory: Option<u64>,
}

impl Default for ToolLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(600), memory: Some(8 << 30) }
    }
}

impl fmt::Display for ToolLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.time)?;
        match self.memory {
            Some(bytes) => write!(f, " and {} MiB of memory", bytes >> 20),
            None => Ok(()),
        }
    }
}

impl ToolLimits {
    /// Starts the clock; nobody observes.
    pub(crate) fn start(self) -> Budget<'static> {
        self.observed(&Unobserved)
    }

    /// Starts the clock.
    pub(crate) fn observed(self, observer: &dyn Observer) -> Budget<'_> {
        let now = Instant::now();
        Budget { limits: self, end: now.checked_add(self.time), observer, stage: "", since: now }
    }
}

/// Limits with the clock running, and the observer.
#[derive(Clone, Copy)]
pub(crate) struct Budget<'w> {
    pub(super) limits: ToolLimits,
    /// `None` when the time allowed is longer than clocks can say.
    end: Option<Instant>,
    observer: &'w dyn Observer,
    stage: &'static str,
    since: Instant,
}

impl Budget<'_> {
    /// The same with a stage that begins now.
    pub(crate) fn stage(self, name: &'static str) -> Self {
        self.observer.stage(Stage::begin(name));
        Self { stage: name, since: Instant::now(), ..self }
    }

    /// Says what the build is at, and whether it may go on.
    ///
    /// # Errors
    /// [`SimError::Stopped`] when it is to stop.
    pub(crate) fn go_on(&self) -> Result<(), SimError> {
        let stage = Stage { name: self.stage, since: self.since.elapsed() };
        self.observer.stage(stage);
        if self.observer.stopped() { Err(SimError::Stopped { stage }) } else { Ok(()) }
    }

    /// Tells what the user should know of a build.
    pub(crate) fn found(&self, what: &str) {
        self.observer.found(what);
    }

    /// Whether the time is over.
    pub(super) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_said_in_words() {
        assert_eq!(ToolLimits::default().to_string(), "600s and 8192 MiB of memory");
        assert_eq!(ToolLimits { time: Duration::from_millis(1500), memory: None }.to_string(), "1.5s");
    }

    #[test]
    fn the_longest_time_is_never_over() {
        assert!(!ToolLimits { time: Duration::MAX, memory: None }.start().is_over());
        assert!(ToolLimits { time: Duration::ZERO, memory: None }.start().is_over());
    }
}
