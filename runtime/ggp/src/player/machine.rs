//! The machine itself.

use super::game::{Game, Judged};
use super::task::{Cut, Task, Thought, What};
use crate::answer::{Answer, Info, Status};
use crate::message::{self, Message, MessageError, Name, Start, Turn};
use std::collections::VecDeque;
use std::time::Duration;

/// The caller's name for a message that waits for its answer.
pub type Ticket = u64;

/// How a player behaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The name that INFO is answered with.
    pub name: String,
    /// How long before the end of a clock an answer is given. At most half of a clock.
    pub margin: Duration,
    /// After the longest clock of a match and this time without a message, the match is given up: its manager is gone.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { name: "gdl2hdl".into(), margin: Duration::from_millis(500), patience: Duration::from_secs(60) }
    }
}

/// What the caller is to do.
#[derive(Clone, Debug)]
pub enum Action {
    /// Answer a message. Every message gets exactly one answer.
    Answer {
        /// The message.
        ticket: Ticket,
        /// What is said.
        answer: Answer,
    },
    /// Have this thought about, after the tasks before it.
    Task(Task),
    /// Tell whoever watches: something was not as the protocol has it.
    Note(String),
}

/// Managers that ask once more and get the same answer. Those beyond it are refused: they would take all connections.
const MAX_AGAIN: usize = 8;

/// What a manager waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Ready,
    Move,
}

/// A START or PLAY that has no answer yet.
struct Asked {
    wanted: Wanted,
    /// A manager whose connection broke asks again.
    tickets: Vec<Ticket>,
    task: u64,
    cut: Cut,
    until: Duration,
}

/// The state machine of a player's process.
pub struct Player {
    options: Options,
    game: Option<Game>,
    /// The match before, for managers that end it twice.
    ended: Option<Name>,
    asked: Option<Asked>,
    /// The legal move in hand, as the manager spells it.
    hand: Option<String>,
    /// Thinking that nobody waits for, and until when it may go on.
    idle: Option<(Cut, Option<Duration>)>,
    tasks: u64,
    actions: VecDeque<Action>,
}

