//! `make bench-start`: how long it takes from the rules of each game to the first legal moves, to an engine that plays a
//! million states/s, and to the final engine.

use clap::Parser;
use gdl2hdl_bench::games::{self, Game};
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::{markdown, median};
use gdl2hdl_tests::measure;
use serde_json::Value;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Runs `gdl2hdl stats --timeline` for every game and takes the median of several runs.
#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Folder with `gdl/games`; without it the games of this project are started.
    #[arg(long)]
    corpus: PathBuf,
    /// Runs of each game; one that takes longer than 20 s is run once.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Seconds that a run may take.
    #[arg(long, default_value_t = 120)]
    limit: u64,
    /// Only games whose name holds this.
    #[arg(long, default_value = "")]
    only: String,
}

/// What is timed: the field of the result, its heading, and the median in ms that it is to have.
const TIMES: [(&str, &str, Option<f64>); 4] = [
    ("first_legal_ms", "first legal, ms", Some(10.0)),
    ("net_ms", "first net, ms", None),
    ("million_ms", "1 M states/s, ms", Some(30.0)),
    ("final_ms", "final, ms", Some(60.0)),
];
/// Within so many ms so many of a hundred games are to have a net; within the longer time all but the largest.
const NET: [(f64, Option<f64>); 2] = [(1000.0, Some(95.0)), (5000.0, None)];
/// A game that takes longer is run once.
const LONG: Duration = Duration::from_secs(20);

/// The times of a game, in the order of [`TIMES`], and its speeds with the first and the final net.
struct Started {
    name: String,
    times: [Option<f64>; 4],
    states_per_s: [Option<f64>; 2],
    verdict: String,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let games = if args.corpus.is_dir() { games::of_corpus(&args.corpus)? } else { games::own() };
    let mut started = Vec::new();
    for game in games.iter().filter(|game| game.name.contains(&args.only)) {
        program::working_on(&game.name)?;
        started.push(start(args, game)?);
    }
    if started.is_empty() {
        return Err("no game has this name".into());
    }
    let mut out = io::stdout().lock();
    out.write_all((table(&started) + &summary(&started)).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn start(args: &Args, game: &Game) -> io::Result<Started> {
    let deadline = format!("--deadline={}", args.limit);
    let words = ["stats", "--timeline", "-q", "--format=json", &deadline].map(OsString::from);
    let command = [&words[..], &[game.file.clone().into()]].concat();
    let (mut runs, mut verdict) = (Vec::new(), "ok".to_owned());
    for _ in 0..args.runs.max(1) {
        let outcome = measure::run(args.binary.as_os_str(), &command, Duration::from_secs(args.limit + 5))?;
        if outcome.status != Some(0) {
            verdict = outcome.status.map_or("killed".to_owned(), |status| format!("exit {status}"));
            break;
        }
        runs.push(serde_json::from_str::<Value>(&outcome.stdout)?);
        if outcome.wall > LONG {
            break;
        }
    }
    let middle = |of: &dyn Fn(&Value) -> Option<f64>| median(&runs.iter().filter_map(of).collect::<Vec<_>>());
    let times = TIMES.map(|(field, ..)| middle(&|run| run[field].as_f64()));
    let states_per_s = ["first net", "final net"].map(|stage| middle(&|run| speed(run, stage)));
    Ok(Started { name: game.name.clone(), times, states_per_s, verdict })
}

/// The states/s of a stage.
fn speed(run: &Value, stage: &str) -> Option<f64> {
    run["stages"].as_array()?.iter().find(|reached| reached["stage"] == stage)?["states_per_s"].as_f64()
}

fn table(started: &[Started]) -> String {
    let mut header = vec!["game", "result"];
    header.extend(TIMES.map(|(_, heading, _)| heading));
    header.extend(["first net, M states/s", "final net, M states/s"]);
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1}"));
    let row = |game: &Started| {
        let mut cells = vec![game.name.clone(), game.verdict.clone()];
        cells.extend(game.times.map(number));
        cells.extend(game.states_per_s.map(|rate| number(rate.map(|rate| rate / 1e6))));
        cells
    };
    markdown(&header, &started.iter().map(row).collect::<Vec<_>>())
}

/// What a figure is to be, where there is an aim.
fn aimed(aim: Option<f64>) -> String {
    aim.map_or_else(String::new, |aim| format!(" (aim {aim:.0})"))
}

/// Medians beside what they are to be, and how many games have a net in time.
fn summary(started: &[Started]) -> String {
    let played: Vec<&Started> = started.iter().filter(|game| game.verdict == "ok").collect();
    let mut text = format!("\n{} games, {} started\n", started.len(), played.len());
    for (place, (_, heading, aim)) in TIMES.into_iter().enumerate() {
        let times: Vec<f64> = played.iter().filter_map(|game| game.times[place]).collect();
        let aim = aimed(aim);
        let middle = median(&times).unwrap_or(f64::NAN);
        text += &format!("{heading}: median {middle:.1}{aim}, {} of {} games\n", times.len(), played.len());
    }
    for (within, aim) in NET {
        let soon = played.iter().filter(|game| game.times[1].is_some_and(|time| time <= within)).count();
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        let share = 100.0 * soon as f64 / played.len().max(1) as f64;
        let aim = aimed(aim);
        text += &format!("a net within {:.0} s: {share:.1} % of the games{aim}\n", within / 1e3);
    }
    let late = played.iter().filter(|game| game.times[1].is_none_or(|time| time > NET[1].0));
    let late: Vec<String> = late.map(|game| format!(" {}", game.name)).collect();
    if !late.is_empty() {
        text += &format!("later than that:{}\n", late.concat());
    }
    text
}
