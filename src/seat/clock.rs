//! What time it is.

use std::time::{Duration, Instant};

/// The clock of a process: machines of the protocol and their minds count from the same moment.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Instant);

impl Clock {
    /// A clock that begins now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Since it began.
    #[must_use]
    pub fn now(self) -> Duration {
        self.0.elapsed()
    }
}
