//! The mind of one player.

use super::choosers::Chosen;
use super::clock::Clock;
use super::engine_queue::EngineQueue;
use super::guess::Seen;
use super::log::{Log, Told};
use super::options::SeatOptions;
use super::played_game::{self, PlayedGame};
use super::reading::rules_of;
use super::watch::Watch;
use crate::StartStage;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_ggp::message::News;
use gdl2hdl_ggp::player::{Desk, Mind, Setup};
use gdl2hdl_ggp::rules::Outline;
use gdl2hdl_search::{ChooseError, Chooser, PreparedNet, Question};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

/// The mind of one player: engines and state are the seat's, moves are the chooser's.
pub struct Seat {
    chooser: Box<dyn Chooser>,
    enough: StartStage,
    options: SeatOptions,
    clock: Clock,
    log: Log,
    played: Option<PlayedGame>,
    match_now: Option<Now>,
}

/// A match that is on.
struct Now {
    /// The role's name, in lower case.
    role: String,
    /// Whether the rules say what roles see.
    sees: bool,
    /// A PLAY came before.
    is_begun: bool,
    /// The last move that was put in hand.
    hand: Option<String>,
}

impl Seat {
    /// A seat for somebody who chooses. `clock` is that of the player's process.
    #[must_use]
    pub fn new(chosen: Chosen, options: SeatOptions, clock: Clock, log: Log) -> Self {
        let Chosen { chooser, enough } = chosen;
        Self { chooser, enough, options, clock, log, played: None, match_now: None }
    }

    /// Sits down at a game: at the one that is there, if it has the same rules.
    fn sit(&mut self, rules: &Arc<str>) -> &mut PlayedGame {
        let known = self.played.take().filter(|played| played.rules == *rules);
        if known.is_none() {
            self.chooser.leave();
        }
        self.played.insert(known.unwrap_or_else(|| {
            let queue = EngineQueue::open(rules_of(rules, &self.log), &self.options, &self.log);
            PlayedGame::new(Arc::clone(rules), queue, Arc::clone(&self.log))
        }))
    }

    /// Notes what happened since the PLAY before.
    fn note(&mut self, news: &News) {
        let (Some(played), Some(now)) = (&mut self.played, &mut self.match_now) else { return };
        let is_first = !std::mem::replace(&mut now.is_begun, true);
        let (own, percepts) = match news {
            News::Listed(joint) if !now.sees => {
                if !joint.is_empty() {
                    played.tell(played_game::News::Made(joint.clone()));
                    self.chooser.made(joint);
                }
                return;
            }
            _ if is_first => return,
            News::Listed(percepts) => (now.hand.clone(), percepts),
            News::Numbered { last, percepts, .. } => (last.clone().or_else(|| now.hand.clone()), percepts),
        };
        let mut percepts = percepts.clone();
        percepts.sort_unstable();
        percepts.dedup();
        played.tell(played_game::News::Seen(Seen { own: own.unwrap_or_default(), percepts }));
        // The guess may be another game than before.
        self.chooser.begin();
    }

    /// The legal moves; the first of them is put in hand. Nothing where there is none.
    fn in_hand(&mut self, role: usize, desk: &mut Desk<'_>) -> Vec<String> {
        let Some(played) = &mut self.played else { return Vec::new() };
        let legal = played.legal(role).unwrap_or_else(|error| {
            (self.log)(Told::Warning, &format!("no legal move is known: {error}"));
            Vec::new()
        });
        match (legal.first(), &mut self.match_now) {
            (Some(first), Some(now)) => {
                desk.hand(first);
                now.hand = Some(first.clone());
            }
            _ => (self.log)(Told::Warning, "there is no legal move to play"),
        }
        legal
    }

    /// Half of the time that is left goes to a search for a state that fits; the rest is for the move.
    fn search(&mut self, role: usize, desk: &Desk<'_>) {
        let now = self.clock.now();
        let until = desk.until().map(|until| now + until.saturating_sub(now) / 2);
        let goes_on = || desk.goes_on() && until.is_none_or(|until| self.clock.now() < until);
        if let Some(played) = &mut self.played {
            played.search(role, &goes_on);
        }
    }

