//! A game through the compiler, its requirements, and the interpreter that confirms what is said of it.

use gdl2hdl_gdl::check::{CheckOptions, Checked};
use gdl2hdl_gdl::diagnostics::Severity;
use gdl2hdl_gdl::interpret;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::syntax;
use gdl2hdl_ground::{self as ground, Limits};
use gdl2hdl_net as net;
use gdl2hdl_net::propnet;
use gdl2hdl_opt::{self as opt, Level, Optimised};
use gdl2hdl_runtime::engine::{self, Codec, Layout};
use gdl2hdl_runtime::requirements::{self, Clock, Options, Report, confirm};

/// As far as a small game goes.
pub(crate) const ALL_STATES: Options =
    Options { max_states: 300_000, max_bytes: 1 << 30, playouts: 500, max_steps: 100, seed: 1 };
/// So few states that playouts must go on looking.
pub(crate) const FEW_STATES: Options = Options { max_states: 1, ..ALL_STATES };

/// A compiled game.
pub(crate) struct Game {
    sheet: Checked,
    optimised: Optimised,
}

impl Game {
    pub(crate) fn compile(text: &str) -> Self {
        Self::compile_with(text, Level::O2)
    }

    pub(crate) fn compile_with(text: &str, level: Level) -> Self {
        let parsed = syntax::parse(text, None);
        assert!(parsed.diagnostics.iter().all(|d| d.severity != Severity::Error), "{text}\n{:?}", parsed.diagnostics);
        let options = CheckOptions { language: parsed.language, ..CheckOptions::default() };
        let sheet = Checked::new(parsed.sheet, &options).unwrap_or_else(|found| panic!("{text}\n{found:?}"));
        let program = ground::ground(&sheet, &ground::Options::default(), &Unobserved).unwrap().program;
        let built = propnet::build(&program, &Limits::default(), &Unobserved).unwrap();
        let optimised = opt::optimise(net::from_propnet(&built), level.into(), &Unobserved).unwrap();
        Self { sheet, optimised }
    }

    /// What is known of it; the interpreter of the rules has played every line.
    pub(crate) fn report(&mut self, options: &Options) -> Report {
        let never = || false;
        let clock = Clock { visited: &never, over: &never, progress: &|_, _, _| {} };
        let report = requirements::check(net::verify(&self.optimised.net).unwrap(), options, &clock).unwrap();
        let layout = Layout::of_ports(&self.optimised.net.ports, &self.optimised.dropped);
        let codec = Codec::new(layout).unwrap();
        let mut engine = engine::interpreter(&self.sheet, interpret::Limits::default()).unwrap();
        for finding in &report.findings {
            if let Some(line) = &finding.line {
                confirm(&mut engine, &codec, line).unwrap_or_else(|error| panic!("{error}: {finding:#?}"));
            }
        }
        report
    }
}
