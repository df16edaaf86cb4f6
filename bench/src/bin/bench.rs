//! `make bench`: whole-process times of compiling every game to Verilog, beside gringo's grounding times.

use clap::Parser;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::{markdown, median};
use gdl2hdl_tests::corpus::{self, Entry};
use gdl2hdl_tests::measure::{self, Outcome};
use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Times `gdl2hdl GAME -o OUT.v` for every game: the median of several runs of the whole process.
#[derive(Parser)]
struct Args {
    /// The binary to time.
    #[arg(long)]
    binary: PathBuf,
    /// Folder with `gdl/games`; without it the games of this project are timed.
    #[arg(long)]
    corpus: PathBuf,
    /// Table of another grounder: columns `game`, `file`, `seconds`, `status`.
    #[arg(long)]
    gringo: Option<PathBuf>,
    /// Runs of each game.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Seconds a run may take; a game over it is run once.
    #[arg(long, default_value_t = 120)]
    limit: u64,
    /// Only games whose name holds this.
    #[arg(long, default_value = "")]
    only: String,
}

struct Timed {
    name: String,
    wall_ms: f64,
    cpu_ms: f64,
    peak_mb: f64,
    bytes: u64,
    verdict: String,
    rules: Option<u64>,
    gates: Option<u64>,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let gringo = args.gringo.as_deref().map_or_else(BTreeMap::new, seconds_of);
    let folder = tempfile::tempdir()?;
    let mut timed = Vec::new();
    for entry in games(args)?.iter().filter(|entry| entry.name.contains(&args.only)) {
        program::working_on(&entry.name)?;
        timed.push(time(args, entry, folder.path())?);
    }
    let mut out = io::stdout().lock();
    out.write_all(table(&timed, &gringo).as_bytes())?;
    out.write_all(summary(&timed).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The games of the corpus, else those of this project.
fn games(args: &Args) -> Result<Vec<Entry>, Box<dyn Error>> {
    if args.corpus.is_dir() {
        return Ok(corpus::entries(&args.corpus)?);
    }
    let mut own = Vec::new();
    for file in fs::read_dir("games")? {
        let game = file?.path();
        let name = game.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        if game.extension().is_some_and(|extension| extension == "kif") {
            own.push(Entry { name, game, traces: Vec::new() });
        }
    }
    own.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(own)
}

fn time(args: &Args, entry: &Entry, folder: &Path) -> io::Result<Timed> {
    let verilog = folder.join("out.v");
    let limit = Duration::from_secs(args.limit);
    let deadline = format!("--deadline={}", args.limit);
    let command: Vec<OsString> =
        vec![entry.game.clone().into(), "-q".into(), deadline.into(), "-o".into(), verilog.clone().into()];
    let mut runs: Vec<Outcome> = Vec::new();
    for _ in 0..args.runs.max(1) {
        runs.push(measure::run(args.binary.as_os_str(), &command, limit + Duration::from_secs(5))?);
        if runs.last().is_some_and(|run| run.status != Some(0) || run.wall > Duration::from_secs(20)) {
            break;
        }
    }
    let of = |value: fn(&Outcome) -> f64| median(&runs.iter().map(value).collect::<Vec<_>>()).unwrap_or(f64::NAN);
    let last = runs.last().and_then(|run| run.status);
    let bytes = fs::metadata(&verilog).map_or(0, |meta| meta.len());
    // The next game must not be credited with this one's file.
    fs::remove_file(&verilog).or_else(|e| if e.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(e) })?;
    let stats = (last == Some(0)).then(|| stats(args, entry)).transpose()?.unwrap_or_default();
    Ok(Timed {
        name: entry.name.clone(),
        wall_ms: of(|run| run.wall.as_secs_f64() * 1e3),
        cpu_ms: of(|run| run.cpu.as_secs_f64() * 1e3),
        peak_mb: of(|run| run.peak_bytes as f64 / 1e6),
        bytes,
        verdict: match last {
            Some(0) => "ok".to_owned(),
            Some(code) => format!("exit {code}"),
            None => "killed".to_owned(),
        },
        rules: stats.get("ground_rules").and_then(serde_json::Value::as_u64),
        gates: stats.get("gates").and_then(serde_json::Value::as_u64),
    })
}

fn stats(args: &Args, entry: &Entry) -> io::Result<serde_json::Value> {
    let command: Vec<OsString> = vec!["stats".into(), entry.game.clone().into(), "-q".into(), "--format=json".into()];
    let outcome = measure::run(args.binary.as_os_str(), &command, Duration::from_secs(args.limit + 5))?;
    Ok(serde_json::from_str(&outcome.stdout).unwrap_or_default())
}

/// Seconds by the file's name; the least where a file is listed several times.
fn seconds_of(path: &Path) -> BTreeMap<String, f64> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap_or_default();
    let column = |name: &str| header.iter().position(|title| *title == name).unwrap_or(usize::MAX);
    let (file, seconds, status) = (column("file"), column("seconds"), column("status"));
    let mut found: BTreeMap<String, f64> = BTreeMap::new();
    for line in lines.filter(|line| line.get(status) == Some(&"ok")) {
        let name = line.get(file).and_then(|path| Path::new(path).file_stem()?.to_str());
        if let (Some(name), Some(Ok(seconds))) = (name, line.get(seconds).map(|text| text.parse::<f64>())) {
            let least = found.entry(name.to_owned()).or_insert(seconds);
            *least = least.min(seconds);
        }
    }
    found
}

fn table(timed: &[Timed], gringo: &BTreeMap<String, f64>) -> String {
    let number = |count: Option<u64>| count.map_or("-".to_owned(), |n| n.to_string());
    let row = |t: &Timed| {
        vec![
            t.name.clone(),
            t.verdict.clone(),
            number(t.rules),
            number(t.gates),
            format!("{:.1}", t.wall_ms),
            format!("{:.1}", t.cpu_ms),
            format!("{:.1}", t.peak_mb),
            format!("{:.2}", t.bytes as f64 / 1e6),
            gringo.get(&t.name).map_or("-".to_owned(), |seconds| format!("{:.1}", seconds * 1e3)),
        ]
    };
    let header = ["game", "result", "ground rules", "gates", "wall ms", "cpu ms", "peak MB", "Verilog MB", "gringo ms"];
    markdown(&header, &timed.iter().map(row).collect::<Vec<_>>())
}

fn summary(timed: &[Timed]) -> String {
    let done: Vec<&Timed> = timed.iter().filter(|t| t.verdict == "ok").collect();
    let walls: Vec<f64> = done.iter().map(|t| t.wall_ms).collect();
    let small: Vec<&&Timed> = done.iter().filter(|t| t.rules.is_some_and(|rules| rules < 2000)).collect();
    let slowest = small.iter().max_by(|a, b| a.wall_ms.total_cmp(&b.wall_ms));
    let slowest = slowest.map_or(String::new(), |t| format!("slowest {} with {:.1} ms", t.name, t.wall_ms));
    format!(
        "\n{} games, {} compiled; median {:.1} ms; {} games under 2,000 ground rules: {slowest}\n",
        timed.len(),
        done.len(),
        median(&walls).unwrap_or(f64::NAN),
        small.len(),
    )
}
