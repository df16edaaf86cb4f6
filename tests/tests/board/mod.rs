//! Boards at serial ports, with a board in software behind a pseudo-terminal: the port, the engine, the commands.

mod commands;
mod ports;

use gdl2hdl::{Compiled, Unobserved};
use gdl2hdl_device::hardware::Twin;
use gdl2hdl_device::link::Identity;
use gdl2hdl_hdl::playout::Config;
use gdl2hdl_tests::nets;
use gdl2hdl_tests::terminal::Terminal;
use std::fs;
use std::path::PathBuf;

/// Speed of the line, which a pseudo-terminal does not mind.
const BAUD: u32 = 1_000_000;

/// A game of the folder `games/`.
fn rules(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../games").join(format!("{game}.kif"))
}

fn compiled(game: &str) -> Compiled {
    nets::compiled(&fs::read_to_string(rules(game)).unwrap()).unwrap()
}

/// A board with a game.
fn plugged_in(game: &str, config: Config) -> Terminal {
    let compiled = compiled(game);
    let twin = Twin::new(compiled.net(), compiled.choices(), game, config, &Unobserved).unwrap();
    let identity = Identity::of(twin.gateware(), 12_000_000, 4).unwrap();
    Terminal::new(identity, twin).unwrap()
}
