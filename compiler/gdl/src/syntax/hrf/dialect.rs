//! Infix texts with marks of prefix syntax, as course pages have them: variables such as `?x`, the words `not`, `and`,
//! `or`, the arrow `<=`. They are read where they have one meaning, with a warning.

use crate::diagnostics::Diagnostic;
use crate::syntax::Span;
use crate::syntax::collector::Diagnostics;

/// What was met so far.
#[derive(Default)]
pub(super) struct Dialect {
    /// The first variable with a `?`, and the first without.
    marked: Option<Span>,
    capital: Option<Span>,
    /// Whether a word or an arrow of prefix syntax was reported.
    worded: bool,
}

impl Dialect {
    /// Takes note of a variable `?x`.
    pub(super) fn marked(&mut self, span: Span, diagnostics: &mut Diagnostics) {
        if self.marked.replace(span).is_some() {
            return;
        }
        let help = "nothing needs to change here; `gdl2hdl convert` writes the game in either syntax";
        diagnostics.warning("G033", "variables are marked by `?`, as in prefix syntax: read as variables", span, help);
        if let Some(capital) = self.capital {
            mixed(span, capital, capital, diagnostics);
        }
    }

    /// Takes note of a variable `X`.
    pub(super) fn capital(&mut self, span: Span, diagnostics: &mut Diagnostics) {
        if self.capital.replace(span).is_some() {
            return;
        }
        if let Some(marked) = self.marked {
            mixed(marked, span, span, diagnostics);
        }
    }

    /// Takes note of a word or sign of prefix syntax.
    pub(super) fn word(&mut self, written: &str, meant: &str, span: Span, diagnostics: &mut Diagnostics) {
        if !std::mem::replace(&mut self.worded, true) {
            let message = format!("`{written}` is prefix syntax: read as `{meant}`");
            let help = format!("nothing needs to change here; infix syntax writes `{meant}`");
            diagnostics.warning("G033", message, span, &help);
        }
    }
}

/// A capital means a variable where nothing else marks one, and nothing where `?` does: that has two meanings.
fn mixed(marked: Span, capital: Span, here: Span, diagnostics: &mut Diagnostics) {
    let help = "write each variable with `?`, and each name that is none in small letters";
    let message = "variables are marked by `?` in this text, so that a capital may begin a variable or a name";
    let diagnostic = Diagnostic::error("G034", message, here, help);
    let other = if here == capital { (marked, "marked by `?` here") } else { (capital, "a capital here") };
    diagnostics.push(diagnostic.with_label(other.0, other.1));
}
