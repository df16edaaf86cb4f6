//! Infix texts with marks of prefix syntax, as course pages have them: variables such as `?x`, the words `not`, `and`,
//! `or`, the arrow `<=`. They are read where they have one meaning, with a warning.

use super::lexer::{Kind, Token};
use super::parser::Parser;
use crate::diagnostics::Diagnostic;
use crate::syntax::findings::Findings;
use crate::syntax::{Formula, Span};

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
    pub(super) fn marked(&mut self, span: Span, findings: &mut Findings) {
        if self.marked.replace(span).is_some() {
            return;
        }
        let help = "nothing needs to change here; `gdl2hdl convert` writes the game in either syntax";
        findings.warning("G033", "variables are marked by `?`, as in prefix syntax: read as variables", span, help);
        if let Some(capital) = self.capital {
            mixed(span, capital, capital, findings);
        }
    }

    /// Takes note of a variable `X`.
    pub(super) fn capital(&mut self, span: Span, findings: &mut Findings) {
        if self.capital.replace(span).is_some() {
            return;
        }
        if let Some(marked) = self.marked {
            mixed(marked, span, span, findings);
        }
    }

    fn word(&mut self, written: &str, meant: &str, span: Span, findings: &mut Findings) {
        if !std::mem::replace(&mut self.worded, true) {
            let message = format!("`{written}` is prefix syntax: read as `{meant}`");
            let help = format!("nothing needs to change here; infix syntax writes `{meant}`");
            findings.warning("G033", message, span, &help);
        }
    }
}

/// A capital means a variable where nothing else marks one, and nothing where `?` does: that has two meanings.
fn mixed(marked: Span, capital: Span, here: Span, findings: &mut Findings) {
    let help = "write each variable with `?`, and each name that is none in small letters";
    let message = "variables are marked by `?` in this text, so that a capital may begin a variable or a name";
    let diagnostic = Diagnostic::error("G034", message, here, help);
    let other = if here == capital { (marked, "marked by `?` here") } else { (capital, "a capital here") };
    findings.push(diagnostic.with_label(other.0, other.1));
}

impl<'t> Parser<'t> {
    /// Takes the word of a connective where the current token is one and stands for `kind`.
    pub(super) fn is_connective(&mut self, kind: Kind<'static>) -> bool {
        let (word, sign) = match kind {
            Kind::And => ("and", "&"),
            Kind::Bar => ("or", "|"),
            _ => return false,
        };
        if self.token.kind == kind {
            return true;
        }
        let is_word = self.token.kind == Kind::Name(word);
        if is_word {
            self.dialect.word(word, sign, self.token.span, &mut self.findings);
        }
        is_word
    }

    /// The word `not` and what it negates; the current token is the word. Where nothing follows that can be negated, the
    /// word stands for itself, and `None` comes back with `Err`.
    pub(super) fn negated_word(&mut self) -> Result<Option<Formula>, Token<'t>> {
        let word = self.advance();
        let follows = match self.token.kind {
            Kind::Open | Kind::Not => true,
            kind => kind.is_name() || matches!(kind, Kind::Variable(_) | Kind::Marked(_) | Kind::Anonymous),
        };
        if !follows {
            return Err(word);
        }
        self.dialect.word("not", "~", word.span, &mut self.findings);
        let inner = self.deeper(word.span, Self::literal);
        let span = self.since(word.span);
        if let Some(Formula::And(parts, _)) = &inner
            && parts.is_empty()
        {
            let help = "write `~p`, one negation for each atom";
            self.findings.error("G017", "`not` takes one argument, here are 0", span, help);
            return Ok(None);
        }
        Ok(inner.map(|inner| Formula::Not(Box::new(inner), span)))
    }

    /// Whether an arrow is the current token; `<=` is that of prefix syntax.
    pub(super) fn is_arrow(&mut self) -> bool {
        let is_arrow = self.token.kind == Kind::Arrow;
        if is_arrow && self.text(self.token.span) == "<=" {
            self.dialect.word("<=", ":-", self.token.span, &mut self.findings);
        }
        is_arrow
    }
}
