//! Reader of GDL in infix syntax (HRF): text → tokens → rules, by recursive descent with one token of look-ahead.
//! Depth is counted and bounded; after an error the reader goes on at the next place where a rule seems to begin.

mod dialect;
mod formula;
mod lexer;
mod names;
mod parser;
mod prefix;

pub(super) use names::Names;

use super::{Language, ParseOptions, Parsed, finish};
use parser::Parser;

/// Reads a whole text. Never fails: what can't be understood is reported and skipped.
#[must_use]
pub fn parse(text: &str) -> Parsed {
    parse_limited(text, ParseOptions::default().max_words)
}

pub(super) fn parse_limited(text: &str, max_words: usize) -> Parsed {
    let mut parser = Parser::new(text, max_words);
    parser.rules();
    let (sheet, diagnostics) = parser.into_parts();
    finish(sheet, diagnostics, Language::Hrf)
}
