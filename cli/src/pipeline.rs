//! From a path to a compiled game: calls the stages in order and shows what they say.

use crate::args::EngineName;
use crate::failure::Failure;
use crate::input::{self, Source};
use crate::session::{self, Session};
use gdl2hdl_compiler::diagnostics::Diagnostic;
use gdl2hdl_compiler::ground::{self, Grounding, Limits};
use gdl2hdl_compiler::syntax::{Parsed, Sheet, kif};
use gdl2hdl_runtime::engine::{self, Engine, LayoutError};
use std::path::Path;

/// A game text that was read.
pub(crate) struct Loaded {
    pub(crate) source: Source,
    pub(crate) sheet: Sheet,
    /// Everything the reader and the checks found.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads and checks a game; findings are kept, not shown.
pub(crate) fn examine(session: &Session, game: &Path) -> Result<Loaded, Failure> {
    let source = input::read(game, session.common.max_input)?;
    let Parsed { sheet, diagnostics } = kif::parse(&source.text);
    Ok(Loaded { source, sheet, diagnostics })
}

/// Reads and checks a game, shows all findings, and gives it only when it has no errors.
pub(crate) fn load(session: &Session, game: &Path) -> Result<Loaded, Failure> {
    let loaded = examine(session, game)?;
    session.show(&loaded.source, &loaded.diagnostics)?;
    Ok(loaded)
}

/// Bounds of all stages, from the options.
pub(crate) fn limits(session: &Session) -> Limits {
    let max_bytes = usize::try_from(session.common.max_memory).unwrap_or(usize::MAX);
    Limits { max_bytes, ..Limits::default() }
}

/// Grounds a game.
pub(crate) fn ground(session: &Session, loaded: &Loaded) -> Result<Grounding, Failure> {
    let options = ground::Options { limits: limits(session), ..ground::Options::default() };
    match ground::ground(&loaded.sheet, &options, session) {
        Ok(grounding) => {
            session.show(&loaded.source, &grounding.diagnostics)?;
            Ok(grounding)
        }
        Err(diagnostic) => {
            let diagnostics = [*diagnostic];
            session.show(&loaded.source, &diagnostics)?;
            Err(Failure::Shown(session::status(&diagnostics)))
        }
    }
}

/// Makes an engine for a game.
pub(crate) fn engine(session: &Session, loaded: &Loaded, name: EngineName) -> Result<Box<dyn Engine>, Failure> {
    let bug = |error: LayoutError| Failure::unavailable(format!("the compiler contradicts itself: {error}"));
    match name {
        EngineName::Ground => Ok(Box::new(engine::ground(ground(session, loaded)?.program).map_err(bug)?)),
        EngineName::Interpreter => Err(Failure::usage("not there yet")),
    }
}
