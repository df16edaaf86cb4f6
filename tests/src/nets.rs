//! From the text of a game to its net, without the command line.

use gdl2hdl_compiler::ground::{self, Limits};
use gdl2hdl_compiler::net;
use gdl2hdl_compiler::opt::{self, Level, Optimised};
use gdl2hdl_compiler::watch::Unwatched;
use gdl2hdl_compiler::{propnet, syntax};
use std::error::Error;

/// Compiles a game with default options.
///
/// # Errors
/// What the stage says that gave up.
pub fn compiled(text: &str) -> Result<Optimised, Box<dyn Error>> {
    let sheet = syntax::parse(text, None).sheet;
    let grounding = ground::ground(&sheet, &ground::Options::default(), &Unwatched);
    let program = grounding.map_err(|refused| refused.message)?.program;
    let propnet = propnet::build(&program, &Limits::default(), &Unwatched)?;
    Ok(opt::optimise(net::from_propnet(&propnet), Level::O2.into(), &Unwatched)?)
}
