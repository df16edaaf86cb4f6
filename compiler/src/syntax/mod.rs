//! Game texts to rule sheets and back. Readers never stop at the first error and keep byte spans;
//! they decide nothing about meaning.

pub mod kif;
mod span;
mod symbol;
mod tree;

pub use span::Span;
pub use symbol::{Symbol, Symbols};
pub use tree::{Atom, Formula, Rule, Sheet, Term};

use crate::diagnostics::Diagnostic;

/// Deepest nesting of parentheses a reader accepts. Everything after the readers may recurse over trees.
pub const MAX_NESTING: usize = 200;

/// What a reader made of a text: the rules it understood, and everything it did not.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The rules that were understood.
    pub sheet: Sheet,
    /// Errors and warnings, in order of position.
    pub diagnostics: Vec<Diagnostic>,
}
