//! Engines of a game, made on threads of their own while the game is played.

use super::log::{Log, Told};
use super::options::SeatOptions;
use super::reading::{Rules, STACK};
use crate::{Compiled, Error, Game, Ready, StartStage};
use gdl2hdl_gdl::interpret::InterpreterLimits;
use gdl2hdl_gdl::observer::{Observer, Reason};
use gdl2hdl_gdl::syntax::Sheet;
use gdl2hdl_play::engine::{self, Engine};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Between two looks at whether to go on waiting.
const LOOK: Duration = Duration::from_millis(20);

/// What is ready.
pub(super) struct MadeEngine {
    pub(super) stage: StartStage,
    pub(super) engine: Box<dyn Engine + Send>,
    /// The game as a net, where the engine plays one.
    pub(super) compiled: Option<Arc<Compiled>>,
}

/// What the threads and the seat share.
#[derive(Default)]
pub(super) struct Signal {
    /// Nobody wants the game any more.
    over: AtomicBool,
    /// An engine waits to be taken.
    waiting: AtomicBool,
}

impl Signal {
    /// Whether a better engine waits to be taken.
    pub(super) fn is_raised(&self) -> bool {
        self.waiting.load(Ordering::Acquire)
    }
}

impl Observer for Signal {
    fn reason(&self) -> Option<Reason> {
        self.over.load(Ordering::Relaxed).then_some(Reason::Signal)
    }
}

/// The engines of one game. When it is dropped, the work ends.
pub(super) struct EngineQueue {
    made: Receiver<MadeEngine>,
    signal: Arc<Signal>,
    /// Nothing more comes.
    is_closed: bool,
}

impl Drop for EngineQueue {
    fn drop(&mut self) {
        self.signal.over.store(true, Ordering::Relaxed);
    }
}

impl EngineQueue {
    /// Begins to make engines.
    pub(super) fn open(rules: Rules, options: &SeatOptions, log: &Log) -> Self {
        let (sender, made) = mpsc::channel();
        let signal = Arc::<Signal>::default();
        let maker = EngineMaker { options: options.clone(), signal: Arc::clone(&signal), log: Arc::clone(log) };
        let work = move || match rules {
            Rules::Sound(game) => maker.all(&game, &sender),
            Rules::Broken(sheet) => maker.one(&sheet, &sender),
        };
        // Without a thread there is no engine: whoever waits for one is told that nothing more comes.
        if let Err(error) = thread::Builder::new().name("start-up".to_owned()).stack_size(STACK).spawn(work) {
            log(Told::Warning, &format!("no thread for the start-up: {error}"));
        }
        Self { made, signal, is_closed: false }
    }

    /// What says whether a better engine waits.
    pub(super) fn signal(&self) -> Arc<Signal> {
        Arc::clone(&self.signal)
    }

    /// The best engine that waits.
    pub(super) fn take(&mut self) -> Option<MadeEngine> {
        self.signal.waiting.store(false, Ordering::Release);
        self.made.try_iter().max_by_key(|made| made.stage)
    }

    /// Waits for an engine until somebody says that there is no time. `None` also when no more comes.
    pub(super) fn wait(&mut self, goes_on: &dyn Fn() -> bool) -> Option<MadeEngine> {
        while !self.is_closed && goes_on() {
            match self.made.recv_timeout(LOOK) {
                Ok(made) => return Some(made),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.is_closed = true,
            }
        }
        None
    }
}

/// Who makes them.
struct EngineMaker {
    options: SeatOptions,
    signal: Arc<Signal>,
    log: Log,
}

impl EngineMaker {
    /// All stages of a game.
    fn all(&self, game: &Game, out: &Sender<MadeEngine>) {
        let best = Mutex::new(None);
        let failures = game.start(&self.options.compile, self.limits(), &*self.signal, &|ready: Ready| {
            let stage = ready.stage();
            let compiled = match &ready {
                Ready::FirstNet(compiled) | Ready::FinalNet(compiled) => Some(Arc::clone(compiled)),
                _ => None,
            };
            match ready.engine(&*self.signal) {
                Ok(engine) => {
                    let mut best = best.lock().unwrap_or_else(PoisonError::into_inner);
                    // A better one may have been made meanwhile.
                    if *best < Some(stage) {
                        *best = Some(stage);
                        self.hand_over(out, MadeEngine { stage, engine, compiled });
                    }
                }
                Err(error) => self.failed(stage, &error),
            }
        });
        let best = *best.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody misses the rules where the net is ready.
        let missed = failures.iter().filter(|failure| Some(failure.stage) > best);
        missed.for_each(|failure| self.failed(failure.stage, &failure.error));
    }

    /// Rules that did not pass the checks: only the interpreter takes them.
    fn one(&self, sheet: &Sheet, out: &Sender<MadeEngine>) {
        match engine::interpreter(sheet, self.limits()) {
            Ok(engine) => {
                let made = MadeEngine { stage: StartStage::Rules, engine: Box::new(engine), compiled: None };
                self.hand_over(out, made);
            }
            Err(error) => self.failed(StartStage::Rules, &error.into()),
        }
    }

    fn hand_over(&self, out: &Sender<MadeEngine>, made: MadeEngine) {
        if !self.signal.stopped() {
            (self.log)(Told::Note, &format!("ready: {}", made.stage.name()));
            // The match may end just now.
            let _ = out.send(made);
            self.signal.waiting.store(true, Ordering::Release);
        }
    }

    fn failed(&self, stage: StartStage, error: &Error) {
        if !self.signal.stopped() {
            (self.log)(Told::Note, &format!("there will be no {}: {error}", stage.name()));
        }
    }

    /// The interpreter stops where a better engine waits: what it was at is asked of that one again.
    fn limits(&self) -> InterpreterLimits {
        let signal = Arc::clone(&self.signal);
        let stop = Box::new(move || signal.stopped() || signal.is_raised());
        InterpreterLimits { max_bytes: self.options.compile.limits.max_bytes, stop, ..InterpreterLimits::default() }
    }
}
