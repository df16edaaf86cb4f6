//! When the program is to end before it is done: its deadline, Ctrl-C, SIGTERM.

use crate::failure::Failure;
use gdl2hdl_gdl::observer::Reason;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Never.
const NEVER: u64 = u64::MAX;
/// How long work that was not yet heard to end may go on after a stop.
const UNHEARD: Duration = Duration::from_millis(600);
/// How long work that ends may take for it: a report is to be written.
const HEARD: Duration = Duration::from_secs(5);

/// One for the whole program. Who works asks it; who guards the work ends the program where nobody asks in time.
pub(crate) struct Halt {
    began: Instant,
    /// The deadline. **Units:** nanoseconds since the program began.
    until: AtomicU64,
    /// Set by the handler of both signals; cleared by the guard when it has seen it.
    came: Arc<AtomicBool>,
    /// Whether a signal came that the guard has seen.
    asked: AtomicBool,
    /// Whether another one came after that.
    again: AtomicBool,
    /// Whether who works was told to stop.
    heard: AtomicBool,
    /// What is worked at.
    stage: Mutex<&'static str>,
}

impl Halt {
    /// From now on signals are noted.
    ///
    /// # Errors
    /// When the system lets nobody handle them.
    pub(crate) fn new() -> Result<Arc<Self>, Failure> {
        let came = Arc::<AtomicBool>::default();
        for signal in [SIGINT, SIGTERM] {
            flag::register(signal, Arc::clone(&came))
                .map_err(|error| Failure::unavailable(format!("Ctrl-C can't be caught: {error}")))?;
        }
        Ok(Arc::new(Self {
            began: Instant::now(),
            until: AtomicU64::new(NEVER),
            came,
            asked: AtomicBool::new(false),
            again: AtomicBool::new(false),
            heard: AtomicBool::new(false),
            stage: Mutex::new(""),
        }))
    }

    /// Since the program began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Sets the deadline, or lifts it. **Units:** since the program began.
    pub(crate) fn set_deadline(&self, deadline: Option<Duration>) {
        let until = deadline.map_or(NEVER, nanoseconds);
        self.until.store(until, Ordering::Relaxed);
    }

    /// Until the deadline.
    pub(crate) fn left(&self) -> Duration {
        match self.until.load(Ordering::Relaxed) {
            NEVER => Duration::MAX,
            until => Duration::from_nanos(until).saturating_sub(self.elapsed()),
        }
    }

    /// Why to stop. Who asks has heard it.
    pub(crate) fn reason(&self) -> Option<Reason> {
        let reason = self.cause();
        if reason.is_some() {
            self.heard.store(true, Ordering::Relaxed);
        }
        reason
    }

    /// What is worked at from now on.
    pub(crate) fn at(&self, stage: &'static str) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }

    /// What is worked at; empty when it is not known.
    pub(crate) fn stage(&self) -> &'static str {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cause(&self) -> Option<Reason> {
        if self.came.load(Ordering::Relaxed) || self.asked.load(Ordering::Relaxed) {
            return Some(Reason::Signal);
        }
        let until = self.until.load(Ordering::Relaxed);
        (until != NEVER && nanoseconds(self.elapsed()) >= until).then_some(Reason::Deadline)
    }

    /// Notes signals: the guard calls it again and again. Signals between two calls are one: some senders send two.
    fn note_signals(&self) {
        if self.came.swap(false, Ordering::Relaxed) && self.asked.swap(true, Ordering::Relaxed) {
            self.again.store(true, Ordering::Relaxed);
        }
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(NEVER - 1)
}

/// Decides when work that was asked to stop has had its time.
pub(crate) struct Patience<'h> {
    halt: &'h Halt,
    since: Option<Instant>,
}

impl<'h> Patience<'h> {
    pub(crate) fn new(halt: &'h Halt) -> Self {
        Self { halt, since: None }
    }

    /// Why the program is to end now, whatever is worked at.
    pub(crate) fn over(&mut self) -> Option<Reason> {
        self.halt.note_signals();
        let Some(reason) = self.halt.cause() else {
            // A command with a deadline for each of its games has gone on to the next one.
            self.since = None;
            self.halt.heard.store(false, Ordering::Relaxed);
            return None;
        };
        let waited = self.since.get_or_insert_with(Instant::now).elapsed();
        let patience = if self.halt.heard.load(Ordering::Relaxed) { HEARD } else { UNHEARD };
        (waited >= patience || self.halt.again.load(Ordering::Relaxed)).then_some(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_heard_once_and_the_next_is_the_last() {
        let halt = Halt::new().unwrap();
        let mut patience = Patience::new(&halt);
        assert_eq!((halt.reason(), patience.over(), halt.left()), (None, None, Duration::MAX));
        halt.came.store(true, Ordering::Relaxed);
        assert_eq!((halt.reason(), patience.over(), patience.over()), (Some(Reason::Signal), None, None));
        halt.came.store(true, Ordering::Relaxed);
        assert_eq!(patience.over(), Some(Reason::Signal));
    }

    #[test]
    fn a_deadline_passes_and_may_be_set_again() {
        let halt = Halt::new().unwrap();
        let mut patience = Patience::new(&halt);
        halt.set_deadline(Some(Duration::ZERO));
        assert_eq!((halt.left(), patience.over()), (Duration::ZERO, None));
        patience.since = patience.since.and_then(|since| since.checked_sub(UNHEARD));
        assert_eq!(patience.over(), Some(Reason::Deadline));
        // Who has heard it gets more time, but not for ever.
        assert_eq!((halt.reason(), patience.over()), (Some(Reason::Deadline), None));
        patience.since = patience.since.and_then(|since| since.checked_sub(HEARD));
        assert_eq!(patience.over(), Some(Reason::Deadline));
        halt.set_deadline(None);
        assert_eq!((patience.over(), halt.heard.load(Ordering::Relaxed)), (None, false));
    }
}
