//! SDL, the language of games with a memory, to GDL: rule sheets whose atoms name the step they speak of become sheets
//! of a game without steps, and everything after the readers takes them as any other.
//!
//! What a rule asks of the step it speaks about stays as it is. What it asks of steps before is kept in facts of the
//! state, one for each ground atom (`history`). Steps that rules use as values are counted (`counter`). All else of
//! steps disappears. `docs/SDL.md` has the whole story.
//!
//! Nothing is evaluated here but the order of the steps, where rules define it. Spans of the text are kept: what is made
//! has the span of what it was made for.

mod before;
mod case;
mod chain;
mod counter;
mod detect;
mod history;
mod literals;
mod lower;
pub(crate) mod names;
mod relations;
mod rules;
mod steps;
mod structure;
mod vocabulary;

pub use detect::is_sdl;

use crate::check::spelling::Spelling;
use crate::diagnostics::Diagnostic;
use crate::syntax::{Language, Parsed, Sheet};

/// How an SDL text is taken.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Most steps that a rule may look back.
    pub max_history: usize,
    /// How names and atoms are written in messages.
    pub language: Language,
}

/// Steps back that are accepted unless somebody says otherwise. Each costs a fact of the state for every ground atom.
pub const MAX_HISTORY: usize = 8;

impl Default for Options {
    fn default() -> Self {
        Self { max_history: MAX_HISTORY, language: Language::default() }
    }
}

/// What became of an SDL sheet.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The game in GDL: all of it when there is no error, else what could be understood.
    pub sheet: Sheet,
    /// Errors and warnings, in order of position.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers a sheet of SDL to one of GDL. **Cost:** proportional to the text, times the steps that rules look back.
#[must_use]
pub fn lower(sheet: &Sheet, options: &Options) -> Lowered {
    let spelling = Spelling { symbols: &sheet.symbols, language: options.language };
    lower::sheet(sheet, spelling, options.max_history)
}

/// A text that was read, as GDL: lowered when it is SDL, because `from` says so or its content does, and as it is
/// otherwise.
#[must_use]
pub fn settle(parsed: Parsed, from: Option<Language>, max_history: usize) -> Parsed {
    // Action rules are GDL already when they are read.
    let may_be = parsed.language != Language::Action;
    let is_asked = from.map_or_else(|| may_be && is_sdl(&parsed.sheet), |language| language == Language::Sdl);
    // A text without rules has its diagnostic already.
    if !is_asked || parsed.sheet.rules.is_empty() {
        return parsed;
    }
    let Parsed { sheet, mut diagnostics, language } = parsed;
    let options = Options { max_history, language };
    let lowered = lower(&sheet, &options);
    diagnostics.extend(lowered.diagnostics);
    Parsed { sheet: lowered.sheet, diagnostics, language }
}

#[cfg(test)]
mod tests;
