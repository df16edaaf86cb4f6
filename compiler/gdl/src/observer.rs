//! Who asked for the work, as the work sees them: told how far it is, and asked whether it is to go on.
//!
//! The compiler uses no clock and hears no signals. Every loop that input can make long asks its [`Observer`].

use crate::remedy::Remedy;
use std::fmt;
use std::time::Duration;

/// Why work is to end before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time allowed is over.
    Deadline,
    /// Somebody asked for it: Ctrl-C, or the system.
    Signal,
}

impl Reason {
    /// What helps, in words.
    #[must_use]
    pub fn help(self) -> String {
        self.remedy().map_or_else(|| "nothing was kept: run the command again".to_owned(), |remedy| remedy.to_string())
    }

    /// The remedy that [`help`](Self::help) speaks of.
    #[must_use]
    pub const fn remedy(self) -> Option<Remedy> {
        match self {
            Self::Deadline => Some(Remedy::MoreTime),
            Self::Signal => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Deadline => "the deadline passed",
            Self::Signal => "a signal came",
        })
    }
}

/// Work that ended before it was done, because its [`Observer`] said so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped: {0}")]
pub struct Stopped(pub Reason);

/// What long work is at.
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

/// The caller's side of long work. All of it is called often, from any thread, and should be cheap.
pub trait Observer: Sync {
    /// Why to stop, if there is a reason. Once there is one it stays.
    fn reason(&self) -> Option<Reason> {
        None
    }

    /// Whether to stop.
    fn stopped(&self) -> bool {
        self.reason().is_some()
    }

    /// Goes on, or not.
    ///
    /// # Errors
    /// [`Stopped`] when there is a reason to.
    fn go_on(&self) -> Result<(), Stopped> {
        self.reason().map_or(Ok(()), |reason| Err(Stopped(reason)))
    }

    /// The time until the deadline, where there is one that is known.
    fn left(&self) -> Option<Duration> {
        None
    }

    /// The time since some moment that stays the same; always zero where nobody wants to know what takes time.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    /// Tells how far a stage is. `total` is 0 when it is not known.
    fn progress(&self, stage: &'static str, done: u64, total: u64) {
        let _ = (stage, done, total);
    }

    /// Tells of a stage that does not know how far it is: when it begins, and again and again while it lasts.
    fn stage(&self, stage: Stage) {
        let _ = stage;
    }

    /// So many more playouts of a job have been played.
    fn played(&self, playouts: u64) {
        let _ = playouts;
    }

    /// What work has found out on its way: a line for people, without full stop.
    fn found(&self, what: &str) {
        let _ = what;
    }

    /// The same where the line speaks of remedies.
    fn advised(&self, what: &str, remedies: &[Remedy]) {
        let _ = remedies;
        self.found(what);
    }
}

/// Never stops, tells nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}

/// An observer whose deadline comes before that of another one: for work whose result is to be used while there is time.
pub struct Earlier<'o> {
    observer: &'o dyn Observer,
    /// On the clock of `observer`; never where it is `None`.
    until: Option<Duration>,
}

impl<'o> Earlier<'o> {
    /// The deadline is so long after the moment from which `observer` counts the time.
    #[must_use]
    pub const fn until(observer: &'o dyn Observer, until: Duration) -> Self {
        Self { observer, until: Some(until) }
    }

    /// The deadline comes when this part of the time that is left now is over: three quarters are `[3, 4]`. There is none
    /// where `observer` knows of none.
    #[must_use]
    pub fn share(observer: &'o dyn Observer, [part, of]: [u32; 2]) -> Self {
        let left = observer.left().filter(|&left| left < Duration::MAX);
        let until = left.and_then(|left| observer.elapsed().checked_add(left / of.max(1) * part));
        Self { observer, until }
    }
}

impl Observer for Earlier<'_> {
    fn reason(&self) -> Option<Reason> {
        let over = || self.until.is_some_and(|until| self.elapsed() >= until).then_some(Reason::Deadline);
        self.observer.reason().or_else(over)
    }

    fn left(&self) -> Option<Duration> {
        let own = self.until.map(|until| until.saturating_sub(self.elapsed()));
        own.into_iter().chain(self.observer.left()).min()
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

/// Asks in a loop with short steps: every so many of them.
#[derive(Clone, Copy)]
pub struct Pace<'w> {
    observer: &'w dyn Observer,
    every: u32,
    left: u32,
}

impl<'w> Pace<'w> {
    /// Asks in the first step, and then in each `every`-th.
    #[must_use]
    pub fn new(observer: &'w dyn Observer, every: u32) -> Self {
        Self { observer, every, left: 1 }
    }

    /// A step begins.
    ///
    /// # Errors
    /// [`Stopped`] when it is not to.
    pub fn step(&mut self) -> Result<(), Stopped> {
        self.left -= 1;
        if self.left > 0 {
            return Ok(());
        }
        self.left = self.every.max(1);
        self.observer.go_on()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Counts how often it is asked, and stops at the fourth time.
    #[derive(Default)]
    struct Fourth(AtomicU32);

    impl Observer for Fourth {
        fn reason(&self) -> Option<Reason> {
            (self.0.fetch_add(1, Ordering::Relaxed) >= 3).then_some(Reason::Signal)
        }
    }

    /// A clock that stands at a second, with eight seconds to the deadline.
    struct Clock;

    impl Observer for Clock {
        fn left(&self) -> Option<Duration> {
            Some(Duration::from_secs(8))
        }

        fn elapsed(&self) -> Duration {
            Duration::from_secs(1)
        }
    }

    #[test]
    fn an_earlier_deadline_is_a_share_of_what_is_left() {
        let share = Earlier::share(&Clock, [3, 4]);
        assert_eq!((share.left(), share.reason()), (Some(Duration::from_secs(6)), None));
        assert_eq!(Earlier::share(&Unobserved, [3, 4]).left(), None);
        assert_eq!(Earlier::until(&Clock, Duration::from_secs(1)).reason(), Some(Reason::Deadline));
    }

    #[test]
    fn a_pace_asks_every_so_many_steps() {
        let observer = Fourth::default();
        let mut pace = Pace::new(&observer, 100);
        let steps = (0..1000).take_while(|_| pace.step().is_ok()).count();
        assert_eq!((steps, observer.0.into_inner()), (300, 4));
        assert!((0..1000).all(|_| Pace::new(&Unobserved, 0).step().is_ok()));
    }
}
