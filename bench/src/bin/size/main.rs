//! `make bench-size`: how large the nets of games are, as built, optimised here, and optimised by ABC and Yosys; and how
//! near the estimate of LUTs comes to what Yosys makes.
//!
//! One mapper counts for all: ABC's `if -K 4 -a` on exported nets; Yosys counts for its own column, and then for the
//! nets of that comparison too.

mod games;
mod report;
mod tools;

use clap::Parser;
use gdl2hdl_bench::program;
use gdl2hdl_tests::parallel;
use report::Row;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tools::Sizer;

/// Sizes of nets of the games of this project and of a corpus.
#[derive(Parser)]
struct Args {
    /// The binary whose nets are measured.
    #[arg(long)]
    binary: PathBuf,
    /// Folder with `gdl/games`; without it only the games of this project are measured.
    #[arg(long)]
    corpus: PathBuf,
    /// Folder with the games of this project.
    #[arg(long, default_value = "games")]
    games: PathBuf,
    /// Only games whose name holds one of these, separated by commas.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Seconds after which a tool is stopped; its figure is then left out.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// Games with more gates as built are left out, and named.
    #[arg(long, default_value_t = 20_000)]
    max_gates: u64,
    /// Only the sizes by ABC: no runs of Yosys, which take most of the time.
    #[arg(long)]
    without_yosys: bool,
    /// Games that are measured at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let games = games::all(&args.games, &args.corpus, &args.only)?;
    let sizer = Sizer {
        binary: &args.binary,
        limit: Duration::from_secs(args.limit),
        max_gates: args.max_gates,
        yosys: !args.without_yosys,
    };
    let rows = parallel::map(&games, args.jobs, |game| {
        program::working_on(&game.name)?;
        sizer.measure(&game.file).map(|measured| Row { name: game.name.clone(), measured })
    })?;
    io::stdout().lock().write_all(report::page(&rows).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
