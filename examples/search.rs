//! Chooses the first move of the first role by random playouts of each, all moves at once, and plays on until the end:
//! `cargo run --release --example search games/tic_tac_toe.kif`. The others move at random.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use gdl2hdl::gdl::random::SplitMix64;
use gdl2hdl::{Batch, Compiled, Game, Job, Options, Threads, Unobserved};
use std::error::Error;

/// Playouts for each move.
const LANES: u64 = 4096;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a game")?;
    let compiled = Game::parse(&std::fs::read_to_string(path)?)?.compile(&Options::default(), &Unobserved)?;
    let mut position = compiled.batch(1)?;
    let mut random = SplitMix64(1);
    while !position.terminal(0)? {
        let mut joint = Vec::new();
        for role in 0..position.roles() {
            let legal = position.legal(0, role)?;
            let any = legal[random.index(legal.len())];
            joint.push(if role == 0 { best(&compiled, &position, &legal, random.word())? } else { any });
        }
        let words = joint.iter().enumerate().map(|(role, &action)| compiled.moves(role)[action]);
        println!("{}", words.collect::<Vec<_>>().join("  "));
        position.step(&joint)?;
    }
    println!("{}: {:?}", compiled.roles()[0], position.goals(0, 0)?);
    Ok(())
}

/// The legal move of the first role after which random playouts gain most; the others' moves are the first legal ones.
fn best(compiled: &Compiled, position: &Batch, legal: &[usize], seed: u64) -> Result<usize, Box<dyn Error>> {
    let mut tried = compiled.batch(legal.len())?;
    for row in 0..legal.len() {
        tried.set_state(row, &position.state(0));
    }
    let mut joint = Vec::new();
    for (row, &action) in legal.iter().enumerate() {
        joint.push(action);
        for role in 1..tried.roles() {
            joint.push(tried.legal(row, role)?[0]);
        }
    }
    tried.step(&joint)?;
    let mut player = compiled.cpu(Threads::All);
    let mut gained = Vec::new();
    for row in 0..legal.len() {
        let job = Job::new(seed).lanes(LANES).start(tried.state(row));
        gained.push(player.playouts(&job)?.mean(0).unwrap_or(0.0));
    }
    let best = (0..legal.len()).max_by(|&a, &b| gained[a].total_cmp(&gained[b]));
    Ok(best.map_or(0, |best| legal[best]))
}
