//! The observer of a search, and the clock of the search: tools stop when either says so.

use gdl2hdl_gdl::remedy::Remedy;
use gdl2hdl_verilate::{Observer, Reason, Stage};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// No end.
const NEVER: u64 = u64::MAX;
/// Of the time until a deadline a search takes so much: what it found is to be packed and written by then. **Units:** percent.
const BEFORE: u32 = 90;
/// What is left is no deadline when it is longer than that: ten years.
const DEADLINES: Duration = Duration::from_secs(10 * 365 * 86_400);

/// An observer with a clock of its own.
pub(super) struct Timed<'a> {
    observer: &'a (dyn Observer + Sync),
    began: Instant,
    /// Since it began. **Units:** nanoseconds.
    until: AtomicU64,
}

impl<'a> Timed<'a> {
    /// A search that begins now, and has no end yet.
    pub(super) fn new(observer: &'a (dyn Observer + Sync)) -> Self {
        Self { observer, began: Instant::now(), until: AtomicU64::new(NEVER) }
    }

    /// Since it began.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// From now on what runs is stopped at this time since it began, or not at all.
    pub(super) fn until(&self, end: Option<Duration>) {
        let until = end.map_or(NEVER, |end| u64::try_from(end.as_nanos()).unwrap_or(NEVER));
        self.until.store(until, Ordering::Relaxed);
    }

    /// Whether the observer has stopped the search, not its clock.
    pub(super) fn is_stopped(&self) -> bool {
        self.observer.stopped()
    }
}

impl Observer for Timed<'_> {
    fn reason(&self) -> Option<Reason> {
        let is_over = || u128::from(self.until.load(Ordering::Relaxed)) <= self.elapsed().as_nanos();
        self.observer.reason().or_else(|| is_over().then_some(Reason::Deadline))
    }

    fn progress(&self, stage: &'static str, done: u64, total: u64) {
        self.observer.progress(stage, done, total);
    }

    fn stage(&self, stage: Stage) {
        self.observer.stage(stage);
    }

    fn found(&self, what: &str) {
        self.observer.found(what);
    }

    fn advised(&self, what: &str, remedies: &[Remedy]) {
        self.observer.advised(what, remedies);
    }
}

/// When a search is to end: by its own time, and before a deadline that is so far away.
pub(super) fn end(time: Option<Duration>, left: Option<Duration>) -> Option<Duration> {
    let deadline = left.filter(|left| *left < DEADLINES).map(|left| left * BEFORE / 100);
    time.into_iter().chain(deadline).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_verilate::Unobserved;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_search_ends_by_its_time_or_before_the_deadline() {
        assert_eq!(end(None, None), None);
        assert_eq!(end(None, Some(Duration::MAX)), None, "no deadline");
        assert_eq!(end(Some(MINUTE), Some(Duration::MAX)), Some(MINUTE));
        assert_eq!(end(Some(MINUTE), Some(MINUTE)), Some(MINUTE * 9 / 10));
        assert_eq!(end(None, Some(MINUTE)), Some(MINUTE * 9 / 10));
    }

    #[test]
    fn what_runs_is_stopped_once_the_time_is_over() {
        let timed = Timed::new(&Unobserved);
        assert!(!timed.stopped());
        timed.until(Some(Duration::MAX));
        assert!(!timed.stopped());
        timed.until(Some(Duration::ZERO));
        assert!(timed.stopped() && !timed.is_stopped(), "by the clock alone");
        timed.until(None);
        assert!(!timed.stopped());
    }
}
