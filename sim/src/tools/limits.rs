//! Bounds for the external programs, and the clock that runs while they work.

use std::fmt;
use std::time::{Duration, Instant};

/// Bounds for one piece of work: one model built, one netlist made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Wall time of all programs of one piece of work together.
    pub time: Duration,
    /// Address space of each program, in bytes; `None` for no bound.
    pub memory: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(600), memory: Some(8 << 30) }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.time)?;
        match self.memory {
            Some(bytes) => write!(f, " and {} MiB of memory", bytes >> 20),
            None => Ok(()),
        }
    }
}

impl Limits {
    /// Starts the clock.
    pub(crate) fn start(self) -> Budget {
        Budget { limits: self, end: Instant::now().checked_add(self.time) }
    }
}

/// Limits with the clock running.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(super) limits: Limits,
    /// `None` when the time allowed is longer than clocks can say.
    end: Option<Instant>,
}

impl Budget {
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
        assert_eq!(Limits::default().to_string(), "600s and 8192 MiB of memory");
        assert_eq!(Limits { time: Duration::from_millis(1500), memory: None }.to_string(), "1.5s");
    }

    #[test]
    fn the_longest_time_is_never_over() {
        assert!(!Limits { time: Duration::MAX, memory: None }.start().is_over());
        assert!(Limits { time: Duration::ZERO, memory: None }.start().is_over());
    }
}
