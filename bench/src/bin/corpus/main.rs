//! `make corpus`: every recorded trace on every engine, each in a process of its own within limits.
//!
//! Ends with status 3 when an engine differs from a trace, with 1 when a game that is not listed in
//! `bench/data/corpus.txt` is refused or not finished.

mod crosscheck;

use clap::Parser;
use crosscheck::{CROSSCHECK, crosscheck};
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::markdown;
use gdl2hdl_tests::corpus::{self, Entry};
use gdl2hdl_tests::measure::{self, Outcome};
use gdl2hdl_tests::parallel;
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Games and engines that are known not to finish, with the reason: `game engine reason`.
const LISTED: &str = include_str!("../../../data/corpus.txt");

/// The name under which the emitted Verilog is checked.
const LINT: &str = "lint";

/// Gates up to which a game is simulated.
const MAX_SIMULATED: u64 = 50_000;

#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Folder with `gdl/games` and `gdl/traces`, and the same in `action`.
    #[arg(long)]
    corpus: PathBuf,
    /// Engines to compare; `lint` has the emitted Verilog read by Verilator, Icarus and Yosys, and `crosscheck` has
    /// engines `scalar` and `cpu` play the same playouts.
    #[arg(long, value_delimiter = ',', default_value = "interpreter,ground,propnet,net,cpu,verilator,lint,crosscheck")]
    engines: Vec<String>,
    /// Seconds the interpreter may take for a game.
    #[arg(long, default_value_t = 60)]
    interpreter_limit: u64,
    /// Seconds any other engine may take for a game.
    #[arg(long, default_value_t = 300)]
    limit: u64,
    /// Processes at a time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// GiB each tool of `lint` may take, so that none of them takes down the machine.
    #[arg(long, default_value_t = 12)]
    lint_memory: u64,
    /// Only games whose name holds this.
    #[arg(long, default_value = "")]
    only: String,
}

/// How one engine did on one game.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Agrees { states: u64 },
    Differs,
    Refused,
    Unfinished,
    TooLarge,
}

struct Cell {
    engine: String,
    verdict: Verdict,
    seconds: f64,
    messages: String,
}

struct Row {
    name: String,
    gates: Option<u64>,
    cells: Vec<Cell>,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut entries = corpus::entries(&args.corpus).map_err(|error| {
        format!("no corpus at `{}` ({error}); give its folder: make corpus CORPUS=...", args.corpus.display())
    })?;
    entries.extend(corpus::action_entries(&args.corpus)?);
    let entries: Vec<Entry> =
        entries.into_iter().filter(|entry| !entry.traces.is_empty() && entry.name.contains(&args.only)).collect();
    if entries.is_empty() {
        return Err(format!("no game with a trace whose name holds `{}`: nothing was compared", args.only).into());
    }
    let rows = all(args, &entries)?;
    report(args, &rows)
}

/// Runs all games, `jobs` at a time; rows in the order of the entries.
fn all(args: &Args, entries: &[Entry]) -> io::Result<Vec<Row>> {
    parallel::map(entries, args.jobs, |entry| {
        let row = one(args, entry)?;
        writeln!(io::stderr(), "{}", progress(&row))?;
        Ok(row)
    })
}

fn one(args: &Args, entry: &Entry) -> io::Result<Row> {
    let limit = args.limit.to_string();
    let stats: Vec<OsString> = vec![
        "stats".into(),
        entry.game.clone().into(),
        "-q".into(),
        "--format=json".into(),
        "--deadline".into(),
        limit.into(),
    ];
    let compiled = measure::run(args.binary.as_os_str(), &stats, Duration::from_secs(args.limit + 5))?;
    let stats: Value = serde_json::from_str(&compiled.stdout).unwrap_or_default();
    let gates = stats["gates"].as_u64();
    let width = stats["bases"].as_u64().unwrap_or(0) + stats["moves"].as_u64().unwrap_or(0);
    let mut cells = Vec::new();
    for engine in &args.engines {
        cells.push(match gates {
            Some(gates) if engine == "verilator" && gates > MAX_SIMULATED => too_large(engine),
            // What can't be compiled within the limits is not tried again for each engine.
            None if engine != "interpreter" => {
                let verdict = verdict_of(&compiled);
                let (seconds, messages) = (compiled.wall.as_secs_f64(), messages(&compiled, &Value::Null));
                Cell { engine: engine.clone(), verdict, seconds, messages }
            }
            _ if engine == LINT => lint(args, entry)?,
            _ if engine == CROSSCHECK => crosscheck(args, entry, width)?,
            _ => replay(args, entry, engine)?,
        });
    }
    Ok(Row { name: entry.name.clone(), gates, cells })
}

