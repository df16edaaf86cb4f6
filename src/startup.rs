//! A game that is played at once, and faster from stage to stage: for players, who have seconds from the rules to the
//! first move.

use crate::{Compiled, Error, Game, Level, Options};
use gdl2hdl_gdl::interpret::InterpreterLimits;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_play::engine::{self, Engine, GroundEngine, Interpreted};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// What a game is played with, from the first that is ready to the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StartStage {
    /// The rules as they stand.
    Rules,
    /// The rules without variables.
    Ground,
    /// The net, hardly optimised: [`Level::O1`].
    FirstNet,
    /// The net, optimised as the options say.
    FinalNet,
}

impl StartStage {
    /// All of them, the best one last.
    pub const ALL: [Self; 4] = [Self::Rules, Self::Ground, Self::FirstNet, Self::FinalNet];

    /// What it is called in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules interpreter",
            Self::Ground => "ground rules",
            Self::FirstNet => "first net",
            Self::FinalNet => "final net",
        }
    }
}

/// What is ready. All of them play the same game, with the same sentences.
pub enum Ready {
    /// An engine of the rules as they stand.
    Rules(Box<Interpreted>),
    /// An engine of the rules without variables.
    Ground(Box<GroundEngine>),
    /// A net that is hardly optimised.
    FirstNet(Arc<Compiled>),
    /// The net as it was asked for.
    FinalNet(Arc<Compiled>),
}

impl Ready {
    /// The stage that made it.
    #[must_use]
    pub const fn stage(&self) -> StartStage {
        match self {
            Self::Rules(_) => StartStage::Rules,
            Self::Ground(_) => StartStage::Ground,
            Self::FirstNet(_) => StartStage::FirstNet,
            Self::FinalNet(_) => StartStage::FinalNet,
        }
    }

    /// An engine of one position, in the initial state. [`engine::Swappable`] exchanges it for the next one during play.
    ///
    /// **Cost:** machine code is made of a net.
    ///
    /// # Errors
    /// [`Error::Machine`] when this processor can't run the net, or when `observer` stopped the work.
    pub fn engine(self, observer: &dyn Observer) -> Result<Box<dyn Engine + Send>, Error> {
        match self {
            Self::Rules(engine) => Ok(engine),
            Self::Ground(engine) => Ok(engine),
            Self::FirstNet(compiled) | Self::FinalNet(compiled) => {
                let optimised = compiled.optimised();
                let made = engine::cpu_observed(compiled.net(), &optimised.dropped, None, observer)?;
                Ok(Box::new(made.assuming(optimised.known.clone())))
            }
        }
    }
}

/// A stage that gave nothing.
#[derive(Debug)]
pub struct StartFailure {
    /// The stage.
    pub stage: StartStage,
    /// Why.
    pub error: Error,
}

impl Game {
    /// Makes all that the game can be played with, and gives each to `ready` as soon as it is there. Returns when the final
    /// net is, with the stages that failed: where there is no net, the interpreter goes on.
    ///
    /// Stages work side by side on threads of their own. `ready` is called on these threads, maybe on several at a time. What
    /// is ready after something better is left out.
    ///
    /// `rules` bounds the interpreter, for as long as it is used. `observer` may end the other stages.
    pub fn start(
        &self,
        options: &Options,
        rules: InterpreterLimits,
        observer: &dyn Observer,
        ready: &(dyn Fn(Ready) + Sync),
    ) -> Vec<StartFailure> {
        let board = Board { ready, best: Mutex::new(None), failures: Mutex::default() };
        thread::scope(|scope| {
            let board = &board;
            scope.spawn(move || {
                let engine = engine::interpreter(self.sheet(), rules).map_err(Error::from);
                board.put(StartStage::Rules, engine.map(|engine| Ready::Rules(Box::new(engine))));
            });
            let ground = match self.ground(options, observer) {
                Ok(ground) => ground,
                Err(error) => return board.put(StartStage::Ground, Err(error)),
            };
            let program = ground.program().clone();
            scope.spawn(move || {
                let engine = engine::ground_observed(program, observer).map_err(Error::from);
                board.put(StartStage::Ground, engine.map(|engine| Ready::Ground(Box::new(engine))));
            });
            let built = match ground.net(observer) {
                Ok(built) => built,
                Err(error) => return board.put(StartStage::FirstNet, Err(error)),
            };
            if options.level > Level::O1 {
                let (first, options) = (built.clone(), options.clone().level(Level::O1));
                scope.spawn(move || {
                    let compiled = first.optimise(&options, observer);
                    board.put(StartStage::FirstNet, compiled.map(|compiled| Ready::FirstNet(Arc::new(compiled))));
                });
            }
            let compiled = built.optimise(options, observer);
            board.put(StartStage::FinalNet, compiled.map(|compiled| Ready::FinalNet(Arc::new(compiled))));
        });
        board.failures.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where stages put what they made.
struct Board<'r> {
    ready: &'r (dyn Fn(Ready) + Sync),
    /// The best stage so far.
    best: Mutex<Option<StartStage>>,
    failures: Mutex<Vec<StartFailure>>,
}

impl Board<'_> {
    /// A stage came to its end.
    fn put(&self, stage: StartStage, made: Result<Ready, Error>) {
        match made {
            Ok(made) => {
                let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
                let is_better = best.is_none_or(|best| stage > best);
                if is_better {
                    *best = Some(stage);
                }
                // Others may be told while this is taken.
                drop(best);
                if is_better {
                    (self.ready)(made);
                }
            }
            Err(error) => {
                let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
                failures.push(StartFailure { stage, error });
            }
        }
    }
}
