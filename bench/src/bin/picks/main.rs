//! `make bench-picks`: whether the picks of an engine are as random as `docs/PLAYOUTS.md` says: uniform, and
//! independent from step to step and from lane to lane.
//!
//! Prints the p values of Pearson's chi-square test. Ends with status 3 if one of them is beyond doubt.

mod checks;
mod subject;

use checks::Check;
use clap::Parser;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::{digits, markdown};
use gdl2hdl_tests::examples;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use subject::{Kind, Subject};

/// Numbers of moves to pick from twice: the two picks of a playout are its goal, and there are 101 goal values.
const TWICE: std::ops::RangeInclusive<usize> = 2..=10;
/// Numbers of moves to pick from once.
const ONCE: [usize; 6] = [12, 16, 49, 64, 100, 300];
/// A pick in so many is also looked at by itself, beside that of the next lane.
const SEEN_PART: u64 = 100;
/// First moves of games are so much rarer than picks from plain lists of moves.
const GAMES_PART: u64 = 10;
/// A test that is right fails so rarely.
const DOUBT: f64 = 1e-7;

/// Tests the picks of an engine.
#[derive(Parser)]
struct Args {
    /// The engine.
    #[arg(long, value_name = "ENGINE", default_value = "cpu")]
    engine: Kind,
    /// Picks from each number of moves, at least.
    #[arg(long, default_value_t = 100_000_000)]
    picks: u64,
    /// Seed of all random bits.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut checks = Vec::new();
    for moves in TWICE {
        program::working_on(&format!("two picks of {moves}"))?;
        let mut subject = Subject::twice(args.engine, moves)?;
        checks.extend(checks::twice(&mut subject, moves, args.picks, args.seed)?);
        checks.extend(checks::neighbours(&mut subject, args.picks / SEEN_PART, args.seed)?);
    }
    for moves in ONCE {
        program::working_on(&format!("a pick of {moves}"))?;
        checks.extend(checks::first_moves(&mut Subject::once(args.engine, moves)?, args.picks, args.seed)?);
    }
    // Some games are there in another syntax too.
    for file in examples::files().into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "kif")) {
        checks.extend(checks::first_moves(
            &mut Subject::open(args.engine, &file)?,
            args.picks / GAMES_PART,
            args.seed,
        )?);
    }
    let mut out = io::stdout().lock();
    out.write_all(table(&checks).as_bytes())?;
    let doubtful: Vec<&Check> =
        checks.iter().filter(|check| check.fit.p < DOUBT || check.fit.p > 1.0 - DOUBT).collect();
    let picks: u64 = checks.iter().filter(|check| check.counts).map(|check| check.picks).sum();
    let least = checks.iter().map(|check| check.fit.p).fold(1.0, f64::min);
    writeln!(out, "\n{} tests of {picks} picks, seed {}; least p {least:.2e}", checks.len(), args.seed)?;
    Ok(if doubtful.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

fn table(checks: &[Check]) -> String {
    let row = |check: &Check| {
        vec![
            check.what.clone(),
            check.moves.to_string(),
            check.picks.to_string(),
            digits(check.fit.statistic),
            check.fit.freedom.to_string(),
            format!("{:.4}", check.fit.p),
        ]
    };
    let header = ["test", "moves", "picks", "chi-square", "freedom", "p"];
    markdown(&header, &checks.iter().map(row).collect::<Vec<_>>())
}