fn too_large(engine: &str) -> Cell {
    Cell { engine: engine.to_owned(), verdict: Verdict::TooLarge, seconds: 0.0, messages: String::new() }
}

fn replay(args: &Args, entry: &Entry, engine: &str) -> io::Result<Cell> {
    let limit = if engine == "interpreter" { args.interpreter_limit } else { args.limit };
    let mut command: Vec<OsString> = vec!["replay".into(), entry.game.clone().into()];
    command.extend(entry.traces.iter().map(OsString::from));
    command.extend(["-q", "--format=json", "--engine", engine, "--deadline"].map(OsString::from));
    command.push(limit.to_string().into());
    if engine == "verilator" {
        // So that every recorded fact is compared, also those that nothing depends on.
        command.push("--keep-state".into());
    }
    let outcome = measure::run(args.binary.as_os_str(), &command, Duration::from_secs(limit + 10))?;
    let result: Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
    let verdict = match outcome.status {
        // What was played can be reached: an engine that takes a recorded state for unreachable is wrong.
        Some(0) if result.as_array().into_iter().flatten().any(|trace| trace["unreachable"] != 0) => Verdict::Differs,
        Some(0) => {
            let traces = result.as_array().into_iter().flatten();
            Verdict::Agrees { states: traces.filter_map(|trace| trace["states"].as_u64()).sum() }
        }
        Some(3) => Verdict::Differs,
        Some(2) | None => Verdict::Unfinished,
        _ if outcome.timed_out => Verdict::Unfinished,
        _ => Verdict::Refused,
    };
    let messages = messages(&outcome, &result);
    Ok(Cell { engine: engine.to_owned(), verdict, seconds: outcome.wall.as_secs_f64(), messages })
}

/// Compiles a game as users do, and has the tools read what comes out: not a word is expected of them.
fn lint(args: &Args, entry: &Entry) -> io::Result<Cell> {
    let folder = tempfile::tempdir()?;
    let verilog = folder.path().join("game.v");
    let (start, limit) = (Instant::now(), args.limit.to_string());
    let mut compile: Vec<OsString> = vec![entry.game.clone().into(), "-o".into(), verilog.clone().into()];
    compile.extend(["-q", "--deadline", &limit].map(OsString::from));
    let script = format!("read_verilog {}; hierarchy -check; check -assert", verilog.display());
    let tools: [(&str, &[&str]); 3] = [
        ("verilator", &["--lint-only", "-Wall"]),
        ("iverilog", &["-g2005", "-Wall", "-t", "null"]),
        ("yosys", &["-q", "-p", &script]),
    ];
    let mut outcome = measure::run(args.binary.as_os_str(), &compile, Duration::from_secs(args.limit + 10))?;
    let mut verdict = verdict_of(&outcome);
    for (tool, options) in tools {
        if verdict != (Verdict::Agrees { states: 1 }) {
            break;
        }
        let mut arguments: Vec<OsString> = vec![format!("--as={}", args.lint_memory << 30).into(), tool.into()];
        arguments.extend(options.iter().map(OsString::from));
        if tool != "yosys" {
            arguments.push(verilog.clone().into());
        }
        outcome = measure::run("prlimit".as_ref(), &arguments, Duration::from_secs(args.limit))?;
        verdict = verdict_of(&outcome);
        if verdict == (Verdict::Agrees { states: 1 }) && !outcome.stderr.is_empty() {
            verdict = Verdict::Differs;
        }
    }
    let messages = outcome.stderr.lines().take(3).collect::<Vec<_>>().join("\n");
    Ok(Cell { engine: LINT.to_owned(), verdict, seconds: start.elapsed().as_secs_f64(), messages })
}

