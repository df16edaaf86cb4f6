//! Plays a million random playouts: `cargo run --release --example playouts games/tic_tac_toe.kif`.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use gdl2hdl::{Game, Job, Options, Threads, Unobserved};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a game")?;
    let compiled = Game::parse(&std::fs::read_to_string(path)?)?.compile(&Options::default(), &Unobserved)?;
    let report = compiled.cpu(Threads::All).playouts(&Job::new(1).lanes(10_000).per_lane(100))?;
    println!("{} playouts, {} steps", report.playouts(), report.steps());
    for (role, name) in compiled.roles().into_iter().enumerate() {
        println!("{name}: mean goal {:.2}", report.mean(role).unwrap_or(f64::NAN));
    }
    Ok(())
}