impl Player {
    /// A player without a match.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let actions = VecDeque::new();
        Self { options, game: None, ended: None, asked: None, hand: None, idle: None, tasks: 0, actions }
    }

    /// Takes a message.
    pub fn message(&mut self, ticket: Ticket, text: &str, now: Duration) {
        self.read(ticket, message::read(text), now);
    }

    /// The same for a message that was read elsewhere.
    pub fn read(&mut self, ticket: Ticket, message: Result<Message, MessageError>, now: Duration) {
        self.tick(now);
        match message {
            Err(error) => {
                self.note(&error.to_string());
                self.answer(ticket, Answer::Error);
            }
            Ok(Message::Info) => self.answer(ticket, self.info()),
            Ok(Message::Preview { rules, clock }) => self.preview(ticket, rules, clock, now),
            Ok(Message::Start(start)) => self.start(ticket, start, now),
            Ok(Message::Play(turn)) => self.play(ticket, turn, now),
            Ok(Message::Stop(Turn { id, news })) => self.end(ticket, &id, What::Stop(news)),
            Ok(Message::Abort { id }) => self.end(ticket, &id, What::Abort),
        }
    }

    /// Takes what came of a task. What comes too late is left out.
    pub fn thought(&mut self, thought: Thought, now: Duration) {
        let (Thought::Hand { task, .. } | Thought::Done { task, .. }) = thought;
        if self.asked.as_ref().is_none_or(|asked| asked.task != task) {
            return;
        }
        let (mv, is_done) = match thought {
            Thought::Hand { mv, .. } => (Some(mv), false),
            Thought::Done { mv, .. } => (mv, true),
        };
        if let (Some(mv), Some(game)) = (mv, &self.game) {
            self.hand = Some(game.spellings.spell(&mv));
        }
        if is_done {
            self.settle();
            self.ponder();
        }
        self.tick(now);
    }

    /// Looks at the clock. Call it at [`Self::wake`].
    pub fn tick(&mut self, now: Duration) {
        if self.game.as_ref().is_some_and(|game| game.stale(self.options.patience) <= now) {
            self.note("a match is given up: nothing is heard from its manager any more");
            self.leave(What::Abort);
        }
        if self.idle.as_ref().is_some_and(|(_, until)| until.is_some_and(|until| until <= now)) {
            self.rest();
        }
        if self.asked.as_ref().is_some_and(|asked| asked.until <= now) {
            self.note("thinking was cut: the time is over");
            self.settle();
            self.ponder();
        }
    }

    /// When [`Self::tick`] has something to do, if nothing comes before.
    #[must_use]
    pub fn wake(&self) -> Option<Duration> {
        let asked = self.asked.as_ref().map(|asked| asked.until);
        let idle = self.idle.as_ref().and_then(|(_, until)| *until);
        let stale = self.game.as_ref().map(|game| game.stale(self.options.patience));
        [asked, idle, stale].into_iter().flatten().min()
    }

    /// What is to be done next. Call it until there is nothing.
    pub fn action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// Whether a match is on.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.game.is_some()
    }

    /// Ends all: who waits is answered, and the match is given up.
    pub fn quit(&mut self) {
        self.leave(What::Abort);
    }

    fn info(&self) -> Answer {
        let status = if self.game.is_some() { Status::Busy } else { Status::Available };
        let name = Some(self.options.name.clone());
        Answer::Info(Info { name, status: Some(status), species: Some("alien".into()) })
    }

    fn preview(&mut self, ticket: Ticket, rules: String, clock: Duration, now: Duration) {
        if self.game.is_some() {
            return self.answer(ticket, Answer::Busy);
        }
        let until = Some(now.saturating_add(clock));
        let cut = self.task(What::Preview(rules.into()), until);
        self.idle = Some((cut, until));
        self.answer(ticket, Answer::Ready);
    }

    fn start(&mut self, ticket: Ticket, start: Start, now: Duration) {
        match &mut self.game {
            Some(game) if !game.is_begun_by(&start) => return self.answer(ticket, Answer::Busy),
            Some(game) if !game.is_played() => {
                game.heard = now;
                return self.again(ticket, Wanted::Ready);
            }
            Some(_) => {
                self.note("a match that is on begins anew");
                self.leave(What::Abort);
            }
            None => {}
        }
        let (game, setup) = Game::new(start, now);
        self.ask(ticket, Wanted::Ready, What::Start(setup), game.start_clock, now);
        self.game = Some(game);
    }

    fn play(&mut self, ticket: Ticket, turn: Turn, now: Duration) {
        let Some(game) = self.game.as_mut().filter(|game| game.id == turn.id) else {
            return self.answer(ticket, Answer::Busy);
        };
        game.heard = now;
        let clock = game.play_clock;
        match game.judge(&turn.news) {
            Judged::Next => {
                self.settle();
                self.hand = None;
                self.ask(ticket, Wanted::Move, What::Play(turn.news), clock, now);
            }
            Judged::Again => self.again(ticket, Wanted::Move),
            Judged::Wrong(why) => {
                self.note(why);
                self.answer(ticket, self.in_hand());
            }
        }
    }

    /// A message that came before: its answer, or a place beside the one that waits for it.
    fn again(&mut self, ticket: Ticket, wanted: Wanted) {
        match &mut self.asked {
            Some(asked) if asked.wanted == wanted && asked.tickets.len() < MAX_AGAIN => asked.tickets.push(ticket),
            Some(asked) if asked.wanted == wanted => self.answer(ticket, Answer::Busy),
            _ => self.answer(ticket, self.said(wanted)),
        }
    }

    fn end(&mut self, ticket: Ticket, id: &Name, what: What) {
        let answer = if what == What::Abort { Answer::Aborted } else { Answer::Done };
        if self.game.as_ref().is_some_and(|game| game.id == *id) {
            self.leave(what);
        } else if self.game.is_some() || self.ended.as_ref() != Some(id) {
            return self.answer(ticket, Answer::Busy);
        }
        self.answer(ticket, answer);
    }

    /// Leaves the match, if there is one.
    fn leave(&mut self, what: What) {
        self.settle();
        self.rest();
        if let Some(game) = self.game.take() {
            self.task(what, None);
            self.ended = Some(game.id);
        }
        self.hand = None;
    }

    fn ask(&mut self, ticket: Ticket, wanted: Wanted, what: What, clock: Duration, now: Duration) {
        let until = now.saturating_add(clock.saturating_sub(self.options.margin.min(clock / 2)));
        let cut = self.task(what, Some(until));
        self.asked = Some(Asked { wanted, tickets: vec![ticket], task: self.tasks, cut, until });
    }

    /// Answers whoever waits with what there is, and ends the thinking.
    fn settle(&mut self) {
        let Some(asked) = self.asked.take() else { return };
        asked.cut.cut();
        let answer = self.said(asked.wanted);
        asked.tickets.into_iter().for_each(|ticket| self.answer(ticket, answer.clone()));
    }

    fn said(&self, wanted: Wanted) -> Answer {
        match wanted {
            Wanted::Ready => Answer::Ready,
            Wanted::Move => self.in_hand(),
        }
    }

    /// The move in hand. Without one the manager will choose, whatever is said.
    fn in_hand(&self) -> Answer {
        Answer::Move(self.hand.clone().unwrap_or_else(|| "nil".to_owned()))
    }

    /// Lets the mind think on while others do.
    fn ponder(&mut self) {
        let cut = self.task(What::Ponder, None);
        self.idle = Some((cut, None));
    }

    /// Ends the thinking that nobody waits for.
    fn rest(&mut self) {
        if let Some((cut, _)) = self.idle.take() {
            cut.cut();
        }
    }

    fn task(&mut self, what: What, until: Option<Duration>) -> Cut {
        self.rest();
        self.tasks += 1;
        let cut = Cut::default();
        self.actions.push_back(Action::Task(Task { number: self.tasks, what, until, cut: cut.clone() }));
        cut
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer) {
        self.actions.push_back(Action::Answer { ticket, answer });
    }

    fn note(&mut self, text: &str) {
        self.actions.push_back(Action::Note(text.to_owned()));
    }
}
