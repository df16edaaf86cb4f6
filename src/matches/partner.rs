//! Who can be played with.

use crate::seat::Process;
use gdl2hdl_ggp::manager::Outcome;
use std::time::Duration;

/// A player as a manager sees it: it is told texts, and answers.
pub trait Partner {
    /// Tells it something. `done` is told the outcome, on any thread; what comes after `time` counts as late. It may be
    /// dropped without a call.
    fn tell(&self, text: String, time: Duration, done: Box<dyn FnOnce(Outcome) + Send>);
}

impl Partner for Process {
    fn tell(&self, text: String, _: Duration, done: Box<dyn FnOnce(Outcome) + Send>) {
        self.ask(text, "match".to_owned(), move |answer| done(Outcome::Answer(answer)));
    }
}
