//! `make bitstreams`: bitstreams of games for boards, and the table of what they take and reach.
//!
//! Ends with status 1 when one of those that must fit was not built.

use clap::Parser;
use gdl2hdl_tests::measure;
use gdl2hdl_tests::table::{digits, markdown};
use gdl2hdl_tests::{examples, program};
use serde_json::Value;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Folder to build in: what is there and has not changed is not built again.
    #[arg(long)]
    output: PathBuf,
    /// Folder with `gdl/games`: one of its games is built as well.
    #[arg(long)]
    corpus: PathBuf,
    /// Placements for every clock.
    #[arg(long, default_value_t = 2)]
    seeds: u64,
    /// Only builds whose game and board hold this.
    #[arg(long, default_value = "")]
    only: String,
    /// Seconds for a build.
    #[arg(long, default_value_t = 7200)]
    limit: u64,
}

/// Games of `games/`, the boards they are built for, and further options.
const BUILDS: [(&str, &[&str], &str); 4] = [
    ("two_button_lights", &["ice40-hx8k-b-evn", "icebreaker"], "--lanes-per-core=2"),
    ("tic_tac_toe", &["ice40-hx8k-b-evn", "icebreaker", "ulx3s-25f", "ulx3s-85f"], "--lanes-per-core=4"),
    ("connect_four", &["ice40-hx8k-b-evn", "icebreaker", "ulx3s-25f", "ulx3s-85f"], "--lanes-per-core=4"),
    ("breakthrough_8x8", &["ulx3s-25f", "ulx3s-85f"], "--lanes-per-core=4"),
];
/// A large game of the corpus.
const LARGE: (&str, &[&str]) = ("checkers.kif", &["ulx3s-85f"]);

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut builds = Vec::new();
    for (game, boards, option) in BUILDS {
        builds.extend(boards.iter().map(|board| (game.to_owned(), examples::path(game), *board, option)));
    }
    let large = args.corpus.join("gdl/games").join(LARGE.0);
    if large.is_file() {
        let name = LARGE.0.trim_end_matches(".kif").to_owned();
        builds.extend(LARGE.1.iter().map(|board| (name.clone(), large.clone(), *board, "--lanes-per-core=4")));
    }
    builds.retain(|(game, _, board, _)| format!("{game} {board}").contains(&args.only));
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    for (game, file, board, option) in builds {
        let folder = args.output.join(format!("{game}-{board}"));
        let mut command: Vec<OsString> = vec!["build".into(), file.into(), "-o".into(), folder.into()];
        let seeds = args.seeds.to_string();
        command.extend(["--board", board, "--seeds", &seeds, option, "--format", "json"].map(OsString::from));
        let outcome = measure::run(args.binary.as_os_str(), &command, Duration::from_secs(args.limit))?;
        match serde_json::from_str::<Value>(&outcome.stdout) {
            Ok(record) if outcome.status == Some(0) => rows.push(row(&record, outcome.wall)),
            _ => failed.push(format!("{game} on {board}: {}", outcome.stderr.trim())),
        }
        writeln!(io::stderr(), "{game} on {board}: {} s", digits(outcome.wall.as_secs_f64()))?;
    }
    let header = ["game", "board", "cores", "LUT", "% of LUT", "MHz", "fmax, MHz", "states a second", "s to build"];
    let mut out = io::stdout().lock();
    writeln!(out, "{}", markdown(&header, &rows))?;
    failed.iter().try_for_each(|reason| writeln!(out, "{reason}"))?;
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn row(record: &Value, wall: Duration) -> Vec<String> {
    let number = |name: &str| record[name].as_u64().unwrap_or(0);
    let text = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
    let mhz = |name: &str| format!("{}.{:02}", number(name) / 1_000_000, number(name) % 1_000_000 / 10_000);
    let share = (100 * number("lut_used")).div_ceil(number("lut_total").max(1));
    vec![
        text("game"),
        text("board"),
        number("cores").to_string(),
        number("lut_used").to_string(),
        share.to_string(),
        mhz("clock_hz"),
        mhz("fmax_hz"),
        number("states_per_s").to_string(),
        digits(wall.as_secs_f64()),
    ]
}
