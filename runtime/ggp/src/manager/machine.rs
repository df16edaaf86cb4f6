//! The machine itself.

use super::error::ManagerError;
use super::plan::{GRACE, Plan, STOP_TIME};
use super::table::Table;
use crate::answer;
use crate::message::{Message, Name, News, Start, Turn};
use crate::record::{Dialect, End, Fault, FaultKind, MatchRecord, Reply, Step};
use gdl2hdl_play::engine::{Engine, EngineError};
use std::collections::VecDeque;
use std::time::Duration;

/// What the caller is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Send this to the player of a role, and tell what comes back: [`Manager::outcome`].
    Send {
        /// The role, by its place.
        role: usize,
        /// The number of the message: its outcome is told by it.
        message: u64,
        /// The text.
        text: String,
        /// When nobody waits for the answer any more.
        until: Duration,
    },
    /// The match is over: the record is whole.
    Over,
}

/// What came of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// An answer.
    Answer(String),
    /// No answer in time.
    Late,
    /// No connection, or one that broke, and why.
    Failed(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Nothing was said yet.
    Fresh,
    Starting,
    Playing,
    /// STOP or ABORT was said.
    Ending,
    Over,
}

/// A role, and what is known of its answer to the last message.
struct Seat {
    /// As the players know it.
    name: Name,
    /// Played by the manager.
    is_random: bool,
    waits: bool,
    reply: Reply,
    /// The move it answered with, in the words of the game.
    mv: Option<String>,
    /// What it is told next.
    last: Option<String>,
    percepts: Vec<String>,
}

/// The state machine of a match.
pub struct Manager<E> {
    plan: Plan,
    table: Table<E>,
    seats: Vec<Seat>,
    phase: Phase,
    /// Messages to all so far.
    messages: u64,
    asked: Duration,
    until: Duration,
    /// Something is to be sent at the next look at the clock: what engines take is no player's time.
    due: bool,
    /// The last joint move, as players know it.
    joint: Vec<String>,
    record: MatchRecord,
    actions: VecDeque<Action>,
}

impl<E: Engine> Manager<E> {
    /// A match that has not begun: the first [`Self::tick`] begins it. The engine must keep all facts.
    ///
    /// # Errors
    /// [`ManagerError`].
    pub fn new(plan: Plan, engine: E) -> Result<Self, ManagerError> {
        let mut table = Table::new(engine, plan.seed)?;
        let roles = table.roles().to_vec();
        if roles.is_empty() {
            return Err(ManagerError::NoRoles);
        }
        if roles.len() != plan.players.len() {
            return Err(ManagerError::Players { players: plan.players.len(), roles: roles.len() });
        }
        let seats = roles.iter().map(|role| Seat::new(role, &plan)).collect::<Result<Vec<_>, _>>()?;
        let last = table.hash()?;
        let record = MatchRecord {
            format: 1,
            id: plan.id.text().to_owned(),
            game: plan.game.clone(),
            players: plan.players.clone(),
            start_clock: plan.start_clock.as_secs(),
            play_clock: plan.play_clock.as_secs(),
            seed: plan.seed,
            dialect: plan.dialect,
            scrambled: plan.disguise.is_scrambled(),
            start: vec![Reply::default(); roles.len()],
            steps: Vec::new(),
            last,
            end: End::Open,
            values: vec![None; roles.len()],
            roles,
        };
        let (asked, until) = (Duration::ZERO, Duration::ZERO);
        let (joint, actions) = (Vec::new(), VecDeque::new());
        let (phase, messages) = (Phase::Fresh, 0);
        Ok(Self { plan, table, seats, phase, messages, asked, until, due: true, joint, record, actions })
    }

    /// What is to be done next. Call it until there is nothing.
    pub fn action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// When [`Self::tick`] has something to do, if nothing comes before. It may be a moment that is past.
    #[must_use]
    pub fn wake(&self) -> Option<Duration> {
        match self.phase {
            Phase::Over => None,
            _ if self.due => Some(Duration::ZERO),
            _ => Some(self.until),
        }
    }

