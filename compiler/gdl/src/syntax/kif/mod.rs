//! Reader of GDL in prefix syntax (KIF): text → words and parentheses → forms → rules.
//! Forms are made and used up one at a time, so memory follows the rules, not the text.

mod builder;
mod lexer;
mod reader;
mod unclosed;
mod wrapped;

use super::collector::Diagnostics;
use super::{Language, ParseOptions, Parsed, Span, finish};
use builder::Builder;
use reader::Reader;

/// Reads a whole text. Never fails: what can't be understood is reported and skipped.
#[must_use]
pub fn parse(text: &str) -> Parsed {
    parse_limited(text, ParseOptions::default().max_words)
}

pub(super) fn parse_limited(text: &str, max_words: usize) -> Parsed {
    let mut diagnostics = Diagnostics::default();
    let mut reader = Reader::new(text, max_words);
    let mut builder = Builder::default();
    while let Some(form) = reader.next_form(&mut diagnostics) {
        builder.statement(&form, &mut diagnostics);
    }
    finish(builder.sheet, diagnostics, Language::Kif)
}

/// A symbolic expression; its depth is bounded by the reader.
#[derive(Debug)]
enum Form<'t> {
    Word(&'t str, Span),
    List(Vec<Form<'t>>, Span),
}

impl Form<'_> {
    fn span(&self) -> Span {
        match self {
            Self::Word(_, span) | Self::List(_, span) => *span,
        }
    }
}
