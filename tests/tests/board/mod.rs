//! Boards at serial ports, with a board in software behind a pseudo-terminal: the port, the engine, the commands.

mod commands;
mod ports;

use gdl2hdl_hdl::playout::Config;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::{Net, verify};
use gdl2hdl_runtime::link::Identity;
use gdl2hdl_runtime::playout::Twin;
use gdl2hdl_tests::nets::compiled;
use gdl2hdl_tests::terminal::Terminal;
use std::fs;
use std::path::PathBuf;

/// Speed of the line, which a pseudo-terminal does not mind.
const BAUD: u32 = 1_000_000;

/// A game of the folder `games/`.
fn rules(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../games").join(format!("{game}.kif"))
}

fn net(game: &str) -> Net {
    compiled(&fs::read_to_string(rules(game)).unwrap()).unwrap().net
}

/// A board with a game.
fn plugged_in(game: &str, config: Config) -> Terminal {
    let net = net(game);
    let twin = Twin::new(
        verify(&net).unwrap(),
        &Choices::new(&net, &gdl2hdl_gdl::observer::Unobserved).unwrap(),
        game,
        config,
        &gdl2hdl_gdl::observer::Unobserved,
    )
    .unwrap();
    let identity = Identity::of(twin.gateware(), 12_000_000, 4).unwrap();
    Terminal::new(identity, twin).unwrap()
}