    /// Has a move chosen. `legal` has several, the first of them is in hand.
    /// **Returns:** the move that is played.
    fn choose(&mut self, legal: &[String], role: usize, desk: &mut Desk<'_>) -> Option<String> {
        let mut hand = legal.first()?.clone();
        loop {
            let signal = self.played.as_ref()?.signal();
            let watch = Watch::new(self.clock, desk.until(), desk.cut(), signal);
            self.prepare(&watch);
            let played = self.played.as_mut()?;
            let before = played.state();
            let engine = played.lent()?;
            let mut better = |mv: &str| {
                if is_legal(legal, mv) {
                    desk.hand(mv);
                    mv.clone_into(&mut hand);
                }
            };
            let question = Question { engine, role, observer: &watch, better: &mut better };
            let chosen = asked(&mut *self.chooser, question);
            played.restore(before.as_deref());
            if watch.was_interrupted(chosen.is_err()) {
                played.refresh();
                continue;
            }
            // When the time was over, the move in hand was played.
            let is_late = !desk.goes_on();
            return Some(self.judged(chosen, legal).filter(|_| !is_late).unwrap_or(hand));
        }
    }

    /// Hands a net that is new to the chooser. Without time for that it is tried again.
    fn prepare(&mut self, observer: &dyn Observer) {
        let Some(played) = &mut self.played else { return };
        let Some(compiled) = played.new_net() else { return };
        let chooser = &mut self.chooser;
        let prepared = compiled.codec().map_err(|error| error.to_string()).and_then(|codec| {
            let net = PreparedNet { net: compiled.net(), choices: compiled.choices(), codec };
            chooser.prepare(net, observer).map_err(|error| error.to_string())
        });
        match prepared {
            Err(_) if observer.stopped() => played.keep_net(compiled),
            Err(why) => {
                (self.log)(Told::Warning, &format!("`{}` goes on without the net: {why}", self.chooser.name()));
            }
            Ok(()) => {}
        }
    }

    /// What somebody chose, if it can be played. `None` leaves the move in hand.
    fn judged(&self, chosen: Result<String, String>, legal: &[String]) -> Option<String> {
        let name = self.chooser.name();
        match chosen {
            Ok(mv) if is_legal(legal, &mv) => return Some(mv),
            Ok(mv) => {
                (self.log)(Told::Warning, &format!("`{name}` chose `{mv}`, which is not legal: another move is played"))
            }
            Err(why) => (self.log)(Told::Warning, &format!("`{name}` chose no move: {why}: another move is played")),
        }
        None
    }
}

/// Asks for a move. Whatever fails there ends there.
fn asked(chooser: &mut dyn Chooser, question: Question<'_>) -> Result<String, String> {
    match panic::catch_unwind(AssertUnwindSafe(|| chooser.choose(question))) {
        Ok(chosen) => chosen.map_err(|error: ChooseError| error.to_string()),
        Err(_) => Err("it failed, which is a bug".to_owned()),
    }
}

fn is_legal(legal: &[String], mv: &str) -> bool {
    legal.binary_search_by(|known| known.as_str().cmp(mv)).is_ok()
}

impl Mind for Seat {
    fn start(&mut self, setup: &Setup, desk: &mut Desk<'_>) {
        self.chooser.begin();
        let sees = Outline::of(&setup.rules).sees;
        self.match_now = Some(Now { role: setup.role.clone(), sees, is_begun: false, hand: None });
        let enough = self.enough;
        let played = self.sit(&setup.rules);
        played.begin();
        played.wait(enough, &|| desk.goes_on());
        let signal = played.signal();
        self.prepare(&Watch::new(self.clock, desk.until(), desk.cut(), signal));
    }

    fn play(&mut self, news: &News, desk: &mut Desk<'_>) -> Option<String> {
        self.note(news);
        let (Some(played), Some(now)) = (&mut self.played, &self.match_now) else { return None };
        // The first engine may have needed more than the start clock.
        played.wait(StartStage::Rules, &|| desk.goes_on());
        let Some(role) = played.role(&now.role) else {
            let line = format!("the game can't be played: there is no engine with a role `{}`", now.role);
            (self.log)(Told::Warning, &line);
            return None;
        };
        let is_known = played.catch_up(role);
        let mut legal = self.in_hand(role, desk);
        if !is_known {
            self.search(role, desk);
            legal = self.in_hand(role, desk);
        }
        let mv = match legal.len() {
            0 | 1 => legal.pop(),
            _ => self.choose(&legal, role, desk),
        }?;
        self.match_now.as_mut()?.hand = Some(mv.clone());
        Some(mv)
    }

    fn ponder(&mut self, _: &mut Desk<'_>) {
        if let Some(played) = &mut self.played {
            played.refresh();
        }
    }

    fn stop(&mut self, _: &News) {
        // The engines stay: the next match is often one of the same game.
        self.match_now = None;
    }

    fn preview(&mut self, rules: &str, _: &mut Desk<'_>) {
        // The engines are made meanwhile.
        self.sit(&rules.into());
    }

    fn abort(&mut self) {
        self.match_now = None;
        self.played = None;
    }
}
