//! Prefix syntax: words and parentheses to forms, without recursion.

use super::Form;
use super::lexer::{Lexer, Token, TokenKind};
use super::unclosed::Unclosed;
use super::wrapped::Wrapped;
use crate::diagnostics::Diagnostic;
use crate::syntax::collector::Diagnostics;
use crate::syntax::name::is_arrow;
use crate::syntax::{MAX_NESTING, Span};
use std::collections::VecDeque;

pub(super) struct Reader<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    stack: Vec<Unclosed<'t>>,
    wrapped: Wrapped,
    ready: VecDeque<Form<'t>>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, max_words: usize) -> Self {
        let lexer = Lexer::new(text, max_words);
        Self { text, lexer, stack: Vec::new(), wrapped: Wrapped::default(), ready: VecDeque::new() }
    }

    /// The next form of the outermost level.
    pub(super) fn next_form(&mut self, diagnostics: &mut Diagnostics) -> Option<Form<'t>> {
        loop {
            if diagnostics.is_over() {
                return None;
            }
            if let Some(form) = self.ready.pop_front() {
                return Some(form);
            }
            match self.lexer.next(diagnostics) {
                Some(token) => self.take(token, diagnostics),
                None if diagnostics.is_over() => return None,
                None if self.stack.is_empty() => {
                    let open = self.wrapped.unclosed()?;
                    never_closed("opening parenthesis is never closed", open, diagnostics);
                }
                None => {
                    let unclosed = std::mem::take(&mut self.stack);
                    self.abandon(unclosed, "is never closed", diagnostics);
                }
            }
        }
    }

    fn take(&mut self, token: Token<'t>, diagnostics: &mut Diagnostics) {
        if matches!(token.kind, TokenKind::Open) {
            self.wrapped.open(&mut self.stack, diagnostics);
        }
        match token.kind {
            TokenKind::Open if self.stack.len() >= self.deepest() => self.skip_deep(token.span, diagnostics),
            TokenKind::Open => {
                let Token { span: open, first_on_line, .. } = token;
                self.stack.push(Unclosed { open, first_on_line, items: Vec::new() });
            }
            TokenKind::Word(_) if self.stack.is_empty() && self.wrapped.skips_words() => {}
            TokenKind::Word(word) => {
                if is_arrow(word) {
                    self.begin_rule(diagnostics);
                }
                self.add(Form::Word(word, token.span));
            }
            TokenKind::Close => match self.stack.pop() {
                Some(list) => self.add(Form::List(list.items, list.open.to(token.span))),
                None if self.wrapped.close(token.span) => {}
                None => self.too_many(token.span, diagnostics),
            },
        }
    }

    fn too_many(&self, span: Span, diagnostics: &mut Diagnostics) {
        let help = "remove it, or add the missing `(` before it";
        let diagnostic = Diagnostic::error("G002", "closing parenthesis without an opening one", span, help);
        diagnostics.push(match self.wrapped.ended() {
            Some(ended) => diagnostic.with_label(ended, "this one ended the list of all rules"),
            None => diagnostic,
        });
    }

    fn add(&mut self, form: Form<'t>) {
        match self.stack.last_mut() {
            Some(list) => list.items.push(form),
            None => {
                self.wrapped.form();
                self.ready.push_back(form);
            }
        }
    }

    /// The list of a rule itself does not count as nesting.
    fn deepest(&self) -> usize {
        MAX_NESTING + usize::from(self.stack.first().is_some_and(Unclosed::is_rule))
    }

    /// An arrow was met. When it begins a list inside another one, and that list begins a line, the
    /// forms before it lack a parenthesis: the rule is taken as the start of a new form.
    fn begin_rule(&mut self, diagnostics: &mut Diagnostics) {
        let begins_line = self.stack.last().is_some_and(|list| list.items.is_empty() && list.first_on_line);
        if !begins_line || self.stack.len() < 2 {
            return;
        }
        if let Some(rule) = self.stack.pop() {
            let unclosed = std::mem::take(&mut self.stack);
            self.abandon(unclosed, "is not closed before the next rule begins", diagnostics);
            self.stack.push(rule);
        }
    }

    /// Reports unclosed lists and drops them, except what is inside and begins in the first column:
    /// that was meant to stand by itself.
    fn abandon(&mut self, unclosed: Vec<Unclosed<'t>>, what: &str, diagnostics: &mut Diagnostics) {
        let Some(first) = unclosed.first() else { return };
        let others = match unclosed.len() - 1 {
            0 => String::new(),
            1 => ", nor is one more inside it".to_owned(),
            n => format!(", nor are {n} more inside it"),
        };
        let message = format!("opening parenthesis {what}{others}");
        never_closed(&message, first.open, diagnostics);
        let text = self.text;
        let stands_alone = |form: &Form<'_>| {
            let before = &text.as_bytes()[..form.span().start as usize];
            matches!(form, Form::List(..)) && matches!(before.last(), Some(b'\n' | b'\r'))
        };
        let forms = unclosed.into_iter().flat_map(|list| list.items);
        self.ready.extend(forms.filter(stands_alone));
    }

    /// Reports once, then drops the whole form of the outermost level, by counting parentheses.
    fn skip_deep(&mut self, span: Span, diagnostics: &mut Diagnostics) {
        let message = format!("nested more than {MAX_NESTING} deep");
        diagnostics.error("G005", message, span, "write the term or the body flatter");
        let mut depth = self.stack.len() + 1;
        self.stack.clear();
        while depth > 0 {
            match self.lexer.next(diagnostics).map(|token| token.kind) {
                Some(TokenKind::Open) => depth += 1,
                Some(TokenKind::Close) => depth -= 1,
                Some(TokenKind::Word(_)) => {}
                None => break,
            }
        }
    }
}

fn never_closed(message: &str, open: Span, diagnostics: &mut Diagnostics) {
    diagnostics.error("G001", message, open, "add the missing `)` at the end of this form");
}
