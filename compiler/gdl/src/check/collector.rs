//! Diagnostics of the checks: capped, so that hostile texts cost bounded memory.

use crate::diagnostics::{Diagnostic, Severity};

/// Most errors, and most warnings, that are kept.
const MOST: usize = 100;

/// What was found so far.
#[derive(Default)]
pub(crate) struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    more_errors: bool,
    more_warnings: bool,
}

impl Diagnostics {
    /// Keeps a diagnostic, if there are not too many.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let is_error = diagnostic.severity == Severity::Error;
        let count = if is_error { self.errors } else { self.list.len() - self.errors };
        if count < MOST {
            self.errors += usize::from(is_error);
            self.list.push(diagnostic);
        } else if is_error {
            self.more_errors = true;
        } else {
            self.more_warnings = true;
        }
    }

    /// Whether another warning, which there is, is one too many: then it need not be worded.
    pub(crate) fn is_one_too_many(&mut self) -> bool {
        self.more_warnings |= self.list.len() - self.errors >= MOST;
        self.more_warnings
    }

    /// Everything kept, in order of position.
    pub(crate) fn into_sorted(self) -> Vec<Diagnostic> {
        let mut list = self.list;
        list.sort_by_key(|d| (d.labels.first().map_or(u32::MAX, |label| label.span.start), d.code));
        if self.more_errors {
            list.push(more(Severity::Error, "errors"));
        }
        if self.more_warnings {
            list.push(more(Severity::Note, "warnings"));
        }
        list
    }
}

fn more(severity: Severity, what: &str) -> Diagnostic {
    let message = format!("more than {MOST} {what}, the rest is not shown");
    Diagnostic::new(severity, "G006", message, None, "mend those above and run again".to_owned())
}
