//! A game through the compiler, its requirements, and the interpreter that confirms what is said of it.

use gdl2hdl::{Compiled, Level, Unobserved};
use gdl2hdl_gdl::interpret;
use gdl2hdl_play::engine::{self, Codec};
use gdl2hdl_play::requirements::{self, Options, Report, Timer, confirm};

/// As far as a small game goes.
pub(crate) const ALL_STATES: Options =
    Options { max_states: 300_000, max_bytes: 1 << 30, playouts: 500, max_steps: 100, seed: 1 };
/// So few states that playouts must go on looking.
pub(crate) const FEW_STATES: Options = Options { max_states: 1, ..ALL_STATES };

/// A compiled game.
pub(crate) struct Game {
    rules: gdl2hdl::Game,
    compiled: Compiled,
}

impl Game {
    pub(crate) fn compile(text: &str) -> Self {
        Self::compile_with(text, Level::O2)
    }

    pub(crate) fn compile_with(text: &str, level: Level) -> Self {
        let rules = gdl2hdl::Game::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let compiled = rules.compile(&gdl2hdl::Options::default().level(level), &Unobserved).unwrap();
        Self { rules, compiled }
    }

    /// What is known of it; the interpreter of the rules has played every line.
    pub(crate) fn report(&mut self, options: &Options) -> Report {
        let never = || false;
        let clock = Timer { visited: &never, over: &never, observer: &Unobserved };
        let report = requirements::check(self.compiled.net(), options, &clock).unwrap();
        let codec = Codec::new(self.compiled.layout()).unwrap();
        let mut engine = engine::interpreter(self.rules.sheet(), interpret::InterpreterLimits::default()).unwrap();
        for outcome in &report.outcomes {
            if let Some(line) = &outcome.line {
                confirm(&mut engine, &codec, line).unwrap_or_else(|error| panic!("{error}: {outcome:#?}"));
            }
        }
        report
    }
}
