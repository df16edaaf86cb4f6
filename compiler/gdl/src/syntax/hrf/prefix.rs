//! Words and signs of prefix syntax, where a text in infix syntax has them.

use super::lexer::{Token, TokenKind};
use super::parser::Parser;
use crate::syntax::Formula;

impl<'t> Parser<'t> {
    /// Takes the word of a connective where the current token is one and stands for `kind`.
    pub(super) fn is_connective(&mut self, kind: TokenKind<'static>) -> bool {
        let (word, sign) = match kind {
            TokenKind::And => ("and", "&"),
            TokenKind::Bar => ("or", "|"),
            _ => return false,
        };
        if self.token.kind == kind {
            return true;
        }
        let is_word = self.token.kind == TokenKind::Name(word);
        if is_word {
            self.dialect.word(word, sign, self.token.span, &mut self.diagnostics);
        }
        is_word
    }

    /// The word `not` and what it negates; the current token is the word. Where nothing follows that can be negated, the
    /// word stands for itself, and `None` comes back with `Err`.
    pub(super) fn negated_word(&mut self) -> Result<Option<Formula>, Token<'t>> {
        let word = self.advance();
        let follows = match self.token.kind {
            TokenKind::Open | TokenKind::Not => true,
            kind => {
                kind.is_name() || matches!(kind, TokenKind::Variable(_) | TokenKind::Marked(_) | TokenKind::Anonymous)
            }
        };
        if !follows {
            return Err(word);
        }
        self.dialect.word("not", "~", word.span, &mut self.diagnostics);
        let inner = self.deeper(word.span, Self::literal);
        let span = self.since(word.span);
        if let Some(Formula::And(parts, _)) = &inner
            && parts.is_empty()
        {
            let help = "write `~p`, one negation for each atom";
            self.diagnostics.error("G017", "`not` takes one argument, here are 0", span, help);
            return Ok(None);
        }
        Ok(inner.map(|inner| Formula::Not(Box::new(inner), span)))
    }

    /// Whether an arrow is the current token; `<=` is that of prefix syntax.
    pub(super) fn is_arrow(&mut self) -> bool {
        let is_arrow = self.token.kind == TokenKind::Arrow;
        if is_arrow && self.text(self.token.span) == "<=" {
            self.dialect.word("<=", ":-", self.token.span, &mut self.diagnostics);
        }
        is_arrow
    }
}
