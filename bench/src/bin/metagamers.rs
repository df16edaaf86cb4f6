//! `make metagamers`: every metagamer on games of the corpus, each result against the recorded trace, and what was
//! gained.
//!
//! Ends with status 3 when a result differs from a trace, with 1 when a metagamer gave up.

use clap::Parser;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::markdown;
use gdl2hdl_tests::corpus::{self, Entry};
use gdl2hdl_tests::measure::{self, Outcome};
use gdl2hdl_tests::metagamers::CHAIN;
use gdl2hdl_tests::parallel;
use serde_json::Value;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Folder with `gdl/games` and `gdl/traces`.
    #[arg(long)]
    corpus: PathBuf,
    /// Seconds each command may take.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// Games that are looked at, the smallest texts first; 0 for all.
    #[arg(long, default_value_t = 0)]
    games: usize,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Only games whose name holds this.
    #[arg(long, default_value = "")]
    only: String,
}

/// A result: how it was made, which engine plays it, and whether facts may be missing or names are others.
struct Case {
    name: &'static str,
    commands: &'static [&'static str],
    engine: &'static str,
    pruned: bool,
    table: bool,
}

const fn case(name: &'static str, commands: &'static [&'static str], engine: &'static str) -> Case {
    Case { name, commands, engine, pruned: false, table: false }
}

const CASES: [Case; 10] = [
    case("simplify", &["simplify"], "ground"),
    case("materialize", &["materialize"], "ground"),
    Case { pruned: true, ..case("prune", &["prune"], "ground") },
    Case { pruned: true, ..case("optimize", &["optimize"], "ground") },
    case("ground", &["ground"], "ground"),
    Case { table: true, ..case("symbolize", &["symbolize"], "ground") },
    Case { table: true, ..case("obfuscate", &["obfuscate"], "ground") },
    case("and back", &["obfuscate", "undo"], "ground"),
    Case { pruned: true, ..case("chain", &CHAIN, "interpreter") },
    Case { pruned: true, ..case("chain of ground rules", &["ground", "prune", "optimize"], "ground") },
];

/// How a case ended on one game.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Agrees,
    Differs(String),
    GaveUp(String),
    /// The engine did not finish within the limit, so nothing was compared.
    Slow,
}

struct Row {
    name: String,
    verdicts: Vec<Verdict>,
    /// Reports of pruner and optimizer, on the game and on its ground rules.
    reports: [Value; 4],
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let entries = corpus::entries(&args.corpus).map_err(|error| {
        format!("no corpus at `{}` ({error}); give its folder: make metagamers CORPUS=...", args.corpus.display())
    })?;
    let mut entries: Vec<Entry> =
        entries.into_iter().filter(|entry| !entry.traces.is_empty() && entry.name.contains(&args.only)).collect();
    if args.games > 0 {
        entries.sort_by_key(|entry| entry.game.metadata().map_or(0, |file| file.len()));
        entries.truncate(args.games);
    }
    let rows = parallel::map(&entries, args.jobs, |entry| {
        let row = one(args, entry)?;
        writeln!(io::stderr(), "{}: {}", row.name, summary(&row))?;
        Ok(row)
    })?;
    report(&rows)
}

