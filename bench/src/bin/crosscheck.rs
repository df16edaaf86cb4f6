//! `make crosscheck`: the playout engine in Verilog, and the netlists of it, against the fast engine, on the games of this
//! project and of the corpus.
//!
//! Ends with status 3 when a report or a state differs, with 1 when a game could not be compared.

use clap::Parser;
use gdl2hdl_bench::compared::{Compared, Fault, crosscheck};
use gdl2hdl_bench::games::{self, Game};
use gdl2hdl_bench::pace::Pace;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::{digits, markdown};
use gdl2hdl_tests::{measure, parallel};
use serde_json::Value;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Seconds for a look at the speed of a game.
const LOOK: u64 = 60;
/// States of a job of a netlist.
const MAPPED: u64 = 20_000;
/// Bits of the states and moves of a trace at most: what is kept of it in memory.
const TRACE_BITS: u64 = 1 << 29;

#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Folder with `gdl/games`.
    #[arg(long)]
    corpus: PathBuf,
    /// Games of the corpus with more gates are left out.
    #[arg(long, default_value_t = 20_000)]
    gates: u64,
    /// Games with at most so many four-input LUTs are also compared as netlists; without, none are.
    #[arg(long, default_value_t = 450)]
    mapped: u64,
    /// States whose reports are compared.
    #[arg(long, default_value_t = 1_000_000)]
    states: u64,
    /// States that are compared one by one.
    #[arg(long, default_value_t = 10_000)]
    steps: u64,
    /// Seconds for a comparison, models included.
    #[arg(long, default_value_t = 900)]
    limit: u64,
    /// Processes at a time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Only games whose name holds this.
    #[arg(long, default_value = "")]
    only: String,
}

/// What was compared, and what came of it.
struct Row {
    name: String,
    own: bool,
    gates: u64,
    lut4: u64,
    cells: Vec<Option<Compared>>,
}

/// The comparisons: their names, engines and options.
const COMPARISONS: [(&str, &str, &[&str]); 4] = [
    ("reports", "cpu,verilator", &[]),
    ("steps", "cpu,verilator", &["--steps"]),
    ("ice40", "cpu,netlist", &["--family=ice40"]),
    ("ecp5", "cpu,netlist", &["--family=ecp5"]),
];

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let games: Vec<Game> = taken(args)?.into_iter().filter(|game| game.name.contains(&args.only)).collect();
    let rows = parallel::map(&games, args.jobs, |game| compare(args, game))?;
    let missing = rows.iter().zip(&games).find(|(row, game)| row.is_none() && game.own);
    if let Some((_, game)) = missing {
        return Err(format!("`{}` is a game of this project, and was not compared", game.name).into());
    }
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    if rows.is_empty() {
        return Err(format!("no game whose name holds `{}`: nothing was compared", args.only).into());
    }
    report(args, &rows)
}

fn taken(args: &Args) -> io::Result<Vec<Game>> {
    let mut all = games::own();
    // Without a corpus the games of this project are compared.
    if args.corpus.join("gdl/games").is_dir() {
        all.extend(games::of_corpus(&args.corpus)?);
    }
    Ok(all)
}

/// Compares a game in all ways; `None` for games that are too large or that nobody compiles.
fn compare(args: &Args, game: &Game) -> io::Result<Option<Row>> {
    let stats = json(args, &["stats".into(), game.file.clone().into()], LOOK)?;
    let field = |name: &str| stats[name].as_u64().unwrap_or(0);
    let (gates, lut4) = (field("gates"), field("lut4"));
    if stats.is_null() || (gates > args.gates && !game.own) {
        return Ok(None);
    }
    let Ok(pace) = Pace::of(&args.binary, &game.file, LOOK)? else { return Ok(None) };
    let width = field("bases") + field("moves");
    let small = args.steps.min(TRACE_BITS / width.max(1));
    let sizes = [args.states, small, MAPPED, MAPPED].map(|states| pace.job(states, f64::INFINITY));
    let mut cells = Vec::new();
    for (comparison, size) in COMPARISONS.iter().zip(sizes) {
        let wanted = comparison.1.contains("verilator") || (1..=args.mapped).contains(&lut4);
        let options = comparison.2.iter().map(OsString::from).chain(size.options());
        let cell = || crosscheck(&args.binary, &game.file, comparison.1, options, args.limit);
        cells.push(wanted.then(cell).transpose()?);
    }
    let row = Row { name: game.name.clone(), own: game.own, gates, lut4, cells };
    writeln!(io::stderr(), "{}", shown(&row).join(" | "))?;
    Ok(Some(row))
}

