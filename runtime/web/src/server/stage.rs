//! How far a connection is, and until when it may be there.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Now {
    /// The other side is to say or to take something.
    Theirs(Instant),
    /// We are to answer.
    Ours,
    /// It is to end.
    Closed,
}

/// How far a connection is.
pub(super) struct Stage {
    now: Mutex<Now>,
    changed: Notify,
}

impl Stage {
    /// A connection on which the other side has some time to say something.
    pub(super) fn new(time: Duration) -> Self {
        Self { now: Mutex::new(Now::Theirs(Instant::now() + time)), changed: Notify::new() }
    }

    fn go(&self, to: Now) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        if *now != Now::Closed {
            *now = to;
        }
        drop(now);
        self.changed.notify_one();
    }

    fn now(&self) -> Now {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The other side has some time from now on.
    pub(super) fn theirs(&self, time: Duration) {
        self.go(Now::Theirs(Instant::now() + time));
    }

    /// The answer is ours to give, and may take any time.
    pub(super) fn ours(&self) {
        self.go(Now::Ours);
    }

    /// Whether the other side is to do something.
    pub(super) fn is_theirs(&self) -> bool {
        matches!(self.now(), Now::Theirs(_))
    }

    /// Ends the connection.
    pub(super) fn close(&self) {
        self.go(Now::Closed);
    }

    /// Comes true when the connection is to end.
    pub(super) async fn over(&self) {
        loop {
            let changed = self.changed.notified();
            match self.now() {
                Now::Closed => return,
                Now::Ours => changed.await,
                Now::Theirs(until) if Instant::now() >= until => return,
                Now::Theirs(until) => tokio::select! {
                    () = sleep_until(until) => {}
                    () = changed => {}
                },
            }
        }
    }
}
