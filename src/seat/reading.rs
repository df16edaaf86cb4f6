//! The rules that a manager sends, as far as they can be understood.

use super::log::{Log, Told};
use crate::Game;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::read::{ReadOptions, Settled, read};
use gdl2hdl_gdl::syntax::{Language, Sheet, Tolerance};

/// Stack of threads that read rules of others, in bytes. The nesting of all trees is bounded; this leaves a wide margin.
pub(super) const STACK: usize = 256 << 20;

/// Rules of a match.
pub(super) enum Rules {
    /// They passed the checks.
    Sound(Game),
    /// They did not: the interpreter plays them as far as it can.
    Broken(Sheet),
}

/// Reads rules in prefix syntax. A manager's rules are played whatever the checks say of them: nobody can mend them during a
/// match.
pub(super) fn rules_of(text: &str, log: &Log) -> Rules {
    let mut options = ReadOptions { allow_incomplete: true, ..ReadOptions::of(Tolerance::Lenient) };
    options.parse.language = Some(Language::Kif);
    let Settled { sheet, diagnostics, .. } = read(text, &options);
    match sheet {
        Ok(sheet) => Rules::Sound(Game::of_sheet(sheet)),
        Err(sheet) => {
            let why = worst(&diagnostics);
            log(Told::Warning, &format!("the rules are broken, and are played as far as they go: {why}"));
            Rules::Broken(sheet)
        }
    }
}

/// The first error, and how many there are.
fn worst(diagnostics: &[Diagnostic]) -> String {
    let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let Some(first) = errors.next() else { return "no reason is known".to_owned() };
    match errors.count() {
        0 => format!("{}: {}", first.code, first.message),
        more => format!("{}: {}; {more} more errors", first.code, first.message),
    }
}