/// What a command prints as JSON; null when it fails.
fn json(args: &Args, command: &[OsString], limit: u64) -> io::Result<Value> {
    Ok(serde_json::from_str(&outcome(args, command, limit)?.stdout).unwrap_or_default())
}

fn outcome(args: &Args, command: &[OsString], limit: u64) -> io::Result<measure::Outcome> {
    let mut command = command.to_vec();
    command.extend(["-q", "--format=json", "--deadline", &limit.to_string()].map(OsString::from));
    measure::run(args.binary.as_os_str(), &command, Duration::from_secs(limit + 10))
}

fn shown(row: &Row) -> Vec<String> {
    let cell = |cell: &Option<Compared>| match cell {
        None => String::new(),
        Some(Compared { fault: Some(Fault::Differs(_)), .. }) => "DIFFERS".to_owned(),
        Some(Compared { fault: Some(Fault::NotCompared(_)), .. }) => "not compared".to_owned(),
        Some(Compared { states, .. }) => states.to_string(),
    };
    let share = row.cells[0].as_ref().and_then(|cell| cell.share);
    let seconds: f64 = row.cells.iter().flatten().map(|cell| cell.seconds).sum();
    let head = [row.name.clone(), row.gates.to_string(), row.lut4.to_string()];
    let tail = [share.map_or(String::new(), |share| format!("{share:.4}")), digits(seconds)];
    head.into_iter().chain(row.cells.iter().map(cell)).chain(tail).collect()
}

fn report(args: &Args, rows: &[Row]) -> Result<ExitCode, Box<dyn Error>> {
    let names = COMPARISONS.map(|(name, ..)| name);
    let header: Vec<&str> =
        ["game", "gates", "lut4"].into_iter().chain(names).chain(["states per cycle", "s"]).collect();
    let lines: Vec<Vec<String>> = rows.iter().map(shown).collect();
    let mut out = io::stdout().lock();
    writeln!(out, "{}", markdown(&header, &lines))?;
    let faults =
        |row: &Row| -> Vec<Fault> { row.cells.iter().flatten().filter_map(|cell| cell.fault.clone()).collect() };
    for row in rows {
        for fault in faults(row) {
            writeln!(out, "{}: {}", row.name, fault.words())?;
        }
    }
    let agree = |column: usize, least: u64| {
        let cells = rows.iter().filter_map(|row| row.cells[column].as_ref());
        cells.filter(|cell| cell.fault.is_none() && cell.states >= least).count()
    };
    let own = rows.iter().filter(|row| row.own).count();
    writeln!(out, "{own} games of this project and {} of the corpus, up to {} gates", rows.len() - own, args.gates)?;
    writeln!(
        out,
        "{} agree in reports, {} of them of {} states or more",
        agree(0, 0),
        agree(0, args.states),
        args.states
    )?;
    writeln!(
        out,
        "{} agree in every step, {} of them of {} states or more",
        agree(1, 0),
        agree(1, args.steps),
        args.steps
    )?;
    writeln!(out, "{} agree as netlists of ice40, {} of ecp5", agree(2, 0), agree(3, 0))?;
    let all: Vec<bool> = rows.iter().flat_map(faults).map(|fault| matches!(fault, Fault::Differs(_))).collect();
    Ok(ExitCode::from(if all.contains(&true) { 3 } else { u8::from(!all.is_empty()) }))
}
