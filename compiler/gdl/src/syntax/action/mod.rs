//! Reader of Gamemaster's action rules: text → tokens → facts, rules, operations → GDL.
//!
//! Facts of the state stand without `true`, `legal(action)` names no role, and operations `action :: effects` say
//! what changes. `docs/ACTION_RULES.md` says what becomes what.

mod analysis;
mod body;
mod builtin;
mod fill;
mod game;
mod lexer;
mod lower;
mod modes;
mod needs;
mod operations;
mod parser;
mod positive;
mod terms;
mod tree;
mod unused;
mod values;
mod variables;

use super::{Language, ParseOptions, Parsed, Sheet, finish};
use game::Game;
use lower::Lower;
use parser::Parser;

/// Reads a whole text. Never fails: what can't be understood is reported and skipped.
#[must_use]
pub fn parse(text: &str) -> Parsed {
    parse_limited(text, ParseOptions::default().max_words)
}

pub(super) fn parse_limited(text: &str, max_words: usize) -> Parsed {
    let (text, mut diagnostics) = Parser::new(text, max_words).read();
    let game = Game::of(&text);
    let is_empty = text.rules.is_empty() && text.operations.is_empty();
    if !is_empty {
        game.check(&mut diagnostics);
    }
    // A text that was read in part is not translated: one error would become many.
    if is_empty || diagnostics.has_errors() {
        let sheet = Sheet { symbols: text.symbols.clone(), rules: Vec::new() };
        return finish(sheet, diagnostics, Language::Action);
    }
    game.unused(&mut diagnostics);
    let mut lower = Lower::new(&game, &mut diagnostics);
    lower.game();
    lower.fill();
    let sheet = Sheet { symbols: lower.symbols, rules: lower.rules };
    finish(sheet, diagnostics, Language::Action)
}
