//! Infix syntax: bodies and terms.

use super::lexer::TokenKind;
use super::parser::Parser;
use crate::syntax::{Formula, Span, Term};

impl Parser<'_> {
    /// An atom, a comparison, a negation, or a group in parentheses.
    pub(super) fn literal(&mut self) -> Option<Formula> {
        let start = self.token.span;
        match self.token.kind {
            TokenKind::Not => {
                self.advance();
                let inner = self.deeper(start, Self::literal)?;
                Some(Formula::Not(Box::new(inner), self.since(start)))
            }
            TokenKind::Open => {
                self.advance();
                self.deeper(start, |parser| parser.group(start))
            }
            TokenKind::Name("not") => match self.negated_word() {
                Ok(negation) => negation,
                Err(word) => {
                    let name = self.names.constant(word, &mut self.diagnostics);
                    self.comparison(start, Term::Constant(name, start))
                }
            },
            TokenKind::Name(_)
            | TokenKind::Quoted(_)
            | TokenKind::Variable(_)
            | TokenKind::Marked(_)
            | TokenKind::Anonymous => {
                let left = self.term()?;
                self.comparison(start, left)
            }
            _ => self.unexpected("a literal"),
        }
    }

    /// An atom, or two terms with `=` or `!=` between them; the first of them was taken.
    fn comparison(&mut self, start: Span, left: Term) -> Option<Formula> {
        let operator = self.token.kind;
        if !matches!(operator, TokenKind::Equal | TokenKind::NotEqual) {
            return Some(Formula::from_atom(self.relation(left)?));
        }
        self.advance();
        let right = self.term()?;
        let span = self.since(start);
        Some(match operator {
            TokenKind::Equal => Formula::Equal(left, right, span),
            _ => Formula::Distinct(left, right, span),
        })
    }

    /// The inside of parentheses and the closing one: alternatives of conjunctions. `()` is true, `(|)` is false.
    fn group(&mut self, open: Span) -> Option<Formula> {
        let mut alternatives = Vec::new();
        match self.token.kind {
            TokenKind::Close => {
                self.advance();
                return Some(Formula::And(Vec::new(), self.since(open)));
            }
            TokenKind::Bar => {
                self.advance();
            }
            _ => {
                alternatives.push(self.conjunction()?);
                while self.is_connective(TokenKind::Bar) {
                    self.advance();
                    alternatives.push(self.conjunction()?);
                }
            }
        }
        self.close(open, "`&`, `|` or `)`")?;
        let span = self.since(open);
        // Parentheses around a single part only group.
        if alternatives.len() == 1 { alternatives.pop() } else { Some(Formula::Or(alternatives, span)) }
    }

    /// `lit & lit & ...` inside parentheses.
    fn conjunction(&mut self) -> Option<Formula> {
        let start = self.token.span;
        let mut parts = vec![self.literal()?];
        while self.token.kind == TokenKind::Comma || self.is_connective(TokenKind::And) {
            self.advance();
            parts.push(self.literal()?);
        }
        let span = self.since(start);
        if parts.len() == 1 { parts.pop() } else { Some(Formula::And(parts, span)) }
    }

    fn term(&mut self) -> Option<Term> {
        let token = self.token;
        let variable = match token.kind {
            TokenKind::Variable(name) => {
                self.dialect.capital(token.span, &mut self.diagnostics);
                self.names.variable(name)
            }
            TokenKind::Marked(name) => {
                self.dialect.marked(token.span, &mut self.diagnostics);
                self.names.marked(name)
            }
            TokenKind::Anonymous => self.names.anonymous(),
            TokenKind::Name(_) | TokenKind::Quoted(_) => return self.application(),
            _ => return self.unexpected("a term"),
        };
        self.advance();
        if self.token.kind == TokenKind::Open {
            let help = "use a name that begins with a lower-case letter: variables stand for terms only";
            self.diagnostics.error("G014", "a variable where a name must stand", token.span, help);
            return None;
        }
        Some(Term::Variable(variable, token.span))
    }

    /// `name`, `name()` or `name(term, ...)`; the current token is the name.
    pub(super) fn application(&mut self) -> Option<Term> {
        let token = self.advance();
        let name = self.names.constant(token, &mut self.diagnostics);
        if self.token.kind != TokenKind::Open {
            return Some(Term::Constant(name, token.span));
        }
        let open = self.advance().span;
        let args = self.deeper(open, |parser| parser.arguments(open))?;
        let span = self.since(token.span);
        Some(if args.is_empty() { Term::Constant(name, span) } else { Term::Compound(name, args, span) })
    }

    /// Terms up to and with the closing parenthesis.
    fn arguments(&mut self, open: Span) -> Option<Vec<Term>> {
        let mut args = Vec::new();
        if self.token.kind != TokenKind::Close {
            args.push(self.term()?);
            while self.token.kind == TokenKind::Comma {
                self.advance();
                args.push(self.term()?);
            }
        }
        self.close(open, "`,` or `)`")?;
        Some(args)
    }

    /// Takes a closing parenthesis, or reports both where it was expected and what it would close.
    fn close(&mut self, open: Span, wanted: &str) -> Option<()> {
        match self.token.kind {
            TokenKind::Close => {
                self.advance();
                return Some(());
            }
            TokenKind::Bad => {}
            kind => self.diagnostics.not_closed(self.token.span, open, wanted, kind == TokenKind::End),
        }
        None
    }
}
