//! What a caller can do while a job is played: watch it, and stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// The caller's side of a running job. Engines ask often enough that no answer takes effect late, from any thread.
pub trait Control: Sync {
    /// Whether to stop. Once true it stays true.
    ///
    /// A stopped engine reports whole rounds only: it drops or completes what it has begun, so that every lane has
    /// played the same number of playouts. See [`super::Report::complete`].
    fn stopped(&self) -> bool;

    /// So many more playouts have been played.
    fn played(&self, playouts: u64) {
        let _ = playouts;
    }
}

/// Lets every job run to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unattended;

impl Control for Unattended {
    fn stopped(&self) -> bool {
        false
    }
}

/// Stops a job at a point in time or at a signal, and counts its playouts.
#[derive(Debug, Default)]
pub struct Attended {
    /// Stops the job from this time on.
    pub deadline: Option<Instant>,
    /// Stops the job once it is true.
    pub stop: Arc<AtomicBool>,
    playouts: AtomicU64,
}

impl Attended {
    /// Stops a job at a point in time.
    #[must_use]
    pub fn until(deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..Self::default() }
    }

    /// Playouts until now, unfinished rounds included.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.playouts.load(Ordering::Relaxed)
    }
}

impl Control for Attended {
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn played(&self, playouts: u64) {
        self.playouts.fetch_add(playouts, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_stopped_and_counted() {
        let control = Attended::default();
        control.played(3);
        control.played(4);
        assert_eq!((control.stopped(), control.playouts()), (false, 7));
        control.stop.store(true, Ordering::Relaxed);
        assert!(control.stopped() && Attended::until(Instant::now()).stopped() && !Unattended.stopped());
    }
}
