//! A game text through the stages of the compiler.

use gdl2hdl::{Game, Level, Options, ReadOptions, Unobserved, Verilog};
use gdl2hdl_gdl::syntax::{Language, ParseOptions};

/// Compiles a text without errors. `name` names the game.
pub(crate) fn compile(name: &str, text: &str, level: Level, keep_state: bool) -> Verilog {
    let parse = ParseOptions { language: Some(Language::Kif), ..ParseOptions::default() };
    let game = Game::parse_with(text, &ReadOptions { parse, ..ReadOptions::default() });
    let game = game.unwrap_or_else(|error| panic!("{error}\n{text}"));
    game.compile(&Options::default().level(level).keep_state(keep_state), &Unobserved).unwrap().verilog(name)
}
