//! `make bitstreams`: bitstreams of games for boards, and the table of what they take and reach.
//!
//! Ends with status 1 when one of them was not built.

use clap::Parser;
use gdl2hdl_bench::builds::Build;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::{digits, markdown};
use serde_json::Value;
use std::error::Error;
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
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Only builds whose game and board hold this.
    #[arg(long, default_value = "")]
    only: String,
    /// Seconds for a build.
    #[arg(long, default_value_t = 7200)]
    limit: u64,
}

/// Games of `games/`, and the boards they are built for.
const BUILDS: [(&str, &[&str]); 4] = [
    ("two_button_lights", &["ice40-hx8k-b-evn", "icebreaker"]),
    ("tic_tac_toe", &["ice40-hx8k-b-evn", "icebreaker", "ulx3s-25f", "ulx3s-85f"]),
    ("connect_four", &["ice40-hx8k-b-evn", "icebreaker", "ulx3s-25f", "ulx3s-85f"]),
    ("breakthrough_8x8", &["ulx3s-25f", "ulx3s-85f"]),
];
/// A large game of the corpus.
const LARGE: (&str, &[&str]) = ("ttcc4_2player", &["ulx3s-25f", "ulx3s-85f"]);

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut builds: Vec<Build> =
        BUILDS.iter().flat_map(|(game, boards)| boards.iter().map(|board| Build::example(game, board))).collect();
    let (game, file) = (LARGE.0.to_owned(), args.corpus.join(format!("gdl/games/{}.kif", LARGE.0)));
    if file.is_file() {
        let build = |board: &&'static str| Build { game: game.clone(), file: file.clone(), board, slots: 4 };
        builds.extend(LARGE.1.iter().map(build));
    } else {
        writeln!(io::stderr(), "no `{}`: the table has no game of the corpus", file.display())?;
    }
    builds.retain(|build| format!("{} {}", build.game, build.board).contains(&args.only));
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    for build in builds {
        // Of what is there already the time says nothing.
        let fresh = !build.folder(&args.output).exists();
        let outcome = build.run(&args.binary, &args.output, args.seeds, Duration::from_secs(args.limit))?;
        match serde_json::from_str::<Value>(&outcome.stdout) {
            Ok(record) if outcome.status == Some(0) => rows.push(row(&record, fresh.then_some(outcome.wall))),
            _ => failed.push(format!("{} on {}: {}", build.game, build.board, outcome.stderr.trim())),
        }
        writeln!(io::stderr(), "{} on {}: {} s", build.game, build.board, digits(outcome.wall.as_secs_f64()))?;
    }
    let header = ["game", "board", "cores", "LUT", "% of LUT", "MHz", "fmax, MHz", "states/s", "s to build"];
    let mut out = io::stdout().lock();
    writeln!(out, "{}", markdown(&header, &rows))?;
    failed.iter().try_for_each(|reason| writeln!(out, "{reason}"))?;
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn row(record: &Value, wall: Option<Duration>) -> Vec<String> {
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
        wall.map_or("-".to_owned(), |wall| digits(wall.as_secs_f64())),
    ]
}
