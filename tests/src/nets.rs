//! From the text of a game to its net, without the command line.

use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::read::{ReadOptions, read};
use gdl2hdl_ground::{self as ground, Limits};
use gdl2hdl_net as net;
use gdl2hdl_net::propnet;
use gdl2hdl_opt::{self as opt, Level, Optimised};
use std::error::Error;

/// Compiles a game with default options.
///
/// # Errors
/// What the stage says that gave up.
pub fn compiled(text: &str) -> Result<Optimised, Box<dyn Error>> {
    let sheet = read(text, &ReadOptions::default()).game().map_err(|found| format!("{found:?}"))?;
    let grounding = ground::ground(&sheet, &ground::Options::default(), &Unobserved);
    let program = grounding.map_err(|refused| refused.message)?.program;
    let propnet = propnet::build(&program, &Limits::default(), &Unobserved)?;
    Ok(opt::optimise(net::from_propnet(&propnet), Level::O2.into(), &Unobserved)?)
}
