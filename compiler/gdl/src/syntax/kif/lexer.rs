//! Prefix syntax: text to words and parentheses.

use crate::syntax::Span;
use crate::syntax::collector::Diagnostics;
use crate::syntax::name::{self, ends_word, is_blank};

#[derive(Clone, Copy, Debug)]
pub(super) enum TokenKind<'t> {
    Open,
    Close,
    Word(&'t str),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) span: Span,
    /// Only blanks stand before it on its line.
    pub(super) first_on_line: bool,
}

pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    words_left: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str, max_words: usize) -> Self {
        Self { text, at: 0, words_left: max_words }
    }

    /// The next token; `None` at the end of the text, or when it holds too many words.
    pub(super) fn next(&mut self, diagnostics: &mut Diagnostics) -> Option<Token<'t>> {
        let first_on_line = self.skip_blank();
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let length = match first {
            '(' | ')' => 1,
            _ => rest.find(ends_word).unwrap_or(rest.len()),
        };
        let span = Span::new(self.at, self.at + length);
        let kind = match first {
            '(' => TokenKind::Open,
            ')' => TokenKind::Close,
            _ => TokenKind::Word(self.word(&rest[..length], span, diagnostics)?),
        };
        self.at += length;
        Some(Token { kind, span, first_on_line })
    }

    fn word(&mut self, word: &'t str, span: Span, diagnostics: &mut Diagnostics) -> Option<&'t str> {
        name::check(word, span, diagnostics);
        name::count_word(&mut self.words_left, span, diagnostics).then_some(name::cut(word))
    }

    /// Skips blanks and comments; tells whether a line begins in what was skipped.
    fn skip_blank(&mut self) -> bool {
        let mut new_line = self.at == 0;
        let mut in_comment = false;
        for (i, c) in self.text[self.at..].char_indices() {
            if matches!(c, '\n' | '\r') {
                new_line = true;
                in_comment = false;
            } else if c == ';' {
                in_comment = true;
            } else if !in_comment && !is_blank(c) {
                self.at += i;
                return new_line;
            }
        }
        self.at = self.text.len();
        new_line
    }
}
