//! Who thinks.

use super::task::{Cut, Setup, Task, Thought, What};
use crate::message::News;
use std::time::Duration;

/// Thinks for a player, one task at a time. Whatever it is told, it looks at its [`Desk`] often enough to end in time.
pub trait Mind {
    /// Takes up a match. The player says that it is ready when this returns, or when the time is over.
    fn start(&mut self, setup: &Setup, desk: &mut Desk<'_>);

    /// Takes in what happened, and chooses a move. It puts a legal move in hand before it thinks.
    /// **Returns:** a canonical text, or `None` for the move in hand.
    fn play(&mut self, news: &News, desk: &mut Desk<'_>) -> Option<String>;

    /// Thinks on while others do, until it is cut.
    fn ponder(&mut self, desk: &mut Desk<'_>) {
        let _ = desk;
    }

    /// The match came to its end.
    fn stop(&mut self, news: &News) {
        let _ = news;
    }

    /// The match was given up.
    fn abort(&mut self) {}

    /// Looks at rules before a match.
    fn preview(&mut self, rules: &str, desk: &mut Desk<'_>) {
        let _ = (rules, desk);
    }
}

/// What a mind has before it while it does a task.
pub struct Desk<'a> {
    task: u64,
    until: Option<Duration>,
    cut: Cut,
    say: &'a mut dyn FnMut(Thought),
}

impl Desk<'_> {
    /// Puts a legal move in hand, a canonical text, in place of the one before. It is the answer if time ends now.
    pub fn hand(&mut self, mv: &str) {
        (self.say)(Thought::Hand { task: self.task, mv: mv.to_owned() });
    }

    /// Whether there is time to think on.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        !self.cut.is_cut()
    }

    /// Until when, on the clock of the player's caller. `None`: until it is cut.
    #[must_use]
    pub fn until(&self) -> Option<Duration> {
        self.until
    }

    /// What says when to end, for other threads.
    #[must_use]
    pub fn cut(&self) -> Cut {
        self.cut.clone()
    }
}

/// Does a task with a mind. `say` is told every thought, the last one when the task is done.
pub fn think(mind: &mut (impl Mind + ?Sized), task: &Task, say: &mut dyn FnMut(Thought)) {
    let mut desk = Desk { task: task.number, until: task.until, cut: task.cut.clone(), say };
    let mut mv = None;
    match &task.what {
        What::Start(setup) => mind.start(setup, &mut desk),
        What::Play(news) => mv = mind.play(news, &mut desk),
        What::Ponder => mind.ponder(&mut desk),
        What::Stop(news) => mind.stop(news),
        What::Abort => mind.abort(),
        What::Preview(rules) => mind.preview(rules, &mut desk),
    }
    (desk.say)(Thought::Done { task: task.number, mv });
}
