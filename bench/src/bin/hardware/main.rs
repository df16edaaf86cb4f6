//! `make bench-hw`: what engines reach on boards, beside this machine's fast engine on one core and other systems.
//!
//! The figures of boards are those of routed designs whose engines were simulated, not what a board was seen to do. Ends with
//! status 3 when an engine differs from the fast one, and with 1 when something could not be built, compared or measured for
//! another reason than that it does not fit, or when a figure could not be kept on a board.

mod check;
mod filed;
mod measured;
mod plot;
mod said;
mod steps;
mod subject;

use check::Checked;
use clap::Parser;
use gdl2hdl_bench::board_rows::{self, BoardRow, pages};
use gdl2hdl_bench::compared::Fault;
use gdl2hdl_bench::{builds, pace, program};
use gdl2hdl_device::bitstream::BuildRecord;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use subject::Game;

/// Seconds of a measurement of the fast engine, and seconds until it is given up.
const MEASURED: (&str, u64) = ("2", 120);
/// How much games are optimised.
const LEVEL: &str = "3";
/// Widths of what engines count: a job of the device has up to a million lanes of up to 4095 playouts, some hundred million
/// states at once.
const WIDTHS: [&str; 6] = ["--quota-bits", "12", "--lane-bits", "20", "--counter-bits", "32"];
/// A tool may take this part of the time for a search.
const TRIES: u64 = 4;
/// Seconds a build has to end by itself once its time is over: ended from outside, it leaves a tool running.
const GRACE: u64 = 60;
/// What the command says of designs that are too large: a result, not a failure.
const TOO_LARGE: &str = "does not fit";

#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Folder to build in: what is there and has not changed is not built again.
    #[arg(long)]
    output: PathBuf,
    /// Folder with `gdl/games`: some of its games are built as well.
    #[arg(long)]
    corpus: PathBuf,
    /// Boards, with commas between them.
    #[arg(long, value_delimiter = ',', default_values_t = subject::BOARDS.map(String::from))]
    boards: Vec<String>,
    /// How many configurations are placed and routed of engines that are searched: low, medium or high.
    #[arg(long, default_value = "low")]
    effort: String,
    /// Searches also those of which `bench/data/engines.csv` says what they are.
    #[arg(long)]
    search: bool,
    /// Only those of which `game board` has this where a word begins.
    #[arg(long, default_value = "")]
    only: String,
    /// Seconds for a build.
    #[arg(long, default_value_t = 9800)]
    limit: u64,
    /// Seconds for a comparison, models included.
    #[arg(long, default_value_t = 3600)]
    check_limit: u64,
    /// Builds nothing: measures this machine's processor for all rows of the file. For a machine that does nothing else.
    #[arg(long, requires = "rows")]
    cpu: bool,
    /// Does not compare what was built with the fast engine.
    #[arg(long)]
    no_check: bool,
    /// The file that keeps what was built and measured: rows of other games and boards stay as they are.
    #[arg(long)]
    rows: Option<PathBuf>,
}

/// What came of all builds.
#[derive(Default)]
struct Found {
    rows: Vec<BoardRow>,
    /// What was not built, and why.
    missing: Vec<String>,
    /// What was not measured or compared, and figures that a board would not keep.
    faults: Vec<String>,
    /// Whether something failed that should not.
    failed: bool,
    /// Whether an engine differs from the fast one.
    differs: bool,
}

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let games = subject::games(&args.corpus);
    let mut found = Found { missing: games.missing, ..Found::default() };
    let mut cpu = BTreeMap::new();
    if let Some(rows) = args.rows.as_ref().filter(|_| args.cpu) {
        for game in &games.found {
            cpu.extend(fast(args, game)?.map(|states| (game.name.clone(), states)));
        }
        filed::beside_processor(rows, &cpu)?;
        shown(args, &found)?;
        return Ok(ExitCode::SUCCESS);
    }
    for game in &games.found {
        let mut boards = args.boards.iter().filter(|board| is_wanted(&game.name, board, &args.only));
        let Some(first) = boards.next() else { continue };
        cpu.extend(fast(args, game)?.map(|states| (game.name.clone(), states)));
        for board in iter::once(first).chain(boards) {
            add(args, game, board, &cpu, &mut found)?;
        }
    }
    shown(args, &found)?;
    Ok(ExitCode::from(if found.differs { 3 } else { u8::from(found.failed || !found.faults.is_empty()) }))
}

/// Whether `game board` has a text where a word of it begins: `tic_tac_toe` is not within `nine_board_tic_tac_toe`.
fn is_wanted(game: &str, board: &str, only: &str) -> bool {
    format!(" {game} {board}").contains(&format!(" {only}"))
}

/// Builds a game for a board, compares the engine with the fast one, and keeps what came of it.
fn add(
    args: &Args,
    game: &Game,
    board: &str,
    cpu: &BTreeMap<String, f64>,
    found: &mut Found,
) -> Result<(), Box<dyn Error>> {
    let what = format!("{} on {board}", game.name);
    program::working_on(&what)?;
    let engine = engine(args, game, board)?;
    let record = match built(args, game, board, &engine)? {
        Ok(record) => record,
        Err(reason) => {
            writeln!(io::stderr(), "{what}: not built")?;
            found.failed |= !reason.contains(TOO_LARGE);
            found.missing.push(format!("{what}: {reason}"));
            return Ok(());
        }
    };
    let check = if args.no_check { None } else { Some(checked(args, game, &record)?) };
    if let Some(fault) = check.as_ref().and_then(|check| check.fault.as_ref()) {
        found.differs |= matches!(fault, Fault::Differs(_));
        found.faults.push(format!("{what}: {}", fault.words()));
    }
    let measured = match measured::measured(&args.binary, game, &record, args.check_limit)? {
        Ok(measured) => Some(measured),
        Err(reason) => {
            found.faults.push(format!("{what}: not measured: {reason}"));
            None
        }
    };
    let beside = filed::Beside { measured, check: check.as_ref(), cpu: cpu.get(&game.name).copied() };
    let row = filed::row(&game.name, &engine.options, &record, &beside);
    found.faults.extend(board_rows::faults(std::slice::from_ref(&row)));
    if let Some(rows) = &args.rows {
        filed::keep(rows, &row)?;
    }
    write!(io::stderr(), "{}", pages::engines(std::slice::from_ref(&row)))?;
    found.rows.push(row);
    Ok(())
}

