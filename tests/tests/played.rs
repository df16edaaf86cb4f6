//! A game text to the engines that play it, as the commands make them.

use gdl2hdl_compiler::diagnostics::{Diagnostic, Severity};
use gdl2hdl_compiler::ground::{self, Limits};
use gdl2hdl_compiler::interpret;
use gdl2hdl_compiler::net;
use gdl2hdl_compiler::opt::{self, Level};
use gdl2hdl_compiler::propnet;
use gdl2hdl_compiler::read::{ReadOptions, read};
use gdl2hdl_compiler::syntax::{Sheet, Tolerance};
use gdl2hdl_compiler::watch::Unwatched;
use gdl2hdl_runtime::engine::{self, Engine};

/// Reads and checks a text, in the language that its content shows.
pub(crate) fn examine(text: &str, tolerance: Tolerance) -> (Sheet, Vec<Diagnostic>) {
    let parsed = read(text, &ReadOptions::of(tolerance));
    (parsed.sheet, parsed.diagnostics)
}

/// The same of a text that is accepted, with the codes of what was found.
pub(crate) fn accepted(text: &str) -> (Sheet, Vec<&'static str>) {
    let (sheet, found) = examine(text, Tolerance::Usual);
    let errors: Vec<_> = found.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{text}: {errors:#?}");
    (sheet, found.iter().map(|found| found.code).collect())
}

/// The first error of a text that is refused.
pub(crate) fn refused(text: &str, tolerance: Tolerance) -> Diagnostic {
    let (_, found) = examine(text, tolerance);
    let error = found.into_iter().find(|found| found.severity == Severity::Error);
    error.unwrap_or_else(|| panic!("accepted: {text}"))
}

/// The engines of a game, the interpreter first.
pub(crate) fn engines(sheet: &Sheet) -> Vec<(&'static str, Box<dyn Engine>)> {
    let program = ground::ground(sheet, &ground::Options::default(), &Unwatched).unwrap().program;
    let built = propnet::build(&program, &Limits::default(), &Unwatched).unwrap();
    let options = opt::Options { level: Level::O2, ..opt::Options::default() };
    let optimised = opt::optimise(net::from_propnet(&built), options, &Unwatched).unwrap();
    let cpu = engine::cpu(net::verify(&optimised.net).unwrap(), &optimised.dropped, None).unwrap();
    vec![
        ("interpreter", Box::new(engine::interpreter(sheet, interpret::Limits::default()).unwrap())),
        ("ground", Box::new(engine::ground(program).unwrap())),
        ("propnet", Box::new(engine::propnet(built).unwrap())),
        ("net", Box::new(engine::net(optimised.clone()).unwrap())),
        ("cpu", Box::new(cpu)),
    ]
}
