//! A match as a seat knows it: an engine in the present state, as well as that is known.

use super::engine_queue::{EngineQueue, MadeEngine, Signal};
use super::guess::{Guess, Seen};
use super::log::{Log, Told};
use crate::{Compiled, StartStage};
use gdl2hdl_play::engine::{Engine, EngineError, Swappable};
use std::sync::Arc;

/// What happened in a step.
pub(super) enum News {
    /// All moves are known.
    Made(Vec<String>),
    /// What the role saw of it is known.
    Seen(Seen),
}

/// A game with its engines, at which matches are played one after another.
pub(super) struct PlayedGame {
    /// As they came.
    pub(super) rules: Arc<str>,
    queue: EngineQueue,
    engine: Option<(StartStage, Swappable)>,
    /// A net that the chooser has not been told of.
    compiled: Option<Arc<Compiled>>,
    /// What the engine has not taken in yet.
    due: Vec<News>,
    /// Whether the state fits all that is known.
    fits: bool,
    guess: Guess,
    log: Log,
}

impl PlayedGame {
    pub(super) fn new(rules: Arc<str>, queue: EngineQueue, log: Log) -> Self {
        Self { rules, queue, engine: None, compiled: None, due: Vec::new(), fits: true, guess: Guess::default(), log }
    }

    /// Another match of the same game begins.
    pub(super) fn begin(&mut self) {
        self.due.clear();
        self.fits = true;
        self.guess = Guess::default();
        self.refresh();
        if let Some((_, engine)) = &mut self.engine
            && let Err(error) = engine.reset()
        {
            (self.log)(Told::Warning, &format!("the engine can't go to the initial state: {error}"));
        }
    }

    /// What is_raised when a better engine is ready.
    pub(super) fn signal(&self) -> Arc<Signal> {
        self.queue.signal()
    }

    /// Takes better engines that are ready.
    pub(super) fn refresh(&mut self) {
        if let Some(made) = self.queue.take() {
            self.place(made);
        }
    }

    /// The net of the engine, once for each.
    pub(super) fn new_net(&mut self) -> Option<Arc<Compiled>> {
        self.compiled.take()
    }

    /// Keeps a net for which there was no time, if there is no better one.
    pub(super) fn keep_net(&mut self, compiled: Arc<Compiled>) {
        self.compiled.get_or_insert(compiled);
    }

    /// Waits until the game can be played by this stage, or until no better one comes, or there is no time.
    pub(super) fn wait(&mut self, enough: StartStage, goes_on: &dyn Fn() -> bool) {
        self.refresh();
        while self.engine.as_ref().is_none_or(|(stage, _)| *stage < enough) {
            let Some(made) = self.queue.wait(goes_on) else { return };
            self.place(made);
            self.refresh();
        }
    }

    fn place(&mut self, made: MadeEngine) {
        let MadeEngine { stage, engine, compiled } = made;
        let placed = match &mut self.engine {
            Some((old, _)) if stage < *old => return,
            Some((old, place)) => place.swap(engine).map(|()| *old = stage),
            None => Swappable::new(engine).map(|place| self.engine = Some((stage, place))),
        };
        match placed {
            Ok(()) => self.compiled = compiled.or_else(|| self.compiled.take()),
            Err(error) => (self.log)(Told::Warning, &format!("{} can't take over: {error}", stage.name())),
        }
    }

    /// The role's place among the roles; `None` also while there is no engine.
    pub(super) fn role(&self, name: &str) -> Option<usize> {
        let (_, engine) = self.engine.as_ref()?;
        engine.roles().iter().position(|role| role == name)
    }

    /// The engine, for whoever tries moves.
    pub(super) fn lent(&mut self) -> Option<&mut (dyn Engine + Send)> {
        self.engine.as_mut().map(|(_, engine)| engine.lent())
    }

    /// Notes what happened. It needs no engine.
    pub(super) fn tell(&mut self, news: News) {
        self.due.push(news);
    }

    /// Brings the engine to the present state of a role. **Returns:** whether the state fits all that is known.
    pub(super) fn catch_up(&mut self, role: usize) -> bool {
        for news in std::mem::take(&mut self.due) {
            match news {
                News::Made(joint) => self.make(&joint),
                News::Seen(seen) => self.fits &= self.see(role, seen),
            }
        }
        self.fits
    }

    /// Makes a joint move. One that the engine does not know is left out: the state is then not known.
    fn make(&mut self, joint: &[String]) {
        if let Err(error) = self.with(|engine| engine.step(joint)) {
            let joint = joint.join(" ");
            let line = format!("the state is not known any more: no move `{joint}` is made: {error}");
            (self.log)(Told::Warning, &line);
        }
    }

    /// Makes a joint move that fits what the role saw, and says whether there is one.
    fn see(&mut self, role: usize, seen: Seen) -> bool {
        self.refresh();
        let Some((_, engine)) = &mut self.engine else { return false };
        // What the engine has no answer to is looked for from the beginning.
        self.guess.see(engine, role, seen).unwrap_or(false)
    }

    /// Looks for a state that fits all that was seen.
    pub(super) fn search(&mut self, role: usize, goes_on: &dyn Fn() -> bool) {
        loop {
            self.refresh();
            let Some((_, engine)) = &mut self.engine else { return };
            match self.guess.search(engine, role, goes_on) {
                Ok(true) => return self.fits = true,
                Ok(false) => return (self.log)(Told::Warning, "no state was found that fits all that was seen"),
                Err(error) if error.is_out_of_time() && self.signal().is_raised() => {}
                Err(error) => return (self.log)(Told::Warning, &format!("no state that fits was found: {error}")),
            }
        }
    }

    /// The legal moves of a role, sorted.
    pub(super) fn legal(&mut self, role: usize) -> Result<Vec<String>, EngineError> {
        self.with(|engine| engine.legal(role))
    }

    /// The facts of the state; none where they can't be told.
    pub(super) fn state(&mut self) -> Option<Vec<String>> {
        self.with(|engine| engine.state()).ok()
    }

    /// Brings the engine back to the present state if somebody left it elsewhere.
    pub(super) fn restore(&mut self, before: Option<&[String]>) {
        let Some((_, engine)) = &mut self.engine else { return };
        if before.is_some_and(|before| engine.state().is_ok_and(|now| now == before)) {
            return;
        }
        if let Err(error) = engine.restore() {
            (self.log)(Told::Warning, &format!("the engine can't come back to the present state: {error}"));
        }
    }

    /// Asks the engine. If it was interrupted as a better one is ready, that one is asked.
    fn with<T>(&mut self, ask: impl Fn(&mut Swappable) -> Result<T, EngineError>) -> Result<T, EngineError> {
        loop {
            let Some((_, engine)) = &mut self.engine else {
                return Err(EngineError::Failed("no engine is ready".to_owned()));
            };
            match ask(engine) {
                Err(error) if !error.is_out_of_time() || !self.queue.signal().is_raised() => return Err(error),
                Err(_) => self.refresh(),
                done => return done,
            }
        }
    }
}
