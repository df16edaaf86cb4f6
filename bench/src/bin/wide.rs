//! `make bench-wide`: games with thousands of moves, and what the Verilog simulators take for them: time and memory of
//! Verilator's model and its playouts, and of Icarus with a hundred steps.

use clap::Parser;
use gdl2hdl_bench::program;
use gdl2hdl_bench::table::markdown;
use gdl2hdl_tests::measure::{self, Outcome};
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Moves of the games.
    #[arg(long, value_delimiter = ',', default_value = "500,1000,2000,4000,8000")]
    moves: Vec<usize>,
    /// Seconds after which a program is ended.
    #[arg(long, default_value_t = 900)]
    limit: u64,
}

/// Steps in Icarus.
const STEPS: usize = 100;

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut table = Vec::new();
    for &moves in &args.moves {
        program::working_on(&format!("{moves} moves"))?;
        table.push(row(args, moves)?);
    }
    let header = ["moves", "Verilog, s", "Verilator, s", "Verilator, MB", "Icarus, s", "Icarus, MB"];
    writeln!(io::stdout(), "{}", markdown(&header, &table))?;
    Ok(ExitCode::SUCCESS)
}

/// What one game takes.
fn row(args: &Args, moves: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    let timed = |words: &[&OsStr]| done(words, Duration::from_secs(args.limit));
    let binary = args.binary.as_os_str();
    let (game, verilog) = (path("wide.kif"), path("wide.v"));
    fs::write(&game, rules(moves))?;
    let compiled = timed(&[binary, game.as_ref(), "-o".as_ref(), verilog.as_ref()])?;
    // An empty cache: the model is made anew.
    let cache = named("GDL2HDL_CACHE=", &path("cache"));
    let job = "--engine verilator --lanes 4 --per-lane 1";
    let mut words = vec!["env".as_ref(), cache.as_ref(), binary, "playouts".as_ref(), game.as_ref()];
    words.extend(job.split(' ').map(OsStr::new));
    let verilator = timed(&words)?;
    let (bench, simulation) = (path("bench.v"), path("bench.vvp"));
    fs::write(&bench, steps(moves))?;
    let options = ["iverilog", "-g2005", "-o"].map(OsStr::new);
    let elaborated = timed(&[&options[..], &[simulation.as_ref(), bench.as_ref(), verilog.as_ref()]].concat())?;
    let simulated = timed(&["vvp".as_ref(), simulation.as_ref()])?;
    if simulated.stdout.contains("not legal") {
        return Err(simulated.stdout.into());
    }
    Ok(vec![
        moves.to_string(),
        seconds(&[&compiled]),
        seconds(&[&verilator]),
        megabytes(&[&verilator]),
        seconds(&[&elaborated, &simulated]),
        megabytes(&[&elaborated, &simulated]),
    ])
}

/// Runs a program to its good end.
fn done(words: &[&OsStr], limit: Duration) -> Result<Outcome, Box<dyn Error>> {
    let outcome = measure::run(words[0], &words[1..], limit)?;
    match outcome.status {
        Some(0) => Ok(outcome),
        _ => Err(format!("{words:?}: {}", outcome.reason()).into()),
    }
}

fn named(name: &str, path: &Path) -> OsString {
    let mut text = OsString::from(name);
    text.push(path);
    text
}

/// A place for each move, which is taken once; the game ends after three moves.
fn rules(moves: usize) -> String {
    let mut text = String::from(
        "(role r) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
         (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
         (<= (legal r (take ?x)) (place ?x) (not (true (taken ?x))))
         (<= (next (taken ?x)) (does r (take ?x))) (<= (next (taken ?x)) (true (taken ?x)))
         (<= terminal (true (step 3))) (goal r 50)\n",
    );
    for place in 0..moves {
        // A `String` takes whatever is written.
        write!(text, "(place p{place})").unwrap_or_default();
    }
    text
}

/// A bench that makes another move in each step.
fn steps(moves: usize) -> String {
    format!(
        "module bench;
  reg clk = 0, rst = 1;
  reg [{last}:0] does = 1;
  wire [{last}:0] legal;
  wide_propnet dut (.clk_i(clk), .rst_i(rst), .load_i(1'b0), .step_i(1'b1), .state_i(0), .does_i(does), .legal_o(legal));
  integer step;
  initial begin
    #1 clk = 1; #1 clk = 0; rst = 0;
    for (step = 0; step < {STEPS}; step = step + 1) begin
      if (!legal[step]) begin $display(\"move %0d is not legal\", step); $finish(2); end
      #1 clk = 1; #1 clk = 0;
      does = does << 1;
    end
    $finish;
  end
endmodule
",
        last = moves - 1
    )
}

fn seconds(outcomes: &[&Outcome]) -> String {
    format!("{:.1}", outcomes.iter().map(|outcome| outcome.wall.as_secs_f64()).sum::<f64>())
}

fn megabytes(outcomes: &[&Outcome]) -> String {
    let most = outcomes.iter().map(|outcome| outcome.peak_bytes).max();
    most.map_or_else(String::new, |bytes| format!("{}", bytes >> 20))
}
