//! A game text to the engines that play it, as the commands make them; and traces that they play again.

use gdl2hdl::{Game, Options, Unobserved};
use gdl2hdl_gdl::check::Checked as Sound;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::interpret;
use gdl2hdl_gdl::read::{ReadOptions, Settled, read};
use gdl2hdl_gdl::syntax::{Sheet, Tolerance};
use gdl2hdl_play::engine::{self, Engine};
use gdl2hdl_play::record::{Job, record};
use gdl2hdl_play::replay::{self, replay};
use gdl2hdl_play::trace::TraceReader;
use std::error::Error;

pub(crate) type Checked<T = ()> = Result<T, Box<dyn Error>>;

/// Reads and checks a text, in the language that its content shows.
pub(crate) fn examine(text: &str, tolerance: Tolerance) -> (Result<Sound, Sheet>, Vec<Diagnostic>) {
    let Settled { sheet, diagnostics, .. } = read(text, &ReadOptions::of(tolerance));
    (sheet, diagnostics)
}

/// The same of a text that is accepted, with the codes of what was found.
pub(crate) fn accepted(text: &str) -> (Sound, Vec<&'static str>) {
    let (sheet, found) = examine(text, Tolerance::Usual);
    let errors: Vec<_> = found.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{text}: {errors:#?}");
    (sheet.unwrap(), found.iter().map(|found| found.code).collect())
}

/// The first error of a text that is refused.
pub(crate) fn refused(text: &str, tolerance: Tolerance) -> Diagnostic {
    let (_, found) = examine(text, tolerance);
    let error = found.into_iter().find(|found| found.severity == Severity::Error);
    error.unwrap_or_else(|| panic!("accepted: {text}"))
}

pub(crate) fn interpreter(sheet: &Sheet) -> Checked<engine::Interpreted> {
    Ok(engine::interpreter(sheet, interpret::InterpreterLimits::default())?)
}

/// All engines of a game.
pub(crate) fn engines(sheet: &Sound) -> Checked<Vec<(&'static str, Box<dyn Engine>)>> {
    let game = Game::of_sheet(sheet.clone());
    let ground = game.ground(&Options::default(), &Unobserved)?;
    let propnet = ground.propnet(&Unobserved)?;
    let compiled = ground.net_of(&propnet, &Unobserved)?.optimise(&Options::default(), &Unobserved)?;
    let cpu = engine::cpu(compiled.net(), &compiled.optimised().dropped, None)?;
    Ok(vec![
        ("interpreter", Box::new(interpreter(sheet)?)),
        ("ground", Box::new(engine::ground(ground.into_program())?)),
        ("propnet", Box::new(engine::propnet(propnet)?)),
        ("net", Box::new(engine::net(compiled.into_optimised())?)),
        ("cpu", Box::new(cpu)),
    ])
}

/// What the interpreter says of two playouts.
pub(crate) fn recorded(sheet: &Sheet, seed: u64, percepts: bool) -> Checked<Vec<u8>> {
    let job = Job { game: "game".into(), file: String::new(), playouts: 2, max_steps: 10, seed, percepts };
    let mut trace = Vec::new();
    record(&mut interpreter(sheet)?, &job, &mut trace, &|| false)?;
    Ok(trace)
}

/// An engine plays a trace again, which holds states to compare.
pub(crate) fn agrees(engine: &mut dyn Engine, what: &str, trace: &[u8]) -> Checked {
    let report = replay(engine, TraceReader::new(trace)?, &replay::Options::default())?;
    match report.differences.first() {
        Some(difference) => Err(format!("{what}: {difference}").into()),
        None if report.states == 0 => Err(format!("{what}: nothing was compared").into()),
        None => Ok(()),
    }
}

/// Every engine plays a game as the trace says.
pub(crate) fn all_agree(sheet: &Sound, trace: &[u8]) -> Checked {
    engines(sheet)?.iter_mut().try_for_each(|(name, engine)| agrees(&mut **engine, name, trace))
}