    /// Whether the match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The match so far.
    #[must_use]
    pub fn record(&self) -> &MatchRecord {
        &self.record
    }

    /// Looks at the clock: sends what is due, and gives up who is late. Call it at [`Self::wake`].
    pub fn tick(&mut self, now: Duration) {
        if self.due {
            self.due = false;
            self.send(now);
        } else if self.phase != Phase::Over && now >= self.until {
            for role in 0..self.seats.len() {
                self.heard(role, Outcome::Late, now);
            }
        }
        self.go_on();
    }

    /// Takes what came of a message to a role. What comes after the time is late; what comes of an older message, or twice,
    /// is left out.
    pub fn outcome(&mut self, role: usize, message: u64, outcome: Outcome, now: Duration) {
        if message == self.messages {
            // An answer that came at the very end counts.
            let outcome = if now > self.until { Outcome::Late } else { outcome };
            self.heard(role, outcome, now);
            self.go_on();
        }
    }

    /// Ends the match before its end.
    pub fn abort(&mut self) {
        self.close(End::Aborted);
    }

    fn heard(&mut self, role: usize, outcome: Outcome, now: Duration) {
        let is_legal = |mv: &str| self.table.is_legal(role, mv);
        let Some(seat) = self.seats.get_mut(role).filter(|seat| seat.waits) else { return };
        seat.waits = false;
        let fault = match &outcome {
            Outcome::Late => Some(Fault::new(FaultKind::Late, "")),
            Outcome::Failed(why) => Some(Fault::new(FaultKind::Connection, why)),
            Outcome::Answer(text) => {
                let is_right = match self.phase {
                    Phase::Playing => {
                        let mv = answer::read_move(text).map(|mv| self.plan.disguise.back(&mv));
                        seat.mv = mv.ok().filter(|mv| is_legal(mv));
                        seat.mv.is_some()
                    }
                    Phase::Starting => answer::says(text, "ready"),
                    _ => true,
                };
                (!is_right).then(|| Fault::new(FaultKind::Illegal, text))
            }
        };
        let took = now.saturating_sub(self.asked).as_millis();
        let answered = matches!(outcome, Outcome::Answer(_));
        seat.reply = Reply { millis: answered.then(|| u64::try_from(took).unwrap_or(u64::MAX)), error: fault };
    }

    /// Sends the message of the phase to all at once.
    fn send(&mut self, now: Duration) {
        self.asked = now;
        self.messages += 1;
        if self.phase == Phase::Fresh {
            self.phase = Phase::Starting;
        }
        let time = match self.phase {
            Phase::Starting => self.plan.start_clock,
            Phase::Playing => self.plan.play_clock + GRACE,
            _ => STOP_TIME,
        };
        self.until = now.saturating_add(time);
        for role in 0..self.seats.len() {
            let seat = &self.seats[role];
            if seat.is_random {
                continue;
            }
            let text = self.message(seat).to_string();
            self.seats[role].waits = true;
            self.actions.push_back(Action::Send { role, message: self.messages, text, until: self.until });
        }
    }

    fn message(&self, seat: &Seat) -> Message {
        let Plan { id, start_clock, play_clock, .. } = &self.plan;
        let id = id.clone();
        match self.phase {
            Phase::Fresh | Phase::Starting => Message::Start(Start {
                id,
                role: seat.name.clone(),
                rules: self.plan.disguise.rules().to_owned(),
                start_clock: *start_clock,
                play_clock: *play_clock,
                more: Vec::new(),
            }),
            Phase::Playing => Message::Play(Turn { id, news: self.news(seat) }),
            _ if self.record.end == End::Terminal => Message::Stop(Turn { id, news: self.news(seat) }),
            _ => Message::Abort { id },
        }
    }

    fn news(&self, seat: &Seat) -> News {
        match self.plan.dialect {
            Dialect::Moves => News::Listed(self.joint.clone()),
            Dialect::Percepts => News::Listed(seat.percepts.clone()),
            Dialect::Numbered => News::Numbered {
                turn: self.record.steps.len() as u64,
                last: seat.last.clone(),
                percepts: seat.percepts.clone(),
            },
        }
    }

