//! `make bench-ground`: grounding, beside gringo on the same games, in one run on the same machine.
//!
//! Both are timed as whole processes that read the rules and write the ground program to nowhere. Prints a table and
//! whether the promises of `docs/BENCHMARKS.md` are kept; ends with status 3 when one is not.

mod report;
mod translate;

use clap::Parser;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::median;
use gdl2hdl_gdl::syntax;
use gdl2hdl_tests::corpus::{self, Entry};
use gdl2hdl_tests::measure;
use report::Timed;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// How many times the limit the statistics may take: they come with the net, of which nothing is timed here.
const PATIENCE: u64 = 10;
/// Runs that take longer are not repeated.
const LONG: Duration = Duration::from_secs(2);

/// Times grounding.
#[derive(Parser)]
struct Args {
    /// The binary to time.
    #[arg(long)]
    binary: PathBuf,
    /// Folder with `gdl/games`.
    #[arg(long)]
    corpus: PathBuf,
    /// Runs of each game.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Seconds a run may take.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// Only games whose name holds this.
    #[arg(long, default_value = "")]
    only: String,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let mut timed = Vec::new();
    for entry in corpus::entries(&args.corpus)?.iter().filter(|entry| entry.name.contains(&args.only)) {
        program::working_on(&entry.name)?;
        timed.extend(game(args, entry, folder.path())?);
    }
    let mut out = io::stdout().lock();
    out.write_all(report::table(&timed).as_bytes())?;
    let verdicts = report::verdicts(&timed);
    for verdict in &verdicts {
        writeln!(out, "{verdict}")?;
    }
    Ok(if verdicts.iter().all(|verdict| verdict.kept) { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

/// Both grounders on a game; nothing for one that is no game.
fn game(args: &Args, entry: &Entry, folder: &Path) -> Result<Option<Timed>, Box<dyn Error>> {
    let deadline = format!("--deadline={}", args.limit);
    let ground: Vec<OsString> = ["ground", "-q", &deadline, "-o", "/dev/null"]
        .map(OsString::from)
        .into_iter()
        .chain([entry.game.clone().into()])
        .collect();
    let Some(ours) = seconds(args, args.binary.as_os_str(), &ground, true)? else { return Ok(None) };
    let patience = Duration::from_secs(PATIENCE * args.limit);
    let deadline = format!("--deadline={}", patience.as_secs());
    let stats: Vec<OsString> = ["stats", "-q", "-O0", "--format=json", &deadline]
        .map(OsString::from)
        .into_iter()
        .chain([entry.game.clone().into()])
        .collect();
    let stats = measure::run(args.binary.as_os_str(), &stats, patience)?;
    let stats: serde_json::Value = serde_json::from_str(&stats.stdout).unwrap_or_default();
    let Some(text) = translate::gringo(&syntax::parse(&fs::read_to_string(&entry.game)?, None).sheet) else {
        return Ok(None);
    };
    let file = folder.join("game.lp");
    fs::write(&file, text)?;
    let shell = |script: &str| -> Vec<OsString> { vec!["-c".into(), script.into(), file.clone().into()] };
    let theirs = seconds(args, OsStr::new("sh"), &shell("exec gringo --text \"$0\" > /dev/null 2>&1"), false)?;
    // Rules with a body, without the choices that stand for what the game leaves open.
    let count = shell("gringo --text \"$0\" 2> /dev/null | grep -v '^{' | grep -c ':-'");
    let counted = theirs
        .filter(|theirs| theirs.finished)
        .map(|_| measure::run(OsStr::new("sh"), &count, Duration::from_secs(args.limit + 5)));
    let rules = counted.transpose()?.and_then(|counted| counted.stdout.trim().parse().ok());
    // Without a net there are no statistics: the whole process counts then.
    let ground_ms = stats["ground_ms"].as_f64().or(Some(ours.cpu * 1e3).filter(|_| ours.finished));
    let seconds = [Some(ours.cpu), theirs.map(|theirs| theirs.cpu)];
    let finished = [ours.finished, theirs.is_some_and(|theirs| theirs.finished)];
    Ok(Some(Timed {
        name: entry.name.clone(),
        seconds,
        finished,
        rules: [stats["ground_rules"].as_u64(), rules],
        ground_ms,
        peak_mb: ours.peak_mb,
    }))
}

/// What runs of one program took.
#[derive(Clone, Copy)]
struct Runs {
    /// Processor seconds, the median.
    cpu: f64,
    peak_mb: f64,
    /// Whether it came to an end within the limit.
    finished: bool,
}

/// Runs a program; `None` when it rejects its input (status 1), where that is one of its answers.
fn seconds(args: &Args, program: &OsStr, arguments: &[OsString], rejects: bool) -> io::Result<Option<Runs>> {
    let (mut cpu, mut peak, mut finished) = (Vec::new(), 0.0_f64, true);
    for _ in 0..args.runs.max(1) {
        let outcome = measure::run(program, arguments, Duration::from_secs(args.limit + 5))?;
        if rejects && outcome.status == Some(1) {
            return Ok(None);
        }
        peak = peak.max(outcome.peak_bytes as f64 / 1e6);
        finished = !outcome.timed_out && outcome.status == Some(0);
        // The system tells no times of what was killed; it did nothing else but compute.
        cpu.push(if outcome.timed_out { outcome.wall } else { outcome.cpu }.as_secs_f64());
        if !finished || outcome.wall > LONG {
            break;
        }
    }
    Ok(Some(Runs { cpu: median(&cpu).unwrap_or(f64::NAN), peak_mb: peak, finished }))
}
