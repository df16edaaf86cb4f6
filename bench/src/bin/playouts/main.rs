//! `make bench-playouts`: how fast the fast engine plays every game, beside what the machine can do and what others do.
//!
//! One thread; times are printed, never judged.

mod games;
mod report;
mod timed;

use clap::Parser;
use gdl2hdl_bench::{peers, program};
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use timed::{Ceiling, Row, Timer};

/// Times `gdl2hdl bench GAME` for the games of this project and those that others have been measured with.
#[derive(Parser)]
struct Args {
    /// The binary to time.
    #[arg(long)]
    binary: PathBuf,
    /// Folder with `gdl/games`; games that are not there are left out, and named.
    #[arg(long)]
    corpus: PathBuf,
    /// Folder with the games of this project.
    #[arg(long, default_value = "games")]
    games: PathBuf,
    /// Seconds a measurement takes at least.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Measurements of each game; the one in the middle counts.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Seconds after which a measurement is given up.
    #[arg(long, default_value_t = 120)]
    limit: u64,
    /// Only games whose name holds this.
    #[arg(long, default_value = "")]
    only: String,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let peers = peers::all()?;
    let games = games::all(&args.games, &args.corpus, &peers)?;
    let timer = Timer { binary: &args.binary, seconds: args.seconds, runs: args.runs, limit: args.limit };
    let mut ceiling = Ceiling::default();
    let mut rows: Vec<Row> = Vec::new();
    for game in games.found.into_iter().filter(|game| game.name.contains(&args.only)) {
        program::working_on(&game.name)?;
        let timed = timer.time(&game.file, &mut ceiling)?;
        rows.push(Row { game, timed });
    }
    let mut out = io::stdout().lock();
    out.write_all(report::table(&rows, &ceiling, &peers).as_bytes())?;
    out.write_all(report::summary(&rows, &ceiling, &peers, &games.missing).as_bytes())?;
    Ok(if rows.iter().any(|row| row.timed.is_err()) { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
