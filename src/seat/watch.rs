//! Who tells a chooser that time is over.

use super::clock::Clock;
use super::engine_queue::Signal;
use gdl2hdl_gdl::observer::{Observer, Reason};
use gdl2hdl_ggp::player::Cut;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The observer of a turn: it ends with the turn's time, when it is cut, or when a better engine is ready.
pub(super) struct Watch {
    pub(super) clock: Clock,
    pub(super) until: Option<Duration>,
    pub(super) cut: Cut,
    pub(super) signal: Arc<Signal>,
    /// Whether somebody was told to stop since there is a better engine.
    interrupted: AtomicBool,
}

impl Watch {
    pub(super) fn new(clock: Clock, until: Option<Duration>, cut: Cut, signal: Arc<Signal>) -> Self {
        Self { clock, until, cut, signal, interrupted: AtomicBool::new(false) }
    }

    /// Whether thinking ended only to go on with a better engine. Who failed may have been interrupted by the engine.
    pub(super) fn was_interrupted(&self, has_failed: bool) -> bool {
        (self.interrupted.load(Ordering::Relaxed) || has_failed && self.signal.is_raised()) && !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.cut.is_cut() || self.until.is_some_and(|until| self.clock.now() >= until)
    }
}

impl Observer for Watch {
    fn reason(&self) -> Option<Reason> {
        if self.signal.is_raised() {
            self.interrupted.store(true, Ordering::Relaxed);
        }
        // Once there is a reason it stays, also when somebody took the engine meanwhile.
        (self.interrupted.load(Ordering::Relaxed) || self.is_over()).then_some(Reason::Deadline)
    }

    fn left(&self) -> Option<Duration> {
        self.until.map(|until| until.saturating_sub(self.clock.now()))
    }

    fn elapsed(&self) -> Duration {
        self.clock.now()
    }
}
