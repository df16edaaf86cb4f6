//! Action rules: tokens to facts, rules and operations, by recursive descent with one token of look-ahead.
//!
//! A new item begins where the text can't go on with the one before. After an error the reader goes on at the next
//! name that begins a line.

use super::lexer::{Lexer, Token, TokenKind};
use super::tree::{Count, Expression, Operation, Text, View};
use crate::syntax::collector::Diagnostics;
use crate::syntax::hrf::Names;
use crate::syntax::name::shown;
use crate::syntax::{Atom, MAX_NESTING, Span, Term};

pub(super) struct Parser<'t> {
    lexer: Lexer<'t>,
    token: Token<'t>,
    /// Where the token before it ended.
    end: Span,
    names: Names<'t>,
    diagnostics: Diagnostics,
    depth: usize,
    text: Text,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str, max_words: usize) -> Self {
        let mut diagnostics = Diagnostics::default();
        let mut lexer = Lexer::new(text, max_words);
        let token = lexer.next(&mut diagnostics);
        let (end, names) = (Span::new(0, 0), Names::default());
        Self { lexer, token, end, names, diagnostics, depth: 0, text: Text::default() }
    }

    /// Reads everything.
    pub(super) fn read(mut self) -> (Text, Diagnostics) {
        while self.token.kind != TokenKind::End {
            let start = self.token.span;
            self.names.begin_rule();
            if self.item(start).is_none() {
                self.synchronise(start);
            }
        }
        self.text.symbols = self.names.symbols;
        (self.text, self.diagnostics)
    }

    fn advance(&mut self) -> Token<'t> {
        let next = self.lexer.next(&mut self.diagnostics);
        let taken = std::mem::replace(&mut self.token, next);
        self.end = taken.span;
        taken
    }

    fn since(&self, from: Span) -> Span {
        from.to(self.end)
    }

    fn item(&mut self, start: Span) -> Option<()> {
        let first = self.expression()?;
        match self.token.kind {
            TokenKind::If => {
                self.advance();
                let head = self.head(first)?;
                let body = match self.expression()? {
                    Expression::And(parts, _) => parts,
                    other => vec![other],
                };
                self.text.rules.push(View { head, body, span: self.since(start) });
            }
            TokenKind::Operation => {
                self.advance();
                let head = self.head(first)?;
                let effects = self.expression()?;
                self.text.operations.push(Operation { head, effects, span: self.since(start) });
            }
            _ => match first {
                Expression::Atom(head) => {
                    let span = head.span;
                    self.text.rules.push(View { head, body: Vec::new(), span });
                }
                other => self.diagnostics.warning(
                    "G301",
                    "this is neither a fact, nor a rule, nor an operation: it says nothing",
                    other.span(),
                    "remove it; or write what connects it to the item before, such as `&`",
                ),
            },
        }
        Some(())
    }

    fn head(&mut self, expression: Expression) -> Option<Atom> {
        match expression {
            Expression::Atom(atom) => Some(atom),
            other => {
                let help =
                    "write `head :- conditions` or `action :: conditions ==> effects`, with one atom as the head";
                self.diagnostics.error("G011", "a head must be a single atom", other.span(), help);
                None
            }
        }
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_NESTING {
            let message = format!("nested more than {MAX_NESTING} deep");
            self.diagnostics.error("G005", message, self.token.span, "write the term or the body flatter");
            return None;
        }
        self.depth += 1;
        let part = read(self);
        self.depth -= 1;
        part
    }

    /// `conditions ==> effects`, or one of both.
    fn expression(&mut self) -> Option<Expression> {
        self.deeper(|parser| {
            let start = parser.token.span;
            let left = parser.alternatives()?;
            if parser.token.kind != TokenKind::When {
                return Some(left);
            }
            parser.advance();
            let right = parser.expression()?;
            Some(Expression::When(Box::new(left), Box::new(right), parser.since(start)))
        })
    }

    fn alternatives(&mut self) -> Option<Expression> {
        let start = self.token.span;
        let mut parts = vec![self.conjunction()?];
        while self.token.kind == TokenKind::Or {
            self.advance();
            parts.push(self.conjunction()?);
        }
        let span = self.since(start);
        if parts.len() == 1 { parts.pop() } else { Some(Expression::Or(parts, span)) }
    }

    fn conjunction(&mut self) -> Option<Expression> {
        let start = self.token.span;
        let mut parts = Vec::new();
        loop {
            match self.literal()? {
                Expression::And(more, _) => parts.extend(more),
                other => parts.push(other),
            }
            if self.token.kind != TokenKind::And {
                self.refuse_word()?;
                break;
            }
            self.advance();
        }
        let span = self.since(start);
        if parts.len() == 1 { parts.pop() } else { Some(Expression::And(parts, span)) }
    }

    fn literal(&mut self) -> Option<Expression> {
        let token = self.token;
        match token.kind {
            TokenKind::Not => {
                self.advance();
                let inner = self.deeper(Self::literal)?;
                Some(Expression::Not(Box::new(inner), self.since(token.span)))
            }
            TokenKind::Open => {
                self.advance();
                let inner = self.expression()?;
                self.close(token.span)?;
                Some(inner)
            }
            TokenKind::Variable(name) => {
                self.advance();
                Some(Expression::Variable(self.names.variable(name), token.span))
            }
            TokenKind::Anonymous => {
                self.advance();
                Some(Expression::Variable(self.names.anonymous(), token.span))
            }
            TokenKind::Name(name) => self.application(name),
            _ => self.unexpected("a fact, a rule or an operation"),
        }
    }

    /// A connective of prefix syntax behind a literal, on its line, would begin an item of its own.
    fn refuse_word(&mut self) -> Option<()> {
        let Token { kind: TokenKind::Name(word @ ("and" | "or")), span, first_on_line: false } = self.token else {
            return Some(());
        };
        // With arguments it may be a relation.
        if self.lexer.stands_at('(', span.end) {
            return Some(());
        }
        self.connective(word, if word == "and" { "&" } else { "|" }, span)
    }

    /// `not p`, or `not(p)`: read as they stand, they would be a fact, and an item of its own or an argument.
    fn refuse_not(&mut self, name: &str, arguments: usize, start: Span) -> Option<()> {
        let begins = matches!(self.token.kind, TokenKind::Name(_) | TokenKind::Variable(_) | TokenKind::Not);
        let follows = arguments == 0 && begins && !self.token.first_on_line;
        if name == "not" && (follows || arguments == 1) { self.connective(name, "~", start) } else { Some(()) }
    }

    fn connective<T>(&mut self, word: &str, sign: &str, span: Span) -> Option<T> {
        let message = format!("`{word}` is a connective of prefix syntax");
        self.diagnostics.error("G018", message, span, &format!("write `{sign}` for `{word}`, or rename the relation"));
        None
    }

    /// `name`, `name()` or `name(argument, ...)`; the current token is the name.
    fn application(&mut self, name: &'t str) -> Option<Expression> {
        let start = self.advance().span;
        let relation = self.names.plain(name, start, &mut self.diagnostics);
        if self.token.kind != TokenKind::Open {
            self.refuse_not(name, 0, start)?;
            return Some(Expression::Atom(Atom { relation, args: Vec::new(), span: start }));
        }
        let open = self.advance().span;
        let mut parts = Vec::new();
        if self.token.kind != TokenKind::Close {
            parts.push(self.deeper(Self::alternatives)?);
            while self.token.kind == TokenKind::Comma {
                self.advance();
                parts.push(self.deeper(Self::alternatives)?);
            }
        }
        self.close(open)?;
        self.refuse_not(name, parts.len(), start)?;
        let span = self.since(start);
        if name == "countofall" && parts.len() == 3 {
            return self.count(parts, span);
        }
        let args = parts.into_iter().map(|part| self.term(part)).collect::<Option<_>>()?;
        Some(Expression::Atom(Atom { relation, args, span }))
    }

    fn count(&mut self, parts: Vec<Expression>, span: Span) -> Option<Expression> {
        let mut parts = parts.into_iter();
        let (template, condition, number) = (parts.next()?, parts.next()?, parts.next()?);
        let (template, number) = (self.term(template)?, self.term(number)?);
        Some(Expression::Count(Box::new(Count { template, condition, number, span })))
    }

    /// What was read as an expression is a term.
    fn term(&mut self, expression: Expression) -> Option<Term> {
        match expression {
            Expression::Variable(name, span) => Some(Term::Variable(name, span)),
            Expression::Atom(Atom { relation, args, span }) if args.is_empty() => Some(Term::Constant(relation, span)),
            Expression::Atom(Atom { relation, args, span }) => Some(Term::Compound(relation, args, span)),
            other => {
                let help = "give the condition a view of its own";
                self.diagnostics.error("G024", "a condition stands where a term was expected", other.span(), help);
                None
            }
        }
    }

    fn close(&mut self, open: Span) -> Option<()> {
        match self.token.kind {
            TokenKind::Close => {
                self.advance();
                return Some(());
            }
            TokenKind::Bad => {}
            kind => self.diagnostics.not_closed(self.token.span, open, "`,` or `)`", kind == TokenKind::End),
        }
        None
    }

    /// Reports the current token; nothing when it is the trace of an error already reported.
    fn unexpected<T>(&mut self, wanted: &str) -> Option<T> {
        let span = self.token.span;
        match self.token.kind {
            TokenKind::Bad => {}
            TokenKind::Close => {
                let help = "remove it, or add the missing `(` before it";
                self.diagnostics.error("G002", "closing parenthesis without an opening one", span, help);
            }
            TokenKind::End => {
                let message = format!("the text ends where {wanted} was expected");
                self.diagnostics.error("G024", message, span, "complete the rule");
            }
            _ => {
                let message = format!("{} stands where {wanted} was expected", shown(self.lexer.text(span)));
                self.diagnostics.error("G024", message, span, "complete what stands before it, or remove it");
            }
        }
        None
    }

    /// Skips to the next name that begins a line.
    fn synchronise(&mut self, faulty: Span) {
        while self.token.kind != TokenKind::End {
            let begins = self.token.first_on_line && matches!(self.token.kind, TokenKind::Name(_));
            if begins && self.token.span != faulty {
                return;
            }
            self.advance();
        }
    }
}