    /// Goes to the next message when all have answered this one.
    fn go_on(&mut self) {
        if self.due || self.seats.iter().any(|seat| seat.waits) {
            return;
        }
        match self.phase {
            Phase::Fresh | Phase::Over => {}
            Phase::Starting => {
                self.record.start = self.replies();
                self.phase = Phase::Playing;
                self.arrive();
            }
            Phase::Playing => match self.step() {
                Ok(()) => self.arrive(),
                Err(error) => self.close(End::Failed { why: error.to_string() }),
            },
            Phase::Ending => {
                self.phase = Phase::Over;
                self.actions.push_back(Action::Over);
            }
        }
    }

    fn replies(&mut self) -> Vec<Reply> {
        self.seats.iter_mut().map(|seat| std::mem::take(&mut seat.reply)).collect()
    }

    /// Makes the joint move. Who has none to give gets a random one.
    fn step(&mut self) -> Result<(), EngineError> {
        let given: Vec<_> = self.seats.iter_mut().map(|seat| seat.mv.take()).collect();
        let moves = given.into_iter().enumerate().map(|(role, mv)| mv.unwrap_or_else(|| self.table.random(role)));
        let moves: Vec<String> = moves.collect();
        let sees = match self.plan.dialect {
            Dialect::Moves => None,
            _ => Some(self.table.sees(&moves)?),
        };
        self.table.step(&moves)?;
        let state = self.table.hash()?;
        self.tell(&moves, sees.as_deref());
        let before = std::mem::replace(&mut self.record.last, state);
        let replies = self.replies();
        self.record.steps.push(Step { state: before, moves, replies, sees });
        Ok(())
    }

    /// Notes what players are told of a joint move.
    fn tell(&mut self, moves: &[String], sees: Option<&[Vec<String>]>) {
        let disguise = &self.plan.disguise;
        self.joint = moves.iter().map(|mv| disguise.there(mv)).collect();
        for (role, (seat, mv)) in self.seats.iter_mut().zip(&self.joint).enumerate() {
            seat.last = Some(mv.clone());
            let percepts = sees.and_then(|sees| sees.get(role)).map_or(&[][..], Vec::as_slice);
            seat.percepts = percepts.iter().map(|percept| disguise.there(percept)).collect();
        }
    }

    /// Looks at a state: the match ends there, or all are asked for a move.
    fn arrive(&mut self) {
        match self.judged() {
            Ok(None) => self.due = true,
            Ok(Some(end)) => self.close(end),
            Err(error) => self.close(End::Failed { why: error.to_string() }),
        }
    }

    fn judged(&mut self) -> Result<Option<End>, EngineError> {
        if self.table.is_terminal()? {
            self.record.values = self.table.values()?;
            return Ok(Some(End::Terminal));
        }
        if self.record.steps.len() as u64 >= self.plan.max_steps {
            return Ok(Some(End::StepLimit));
        }
        let stuck = self.table.look()?;
        Ok(stuck.map(|role| End::Stuck { role: self.record.roles[role].clone() }))
    }

    /// Ends the match: players are told at the next look at the clock.
    fn close(&mut self, end: End) {
        if matches!(self.phase, Phase::Ending | Phase::Over) {
            return;
        }
        self.record.end = end;
        let is_unknown = self.phase == Phase::Fresh;
        self.phase = if is_unknown { Phase::Over } else { Phase::Ending };
        self.due = !is_unknown;
        if is_unknown {
            self.actions.push_back(Action::Over);
        }
        self.seats.iter_mut().for_each(|seat| seat.waits = false);
    }
}

impl Seat {
    fn new(role: &str, plan: &Plan) -> Result<Self, ManagerError> {
        let name = Name::new(&plan.disguise.there(role)).ok_or_else(|| ManagerError::Role(role.to_owned()))?;
        Ok(Self {
            name,
            is_random: role == "random",
            waits: false,
            reply: Reply::default(),
            mv: None,
            last: None,
            percepts: Vec::new(),
        })
    }
}
