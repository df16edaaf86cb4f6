//! `make boards-check`: built boards in simulation, against the fast engine: bitstreams read back, placed netlists, and
//! the board's Verilog behind a serial port.
//!
//! Ends with status 3 when a report differs, with 1 when something could not be compared.

use clap::Parser;
use gdl2hdl_bench::builds::Build;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::{digits, markdown};
use gdl2hdl_tests::fpga_tools::unpacks_to_itself;
use gdl2hdl_tests::measure::{self, Outcome};
use gdl2hdl_tests::virtual_board::VirtualBoard;
use serde_json::Value;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Folder to build in, the one of `make bitstreams`.
    #[arg(long)]
    output: PathBuf,
    /// Playouts of each game behind a serial port.
    #[arg(long, default_value_t = 20_480)]
    playouts: u64,
    /// Playouts of each bitstream and of each netlist.
    #[arg(long, default_value_t = 640)]
    proofs: u64,
    /// Only checks whose game, board and level hold this.
    #[arg(long, default_value = "")]
    only: String,
    /// Seconds for each command.
    #[arg(long, default_value_t = 7200)]
    limit: u64,
}

/// What stands for the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// Its Verilog, behind a pseudo-terminal.
    Port,
    /// The netlist that was placed.
    Netlist,
    /// The bitstream, read back.
    Bitstream,
}

const CHECKS: [(&str, &str, Level); 12] = [
    ("two_button_lights", "ice40-hx8k-b-evn", Level::Port),
    ("tic_tac_toe", "ice40-hx8k-b-evn", Level::Port),
    ("connect_four", "icebreaker", Level::Port),
    ("breakthrough_8x8", "ulx3s-25f", Level::Port),
    ("nim", "icebreaker", Level::Port),
    ("two_button_lights", "ice40-hx8k-b-evn", Level::Bitstream),
    ("tic_tac_toe", "ice40-hx8k-b-evn", Level::Bitstream),
    ("connect_four", "ice40-hx8k-b-evn", Level::Bitstream),
    ("two_button_lights", "icebreaker", Level::Bitstream),
    ("tic_tac_toe", "icebreaker", Level::Bitstream),
    ("tic_tac_toe", "ulx3s-25f", Level::Netlist),
    ("connect_four", "ulx3s-25f", Level::Netlist),
];

/// Lanes of every job.
const LANES: u64 = 64;

type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (mut rows, mut broken, mut unequal) = (Vec::new(), Vec::new(), false);
    for (game, board, level) in CHECKS {
        let what = format!("{game} on {board}, {}", level.name());
        if !what.contains(&args.only) {
            continue;
        }
        let start = Instant::now();
        match check(args, &Build::example(game, board), level) {
            Ok((playouts, steps, equal)) => {
                unequal |= !equal;
                let verdict = if equal { "equal" } else { "DIFFERENT" };
                let cells = [game, board, level.name(), &playouts.to_string(), &steps.to_string(), verdict];
                rows.push(cells.map(str::to_owned).to_vec());
            }
            Err(error) => broken.push(format!("{what}: {error}")),
        }
        writeln!(io::stderr(), "{what}: {} s", digits(start.elapsed().as_secs_f64()))?;
    }
    if rows.is_empty() && broken.is_empty() {
        return Err(format!("no check whose name holds `{}`: nothing was compared", args.only).into());
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}", markdown(&["game", "board", "simulated", "playouts", "states", "reports"], &rows))?;
    broken.iter().try_for_each(|reason| writeln!(out, "{reason}"))?;
    Ok(match (unequal, broken.is_empty()) {
        (true, _) => ExitCode::from(3),
        (false, false) => ExitCode::FAILURE,
        (false, true) => ExitCode::SUCCESS,
    })
}

impl Level {
    const fn name(self) -> &'static str {
        match self {
            Self::Port => "Verilog at a serial port",
            Self::Netlist => "placed netlist",
            Self::Bitstream => "bitstream",
        }
    }
}

/// Playouts, states, and whether the reports are equal.
fn check(args: &Args, build: &Build, level: Level) -> Result<(u64, u64, bool), Failure> {
    let limit = Duration::from_secs(args.limit);
    good(build.run(&args.binary, &args.output, 1, limit)?)?;
    let folder = build.folder(&args.output);
    let playouts = if level == Level::Port { args.playouts } else { args.proofs };
    let job = format!("--lanes {LANES} --per-lane {} --seed 11", playouts / LANES);
    let expected = command(args, "playouts", &build.file, &job)?;
    let played = match level {
        Level::Port => {
            let board = VirtualBoard::start(&args.binary, &folder)?;
            command(args, "run", &folder, &format!("{job} --port {}", board.port))?
        }
        Level::Netlist => engine(args, build, "placed-netlist", &job)?,
        Level::Bitstream => engine(args, build, "bitstream", &job)?,
    };
    let same = |field: &&str| played[*field] == expected[*field] && !expected[*field].is_null();
    let mut equal = ["playouts", "steps", "goals", "starts"].iter().all(same) && played["complete"] == true;
    if level == Level::Netlist {
        equal &= unpacks_to_itself(&folder)?;
    }
    let count = |field: &str| expected[field].as_u64().ok_or_else(|| format!("no `{field}` in the report"));
    Ok((count("playouts")?, count("steps")?, equal))
}

/// A report of one of the engines that a built board has.
fn engine(args: &Args, build: &Build, name: &str, job: &str) -> Result<Value, Failure> {
    let folder = build.folder(&args.output);
    command(args, "playouts", &build.file, &format!("{job} --engine {name} --board-dir {}", folder.display()))
}

/// What a command prints as JSON.
fn command(args: &Args, name: &str, subject: &Path, options: &str) -> Result<Value, Failure> {
    let mut words: Vec<OsString> = vec![name.into(), subject.into()];
    let deadline = args.limit.to_string();
    words.extend(options.split(' ').chain(["--format", "json", "--deadline", &deadline]).map(OsString::from));
    let outcome = measure::run(args.binary.as_os_str(), &words, Duration::from_secs(args.limit))?;
    Ok(serde_json::from_str(&good(outcome)?)?)
}

/// The output of a command that ended well.
fn good(outcome: Outcome) -> Result<String, Failure> {
    match outcome.status {
        Some(0) => Ok(outcome.stdout),
        status => Err(format!("status {status:?}: {}", outcome.stderr.trim()).into()),
    }
}
