//! Diagnostics: what is wrong with a game text, as values. Whoever shows them has the text and finds lines by [`Lines`].

pub mod codes;
mod lines;
pub(crate) mod spelling;

pub use lines::{Lines, Position};

use crate::remedy::Remedy;
use crate::span::Span;

/// How bad it is. Errors reject the game; warnings do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The game is refused.
    Error,
    /// The game is accepted, but probably not what was meant.
    Warning,
    /// Something the tool did that the user may want to know.
    Note,
}

/// A stretch of the game text with a word about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What about it; may be empty for the main label.
    pub text: String,
}

/// One diagnostic. `code` has an entry in `docs/DIAGNOSTICS.md`; `help` is never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code, `G0xx` syntax, `G1xx` rules of GDL, `G2xx` grounding and limits, `G3xx` action rules, `G5xx` SDL,
    /// `N0xx` nets.
    pub code: &'static str,
    /// Error, warning or note.
    pub severity: Severity,
    /// One line, lower case, no final dot.
    pub message: String,
    /// Main label first; empty when no place in the text is to blame.
    pub labels: Vec<Label>,
    /// The help.
    pub help: String,
    /// Remedies that the help speaks of, each in the words of its `Display`.
    pub remedies: Vec<Remedy>,
}

impl Diagnostic {
    /// An error at `span`.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>, span: Span, help: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into(), Some(span), help.into())
    }

    /// A warning at `span`.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>, span: Span, help: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into(), Some(span), help.into())
    }

    /// A diagnostic of any severity, with or without a place.
    #[must_use]
    pub fn new(severity: Severity, code: &'static str, message: String, span: Option<Span>, help: String) -> Self {
        let labels = span.into_iter().map(|span| Label { span, text: String::new() }).collect();
        Self { code, severity, message, labels, help, remedies: Vec::new() }
    }

    /// Says that the help speaks of a remedy.
    #[must_use]
    pub fn speaking_of(mut self, remedy: Remedy) -> Self {
        self.remedies.push(remedy);
        self
    }

    /// Adds a secondary label.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }
}