fn one(args: &Args, entry: &Entry) -> io::Result<Row> {
    let folder = tempfile::tempdir()?;
    let mut reports = [const { Value::Null }; 4];
    let mut verdicts = Vec::new();
    for case in &CASES {
        let (made, values) = match make(args, &entry.game, folder.path(), case)? {
            Ok(made) => made,
            // A game that is refused as it is, is no case for metagamers.
            Err(outcome) if outcome.status == Some(1) && outcome.stderr.contains(r#""code":"G1"#) => break,
            Err(outcome) => {
                verdicts.push(Verdict::GaveUp(outcome.reason().to_owned()));
                continue;
            }
        };
        verdicts.push(replay(args, entry, case, &made)?);
        match case.name {
            "prune" | "optimize" => reports[usize::from(case.name == "optimize")] = values[0].clone(),
            "chain of ground rules" => reports[2..].clone_from_slice(&values[1..]),
            _ => {}
        }
    }
    Ok(Row { name: entry.name.clone(), verdicts, reports })
}

/// The game a case makes, and the reports of its commands; what was said when one failed.
type MadeOr = Result<(PathBuf, Vec<Value>), Outcome>;

fn make(args: &Args, game: &Path, folder: &Path, case: &Case) -> io::Result<MadeOr> {
    let (mut from, mut values) = (game.to_owned(), Vec::new());
    for (number, command) in case.commands.iter().enumerate() {
        // Both syntaxes are written and read on the way.
        let ending = if number % 2 == 0 { "kif" } else { "hrf" };
        let to = folder.join(format!("{}{number}.{ending}", case.name.replace(' ', "_")));
        let mut words: Vec<OsString> = vec![if *command == "undo" { "obfuscate" } else { command }.into()];
        words.push(from.clone().into());
        if *command == "undo" {
            words.extend(["--undo".into(), from.with_extension("names.json").into()]);
        }
        words.extend(["-o".into(), to.clone().into()]);
        words.extend(["-q", "--format=json", "--deadline", &args.limit.to_string()].map(OsString::from));
        let outcome = measure::run(args.binary.as_os_str(), &words, Duration::from_secs(args.limit + 10))?;
        if outcome.status != Some(0) {
            return Ok(Err(outcome));
        }
        values.push(serde_json::from_str(&outcome.stdout).unwrap_or_default());
        from = to;
    }
    Ok(Ok((from, values)))
}

fn replay(args: &Args, entry: &Entry, case: &Case, made: &Path) -> io::Result<Verdict> {
    let mut words: Vec<OsString> = vec!["replay".into(), made.to_owned().into()];
    words.extend(entry.traces.iter().map(OsString::from));
    words.extend(["-q", "--engine", case.engine, "--deadline", &args.limit.to_string()].map(OsString::from));
    if case.pruned {
        words.push("--ignore-state".into());
    }
    if case.table {
        words.extend(["--table".into(), made.with_extension("names.json").into()]);
    }
    let outcome = measure::run(args.binary.as_os_str(), &words, Duration::from_secs(args.limit + 10))?;
    Ok(match outcome.status {
        Some(0) => Verdict::Agrees,
        Some(3) => Verdict::Differs(outcome.stdout),
        Some(2) | None => Verdict::Slow,
        _ => Verdict::Differs(outcome.stderr),
    })
}

fn summary(row: &Row) -> String {
    let named = CASES.iter().zip(&row.verdicts).filter(|(_, verdict)| **verdict != Verdict::Agrees);
    let shown: Vec<String> = named.map(|(case, verdict)| format!("{} {verdict:?}", case.name)).collect();
    if row.verdicts.is_empty() {
        "refused as it is".to_owned()
    } else if shown.is_empty() {
        "agrees".to_owned()
    } else {
        shown.join("; ")
    }
}

fn report(rows: &[Row]) -> Result<ExitCode, Box<dyn Error>> {
    let number = |value: &Value| value.as_u64().map_or_else(|| "-".to_owned(), |number| number.to_string());
    let gain = |report: &Value, what: &str| {
        format!("{} > {}", number(&report["before"][what]), number(&report["after"][what]))
    };
    let cells = |row: &Row| -> Vec<String> {
        let mut cells = vec![row.name.clone()];
        for report in &row.reports {
            cells.extend([gain(report, "rules"), gain(report, "literals")]);
        }
        cells.push(number(&row.reports[2]["moves_grouped"]));
        cells.push(if row.reports[1]["state_dropped"] == true { "yes" } else { "no" }.to_owned());
        cells
    };
    let played: Vec<&Row> = rows.iter().filter(|row| !row.verdicts.is_empty()).collect();
    let table: Vec<Vec<String>> = played.iter().map(|row| cells(row)).collect();
    let header = [
        "game",
        "prune: rules",
        "literals",
        "optimize: rules",
        "literals",
        "ground, prune: rules",
        "literals",
        "ground, optimize: rules",
        "literals",
        "moves grouped",
        "state dropped",
    ];
    writeln!(io::stdout(), "{}", markdown(&header, &table))?;
    let all = || played.iter().flat_map(|row| &row.verdicts);
    let count = |is: fn(&Verdict) -> bool| all().filter(|verdict| is(verdict)).count();
    let differ = count(|verdict| matches!(verdict, Verdict::Differs(_)));
    let gave_up = count(|verdict| matches!(verdict, Verdict::GaveUp(_)));
    writeln!(
        io::stdout(),
        "{} games, {} results: {} agree with the trace, {differ} differ, {gave_up} were given up, {} too slow to compare",
        played.len(),
        all().count(),
        count(|verdict| *verdict == Verdict::Agrees),
        count(|verdict| *verdict == Verdict::Slow),
    )?;
    Ok(ExitCode::from(if differ > 0 { 3 } else { u8::from(gave_up > 0) }))
}