fn verdict_of(outcome: &Outcome) -> Verdict {
    match outcome.status {
        _ if outcome.timed_out => Verdict::Unfinished,
        Some(0) => Verdict::Agrees { states: 1 },
        Some(2) | None => Verdict::Unfinished,
        _ => Verdict::Refused,
    }
}

/// The differences, else what was said on standard error.
fn messages(outcome: &Outcome, result: &Value) -> String {
    let differences: Vec<&str> =
        result[0]["differences"].as_array().into_iter().flatten().filter_map(|d| d["text"].as_str()).collect();
    if differences.is_empty() {
        outcome.stderr.lines().take(3).collect::<Vec<_>>().join("\n")
    } else {
        differences.concat()
    }
}

fn shown(cell: &Cell) -> String {
    match &cell.verdict {
        // How many states there are is up to the traces, elsewhere.
        Verdict::Agrees { states } if cell.engine == CROSSCHECK => format!("ok {states} in {:.1} s", cell.seconds),
        Verdict::Agrees { .. } => format!("ok {:.1} s", cell.seconds),
        Verdict::Differs => "DIFFERS".to_owned(),
        Verdict::Refused => "refused".to_owned(),
        Verdict::Unfinished => format!("unfinished {:.0} s", cell.seconds),
        Verdict::TooLarge => "too large".to_owned(),
    }
}

fn progress(row: &Row) -> String {
    let cells: Vec<String> = row.cells.iter().map(|cell| format!("{} {}", cell.engine, shown(cell))).collect();
    format!("{}: {}", row.name, cells.join(", "))
}

fn report(args: &Args, rows: &[Row]) -> Result<ExitCode, Box<dyn Error>> {
    let mut header = vec!["game", "gates"];
    header.extend(args.engines.iter().map(String::as_str));
    let lines: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let gates = row.gates.map_or("-".to_owned(), |gates| gates.to_string());
            [row.name.clone(), gates].into_iter().chain(row.cells.iter().map(shown)).collect()
        })
        .collect();
    let mut out = io::stdout().lock();
    writeln!(out, "{}", markdown(&header, &lines))?;
    let listed: BTreeSet<(&str, &str)> = LISTED.lines().filter_map(listed).collect();
    let (mut differ, mut unexpected) = (0, 0);
    for row in rows {
        for cell in &row.cells {
            let known = listed.contains(&(&row.name, &cell.engine)) || listed.contains(&(&row.name, "*"));
            match cell.verdict {
                Verdict::Agrees { .. } | Verdict::TooLarge => continue,
                Verdict::Differs => differ += 1,
                // The interpreter is the slow reference: it is asked where it ends in time.
                Verdict::Unfinished if cell.engine == "interpreter" => continue,
                _ if known => continue,
                _ => unexpected += 1,
            }
            writeln!(out, "{} on {}: {}\n{}", row.name, cell.engine, shown(cell), cell.messages)?;
        }
    }
    writeln!(out, "{}", totals(args, rows))?;
    Ok(ExitCode::from(match (differ, unexpected) {
        (0, 0) => 0,
        (0, _) => 1,
        _ => 3,
    }))
}

fn listed(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    words.next().filter(|name| !name.starts_with('#')).zip(words.next())
}

fn totals(args: &Args, rows: &[Row]) -> String {
    let mut text = String::new();
    for (i, engine) in args.engines.iter().enumerate() {
        let states = rows.iter().filter_map(|row| match row.cells[i].verdict {
            Verdict::Agrees { states } => Some(states),
            _ => None,
        });
        let (games, states) = states.fold((0, 0), |(games, sum), states| (games + 1, sum + states));
        text.push_str(&format!("{engine}: {games} of {} games agree in all {states} states\n", rows.len()));
    }
    text
}
