//! From the text of a game to its net, by the library.

use gdl2hdl::{Compiled, Error, Game, Options, ReadOptions, Unobserved};
use gdl2hdl_gdl::syntax::{Language, ParseOptions, Tolerance};

/// Compiles a game with default options. It may lack rules that a whole game has: tests like small ones.
///
/// # Errors
/// What the stage says that gave up.
pub fn compiled(text: &str) -> Result<Compiled, Error> {
    compiled_with(text, &Options::default())
}

/// The same with other options.
///
/// # Errors
/// As [`compiled`].
pub fn compiled_with(text: &str, options: &Options) -> Result<Compiled, Error> {
    let reading = ReadOptions { allow_incomplete: true, ..ReadOptions::default() };
    Game::parse_with(text, &reading)?.compile(options, &Unobserved)
}

/// Reads a game as it stands: what departs from the language is refused, not mended.
///
/// # Errors
/// What is wrong with it.
pub fn as_written(text: &str, language: Option<Language>) -> Result<Game, Error> {
    let parse = ParseOptions { language, tolerance: Tolerance::Strict, ..ParseOptions::default() };
    Game::parse_with(text, &ReadOptions { parse, ..ReadOptions::default() })
}
