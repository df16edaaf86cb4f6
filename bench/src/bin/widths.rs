//! Part of `make corpus`: the fast engine gives the report of the scalar engine whatever its words, its way to run and
//! its threads.
//!
//! Ends with status 3 when a report differs, with 1 when a game of this project can't be played.

use clap::Parser;
use gdl2hdl_bench::games::{self, Game};
use gdl2hdl_bench::pace::{self, Pace, Size};
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::markdown;
use gdl2hdl_simd::{Backend, Machine, Width};
use gdl2hdl_tests::parallel;
use serde_json::Value;
use std::cmp::Reverse;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What reports of equal jobs may differ in.
const OWN: [&str; 6] = ["engine", "threads", "elapsed_s", "setup_s", "playouts_per_s", "states_per_s"];
/// Width at which all ways to run are compared: the least of those with the longest vectors.
const COMMON: u32 = 512;

#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Folder with `gdl/games`.
    #[arg(long)]
    corpus: PathBuf,
    /// Games of the corpus to take: those with the longest texts in which the scalar engine plays `states` within `limit`.
    #[arg(long, default_value_t = 30)]
    most: usize,
    /// States of each game.
    #[arg(long, default_value_t = 1_000_000)]
    states: u64,
    /// Seconds the scalar engine may play a game of the corpus.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// Processes at a time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Only games whose name holds this.
    #[arg(long, default_value = "")]
    only: String,
}

/// A way to play: what it is called, and its options.
struct Variant {
    name: String,
    options: Vec<String>,
}

struct Row {
    name: String,
    own: bool,
    states: u64,
    /// For each variant whether it agrees, or why it has no report.
    cells: Vec<Result<bool, String>>,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let variants = variants();
    let games: Vec<Game> = in_order(args)?.into_iter().filter(|game| game.name.contains(&args.only)).collect();
    let taken = AtomicUsize::new(0);
    let rows = parallel::map(&games, args.jobs, |game| one(args, game, &variants, &taken))?;
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    if rows.is_empty() {
        return Err(format!("no game whose name holds `{}`: nothing was compared", args.only).into());
    }
    report(args, &rows, &variants)
}

/// Widths with what is fastest for them, several threads, and all ways to run.
fn variants() -> Vec<Variant> {
    let variant =
        |name: String, options: &[&str]| Variant { name, options: options.iter().map(ToString::to_string).collect() };
    let width = |lanes: u32| variant(format!("W {lanes}"), &["--width", &lanes.to_string(), "--threads", "1"]);
    let threads = |threads: u32| variant(format!("{threads} threads"), &["--threads", &threads.to_string()]);
    let backend = |backend: Backend| {
        let width = Width::new(COMMON).map_or(String::new(), |width| width.to_string());
        variant(backend.to_string(), &["--backend", backend.name(), "--width", &width, "--threads", "1"])
    };
    let widths = [64, 256, 512, 1024].map(width).into_iter();
    widths.chain([2, 4].map(threads)).chain(Machine::detect().backends().map(backend)).collect()
}

/// The games of this project, then those of the corpus, longest text first: the others show less.
fn in_order(args: &Args) -> io::Result<Vec<Game>> {
    let mut others = games::of_corpus(&args.corpus)?;
    others
        .sort_by_cached_key(|game| (Reverse(fs::metadata(&game.file).map_or(0, |file| file.len())), game.name.clone()));
    Ok(games::own().into_iter().chain(others).collect())
}

/// Plays a game in all ways; `None` for games of the corpus that are not taken.
fn one(args: &Args, game: &Game, variants: &[Variant], taken: &AtomicUsize) -> io::Result<Option<Row>> {
    if !game.own && taken.load(Ordering::Relaxed) >= args.most {
        return Ok(None);
    }
    let row = |states, cells| Row { name: game.name.clone(), own: game.own, states, cells };
    let limit = args.limit;
    let size = match Pace::of(&args.binary, &game.file, limit)? {
        Ok(pace) if game.own || pace.plays(args.states, limit as f64) => pace.job(args.states, f64::INFINITY),
        Err(outcome) if game.own => return Ok(Some(row(0, vec![Err(outcome.stderr)]))),
        _ => return Ok(None),
    };
    if !game.own && taken.fetch_add(1, Ordering::Relaxed) >= args.most {
        return Ok(None);
    }
    let expected = match played(args, &game.file, size, &["--engine".to_owned(), "scalar".to_owned()])? {
        Ok(report) => report,
        Err(reason) => return Ok(Some(row(0, vec![Err(reason)]))),
    };
    let agrees =
        |variant: &Variant| Ok(played(args, &game.file, size, &variant.options)?.map(|report| report == expected));
    let cells = variants.iter().map(agrees).collect::<io::Result<Vec<_>>>()?;
    let row = row(expected["steps"].as_u64().unwrap_or(0), cells);
    writeln!(io::stderr(), "{}: {} states, {}", row.name, row.states, shown(&row).join(", "))?;
    Ok(Some(row))
}

/// A report without what may differ, or what was said instead.
fn played(args: &Args, game: &Path, size: Size, options: &[String]) -> io::Result<Result<Value, String>> {
    let limit = 3 * args.limit + 60;
    let fixed = ["--first-moves", "--seed=5"].map(OsString::from);
    let all = fixed.into_iter().chain(size.options()).chain(options.iter().map(OsString::from));
    let outcome = pace::told(&args.binary, "playouts", game, all, limit)?;
    if outcome.status != Some(0) {
        return Ok(Err(outcome.stderr));
    }
    let mut report: Value = serde_json::from_str(&outcome.stdout)?;
    if let Some(fields) = report.as_object_mut() {
        OWN.iter().for_each(|&field| drop(fields.remove(field)));
    }
    Ok(Ok(report))
}

fn shown(row: &Row) -> Vec<String> {
    let cell = |cell: &Result<bool, String>| match cell {
        Ok(true) => "ok",
        Ok(false) => "DIFFERS",
        Err(_) => "not played",
    };
    row.cells.iter().map(|result| cell(result).to_owned()).collect()
}

fn report(args: &Args, rows: &[Row], variants: &[Variant]) -> Result<ExitCode, Box<dyn Error>> {
    let header: Vec<&str> = ["game", "states"].into_iter().chain(variants.iter().map(|v| v.name.as_str())).collect();
    let line = |row: &Row| [vec![row.name.clone(), row.states.to_string()], shown(row)].concat();
    let mut out = io::stdout().lock();
    writeln!(out, "{}", markdown(&header, &rows.iter().map(line).collect::<Vec<_>>()))?;
    let (mut differ, mut failed) = (false, false);
    for row in rows {
        for cell in &row.cells {
            match cell {
                Ok(agrees) => differ |= !agrees,
                Err(reason) => {
                    failed = true;
                    writeln!(out, "{}: {reason}", row.name)?;
                }
            }
        }
    }
    let own = rows.iter().filter(|row| row.own).count();
    let full = rows.iter().filter(|row| row.states >= args.states).count();
    let others = rows.len() - own;
    writeln!(
        out,
        "{own} games of this project and {others} of the corpus, {full} of them with {} states or more",
        args.states
    )?;
    Ok(ExitCode::from(if differ { 3 } else { u8::from(failed) }))
}
