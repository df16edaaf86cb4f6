//! How much work optimisation does. It is counted and not timed, so that the same input gives the same net on every machine.

use gdl2hdl_gdl::observer::{Observer, Reason, Stage};
use gdl2hdl_gdl::remedy::Remedy;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Work that may be done. **Units:** about a nanosecond of one processor of the machine of `docs/BENCHMARKS.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WorkUnits(pub u64);

impl WorkUnits {
    /// So many units that take about a millisecond each.
    #[must_use]
    pub const fn milliseconds(count: u32) -> Self {
        Self(count as u64 * 1_000_000)
    }
}

impl Default for WorkUnits {
    /// Forty seconds or so: a third of the time that a command may take by default.
    fn default() -> Self {
        Self::milliseconds(40_000)
    }
}

/// What looking at a gate in a proof takes.
pub(crate) const LOOK: u64 = 40;

/// An observer that also stops when the work is done that may be done.
pub(crate) struct Meter<'o> {
    observer: &'o dyn Observer,
    left: AtomicU64,
}

impl<'o> Meter<'o> {
    /// So much may be done, as long as `observer` does not stop it.
    pub(crate) fn new(observer: &'o dyn Observer, WorkUnits(units): WorkUnits) -> Self {
        Self { observer, left: AtomicU64::new(units) }
    }

    /// Some work was done. One thread counts.
    pub(crate) fn charge(&self, units: u64) {
        self.left.store(self.left().saturating_sub(units), Ordering::Relaxed);
    }

    /// What may still be done.
    pub(crate) fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    /// Who stops it but the meter.
    pub(crate) fn observer(&self) -> &'o dyn Observer {
        self.observer
    }
}

impl Observer for Meter<'_> {
    fn reason(&self) -> Option<Reason> {
        self.observer.reason().or_else(|| (self.left() == 0).then_some(Reason::Deadline))
    }

    fn left(&self) -> Option<Duration> {
        self.observer.left()
    }

    fn elapsed(&self) -> Duration {
        self.observer.elapsed()
    }

    fn progress(&self, stage: &'static str, done: u64, total: u64) {
        self.observer.progress(stage, done, total);
    }

    fn stage(&self, stage: Stage) {
        self.observer.stage(stage);
    }

    fn played(&self, playouts: u64) {
        self.observer.played(playouts);
    }

    fn found(&self, what: &str) {
        self.observer.found(what);
    }

    fn advised(&self, what: &str, remedies: &[Remedy]) {
        self.observer.advised(what, remedies);
    }
}
