//! Diagnostics while reading: capped, so that garbage costs bounded memory.

use super::Span;
use crate::diagnostics::{Diagnostic, Severity};

/// Errors reported before the reader gives up on a text; as many warnings are kept.
pub(super) const MAX_ERRORS: usize = 100;

/// What was found so far.
#[derive(Debug, Default)]
pub(super) struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    /// Where the first error stood that was too many.
    overflow: Option<Span>,
    /// The text is to be read no further, for a reason already reported.
    stopped: bool,
}

impl Diagnostics {
    pub(super) fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span, help: &str) {
        self.push(Diagnostic::error(code, message, span, help));
    }

    pub(super) fn warning(&mut self, code: &'static str, message: impl Into<String>, span: Span, help: &str) {
        self.push(Diagnostic::warning(code, message, span, help));
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if self.stopped {
            return;
        }
        let is_error = diagnostic.severity == Severity::Error;
        let count = if is_error { self.errors } else { self.list.len() - self.errors };
        if count < MAX_ERRORS {
            self.errors += usize::from(is_error);
            self.list.push(diagnostic);
        } else if is_error && self.overflow.is_none() {
            self.overflow = Some(diagnostic.labels.first().map_or_else(Span::default, |label| label.span));
        }
    }

    /// Reports a parenthesis that is not closed where it was expected: at `here`, or at the end of the text.
    pub(super) fn not_closed(&mut self, here: Span, open: Span, wanted: &str, at_end: bool) {
        let message =
            if at_end { "the text ends inside parentheses".to_owned() } else { format!("{wanted} was expected") };
        let help = "close the parenthesis, or write what connects these parts";
        self.push(Diagnostic::error("G001", message, here, help).with_label(open, "opened here"));
    }

    /// Ends the reading of this text.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether reading further is of no use.
    pub(super) fn is_over(&self) -> bool {
        self.stopped || self.overflow.is_some()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether there are errors among them.
    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Everything found, in order of position.
    pub(super) fn into_sorted(self) -> Vec<Diagnostic> {
        let mut list = self.list;
        list.sort_by_key(|d| d.labels.first().map_or(0, |label| label.span.start));
        // A part of a text that is looked at twice is reported once.
        list.dedup();
        list.extend(self.overflow.map(|span| {
            Diagnostic::error(
                "G006",
                format!("more than {MAX_ERRORS} errors, the rest of the text was not read"),
                span,
                "mend the errors above and run again; is this a game text, and in this syntax?",
            )
        }));
        list
    }
}
