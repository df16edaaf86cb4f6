//! Writes a game as Verilog to standard output: `cargo run --example compile games/tic_tac_toe.kif`.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use gdl2hdl::{Game, Options, Unobserved};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a game")?;
    let game = Game::parse(&std::fs::read_to_string(path)?)?;
    print!("{}", game.compile(&Options::default(), &Unobserved)?.verilog("game").text());
    Ok(())
}
