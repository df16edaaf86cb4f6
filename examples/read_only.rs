//! Reads a game and says what is in it: `cargo run --example read_only games/tic_tac_toe.kif`. A program that does
//! nothing else needs the crate `gdl2hdl-gdl` alone.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a game")?;
    let game = gdl2hdl::Game::parse(&std::fs::read_to_string(path)?)?;
    println!("{} rules in {}", game.sheet().rules.len(), game.language().name());
    for diagnostic in game.diagnostics() {
        println!("{}: {}", diagnostic.code, diagnostic.message);
    }
    Ok(())
}