/// The record of a build, or why there is none.
fn built(
    args: &Args,
    game: &Game,
    board: &str,
    engine: &Engine,
) -> Result<Result<BuildRecord, String>, Box<dyn Error>> {
    let folder = args.output.join(board).join(&game.name);
    let (seconds, tool_time) = (args.limit.to_string(), engine.tool_time.to_string());
    let all = ["--board", board, "-O", LEVEL, "--deadline", &seconds, "--tool-time", &tool_time, "-q"];
    let options: Vec<&str> = all.into_iter().chain(engine.options.iter().map(String::as_str)).collect();
    let outcome = builds::run(&args.binary, &game.file, &folder, &options, Duration::from_secs(args.limit + GRACE))?;
    if outcome.status == Some(0) {
        return Ok(Ok(serde_json::from_str(&outcome.stdout)?));
    }
    Ok(Err(outcome.reason().lines().next().unwrap_or_default().to_owned()))
}

/// What engine a build is of, or how it is searched.
struct Engine {
    /// Of `build`, besides board and level.
    options: Vec<String>,
    /// How long a tool may take. **Units:** seconds.
    tool_time: u64,
}

fn engine(args: &Args, game: &Game, board: &str) -> Result<Engine, Box<dyn Error>> {
    let said = if args.search { Vec::new() } else { said::all()? };
    let (options, time) = match said.into_iter().find(|said| said.is_of(&game.name, board)) {
        Some(said) => (said.options, args.limit),
        // What can't be routed is given up while there is time for fewer cores.
        None => (searched(args, game)?, args.limit / TRIES),
    };
    Ok(Engine { options, tool_time: time.max(1) })
}

/// The options of a search.
fn searched(args: &Args, game: &Game) -> io::Result<Vec<String>> {
    let steps = steps::options(&args.binary, &game.file)?;
    let seconds = args.limit.to_string();
    let search = ["--effort", &args.effort, "--search-time", &seconds].into_iter().chain(WIDTHS);
    let search: Vec<String> = search.map(str::to_owned).collect();
    Ok(search.into_iter().chain(steps).collect())
}

/// States/s of the fast engine on one core.
fn fast(args: &Args, game: &Game) -> io::Result<Option<f64>> {
    let (seconds, limit) = MEASURED;
    let options = ["--engine", "cpu", "--threads", "1", "--seconds", seconds];
    let (outcome, figures) = pace::bench(&args.binary, &game.file, &options, limit)?;
    if outcome.status != Some(0) {
        writeln!(io::stderr(), "{}: not measured on the processor: {}", game.name, outcome.reason())?;
    }
    Ok(figures["states_per_s"].as_f64())
}

fn checked(args: &Args, game: &Game, record: &BuildRecord) -> Result<Checked, Box<dyn Error>> {
    Ok(check::check(&args.binary, game, record, args.check_limit)?)
}

/// Prints the table, and draws the picture.
fn shown(args: &Args, found: &Found) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let rows = match args.rows.as_ref().filter(|file| file.is_file()) {
        Some(file) => filed::all(file)?,
        None => found.rows.clone(),
    };
    writeln!(out, "{}\n{}", pages::engines(&rows), pages::games(&rows)?)?;
    if args.no_check {
        writeln!(out, "- nothing was compared with the fast engine, as was asked for")?;
    }
    for fault in &found.faults {
        writeln!(out, "- {fault}")?;
    }
    for line in &found.missing {
        writeln!(out, "- not built: {line}")?;
    }
    if rows.is_empty() {
        return Ok(());
    }
    fs::create_dir_all(&args.output)?;
    let picture = args.output.join("states.svg");
    write_picture(&picture, &plot::draw(&plot::points(&pages::reached(&rows)?)))?;
    writeln!(out, "- `{}` shows the states/s", picture.display())?;
    Ok(())
}

/// A picture is whole or not there.
fn write_picture(path: &Path, text: &str) -> io::Result<()> {
    let partial = path.with_extension("svg.part");
    fs::write(&partial, text)?;
    fs::rename(&partial, path)
}

#[cfg(test)]
mod tests {
    use super::is_wanted;

    #[test]
    fn games_and_boards_are_wanted_by_how_they_begin() {
        let wanted = |only| is_wanted("tic_tac_toe", "ulx3s-25f", only);
        assert!(["", "tic_tac_toe", "ulx3s", "ulx3s-25f", "tic_tac_toe ulx3s-25f"].into_iter().all(wanted));
        assert!(!["toe", "ulx3s-85f", "nine_board_tic_tac_toe"].into_iter().any(wanted));
        assert!(!is_wanted("nine_board_tic_tac_toe", "ulx3s-25f", "tic_tac_toe ulx3s-25f"));
    }
}
