//! Game texts to rule sheets and back. Readers never stop at the first error and keep byte spans;
//! they decide nothing about meaning.

pub mod action;
mod collector;
mod equality;
mod goal_value;
pub mod hrf;
pub mod kif;
mod language;
mod name;
mod own_words;
pub mod print;
pub mod reach;
mod same;

mod symbol;
mod tolerance;
mod tree;

pub use crate::span::Span;
pub use goal_value::{goal_value, with_lawful_goals};
pub use goal_value::{is_common, is_of_gdl, read_as_integer};
pub use language::{Language, decode, detect};
pub use name::{MAX_NAME_BYTES, ends_word, is_blank, is_name};
pub use own_words::rename_own_words;
pub(crate) use own_words::reserved_arity;
pub use same::same;
pub use symbol::{Symbol, Symbols};
pub use tolerance::Tolerance;
pub use tree::{Atom, Formula, Rule, Sheet, Term};
pub use tree::{each_atom, each_atom_mut};

use crate::diagnostics::{Diagnostic, Severity};
use crate::remedy::Remedy;
use collector::Diagnostics;

/// Deepest nesting of argument lists and connectives a reader accepts ([`Rule::nesting`]).
/// Everything after the readers may recurse over trees.
pub const MAX_NESTING: usize = 200;

/// What a reader made of a text: the rules it understood, and everything it did not.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The rules that were understood.
    pub sheet: Sheet,
    /// Errors and warnings, in order of position.
    pub diagnostics: Vec<Diagnostic>,
    /// The syntax the text was read in; that of an SDL text is one of the others.
    pub language: Language,
}

/// How to read a text, and how much of it.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// The syntax; told from the content when absent.
    pub language: Option<Language>,
    /// Longest text in bytes. Spans are exact up to 4 GiB.
    pub max_bytes: usize,
    /// Most names and variables in a text. This bounds memory: a word takes at most about 200 bytes.
    pub max_words: usize,
    /// What is accepted beside the letter of the language.
    pub tolerance: Tolerance,
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self { language: None, max_bytes: 64 << 20, max_words: 4_000_000, tolerance: Tolerance::Usual }
    }
}

/// Reads a text in the given syntax, or in the one its content shows, within the default limits.
#[must_use]
pub fn parse(text: &str, language: Option<Language>) -> Parsed {
    parse_with(text, &ParseOptions { language, ..ParseOptions::default() })
}

/// Reads a text. Never fails: what can't be understood is reported and skipped.
#[must_use]
pub fn parse_with(text: &str, options: &ParseOptions) -> Parsed {
    if text.len() > options.max_bytes {
        let message = format!("text of {} bytes, the limit is {}", text.len(), options.max_bytes);
        let help = "is this a game text? if so, raise the limit".to_owned();
        let diagnostics = vec![Diagnostic::new(Severity::Error, "G007", message, None, help)];
        let language = options.language.unwrap_or_default();
        return Parsed { sheet: Sheet::default(), diagnostics, language };
    }
    if let Some(at) = text.find('\0').and_then(|at| u32::try_from(at).ok()) {
        return binary(at, options.language.unwrap_or_default());
    }
    // SDL comes in either syntax.
    let told = options.language.filter(|&language| language != Language::Sdl);
    let mut parsed = match told.unwrap_or_else(|| detect(text)) {
        Language::Kif => kif::parse_limited(text, options.max_words),
        Language::Hrf | Language::Sdl => hrf::parse_limited(text, options.max_words),
        Language::Action => action::parse_limited(text, options.max_words),
    };
    if options.tolerance == Tolerance::Strict {
        refuse_departures(&mut parsed.diagnostics);
    }
    parsed
}

/// Codes of what is read though the letter of the language has it otherwise.
const DEPARTURES: [&str; 3] = ["G031", "G033", "G035"];

/// Makes errors of what is only accepted since it has one reading.
pub(crate) fn refuse_departures(found: &mut [Diagnostic]) {
    for found in found.iter_mut().filter(|found| DEPARTURES.contains(&found.code)) {
        found.severity = Severity::Error;
        found.help = format!("{}; {}", found.help.replace("nothing needs to change here; ", ""), Remedy::Strict);
        found.remedies.push(Remedy::Strict);
    }
}

/// A text with a zero byte is no text: one error says more than a hundred.
fn binary(at: u32, language: Language) -> Parsed {
    let message = "the text holds a zero byte: this is a binary file";
    let help = "give the text of a game; unpack it first if it is compressed";
    let diagnostics = vec![Diagnostic::error("G003", message, Span { start: at, end: at + 1 }, help)];
    Parsed { sheet: Sheet::default(), diagnostics, language }
}

/// The last steps every reader shares.
fn finish(mut sheet: Sheet, mut diagnostics: Diagnostics, language: Language) -> Parsed {
    equality::settle(&mut sheet);
    // In action rules a goal is a view like others, and its values are names.
    if language != Language::Action {
        goal_value::settle(&mut sheet, &mut diagnostics);
    }
    if sheet.rules.is_empty() && diagnostics.is_empty() {
        let message = "the text holds no rules".to_owned();
        let help = "give a game description: at least roles, `legal`, `goal` and `terminal`".to_owned();
        diagnostics.push(Diagnostic::new(Severity::Error, "G008", message, None, help));
    }
    Parsed { sheet, diagnostics: diagnostics.into_sorted(), language }
}
