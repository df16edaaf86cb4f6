//! `make bit-flips`: a bitstream with one bit flipped, again and again: whether the engine `bitstream` sees it.
//!
//! Bits are chosen by the seed in tiles that the design uses. Each altered bitstream is read back; where that is not
//! refused, Yosys proves that the design is the same, or it is played, and compared with the fast engine.
//!
//! Ends with status 3 when a design that is the same plays otherwise, with 1 when something could not be judged.

mod judge;
mod sites;

use clap::Parser;
use gdl2hdl_bench::table::markdown;
use gdl2hdl_bench::{builds, program};
use gdl2hdl_boards::pll::reachable;
use gdl2hdl_boards::{by_name, constraints};
use gdl2hdl_device::bitstream::{Bitstream, ModelTools, read_back};
use gdl2hdl_tests::fpga_tools::run as run_tool;
use gdl2hdl_tests::{examples, measure};
use gdl2hdl_verilate::tools::ToolLimits;
use gdl2hdl_verilate::{Cache, SimError, Toolchain, Unobserved, digest};
use judge::{Same, same};
use serde_json::Value;
use sites::{Class, Site, chosen};
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
struct Args {
    /// The binary to run.
    #[arg(long)]
    binary: PathBuf,
    /// Folder to build in: what is there and has not changed is not built again.
    #[arg(long)]
    output: PathBuf,
    /// A game of `games/`.
    #[arg(long, default_value = "tic_tac_toe")]
    game: String,
    /// Bits of each class: logic, routing, multiplier, block RAM.
    #[arg(long, default_value_t = 25)]
    each: usize,
    /// Chooses the bits.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds for each command.
    #[arg(long, default_value_t = 1800)]
    limit: u64,
}

/// The board: one with multipliers, of which a bitstream can be read back.
const BOARD: &str = "icebreaker";
const OPTIONS: [&str; 8] =
    ["--board", BOARD, "--cores", "1", "--slots", "1", "--multipliers=true", "--carrying-cores=0"];
/// What is played with each bitstream.
const JOB: [&str; 8] = ["--lanes", "32", "--per-lane", "4", "--seed", "11", "--deadline", "900"];

/// What became of a bitstream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// It is not read back: something in it has no meaning, no model or no driver.
    Refused,
    /// It says the same design.
    Same,
    /// It says another design, and plays otherwise, or not at all.
    PlaysOtherwise,
    /// It says another design, and what was played does not show it.
    Differs,
}

impl Verdict {
    const ALL: [Self; 4] = [Self::Refused, Self::PlaysOtherwise, Self::Differs, Self::Same];

    const fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::PlaysOtherwise => "plays otherwise",
            Self::Differs => "another design, plays alike",
            Self::Same => "the same design",
        }
    }
}

type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    program::ended(run(&Args::parse()))
}

fn run(args: &Args) -> Result<ExitCode, Failure> {
    let bench = Bench::new(args)?;
    let sites = chosen(&bench.unpacked, args.each, args.seed);
    if sites.is_empty() {
        return Err("no bit was chosen: nothing was compared".into());
    }
    let mut out = io::stdout().lock();
    let (mut seen, mut failed, mut wrong) = (Vec::new(), false, false);
    for site in &sites {
        let [line, column] = site.at;
        let name = format!("{} B{line}[{column}]", site.tile);
        match bench.judged(site) {
            Ok((verdict, reason)) => {
                writeln!(out, "{:10} {name}: {}{reason}", site.class.name(), verdict.name())?;
                seen.push((site.class, verdict));
            }
            Err(error) => {
                wrong |= error.is::<Contradiction>();
                failed = true;
                writeln!(out, "{:10} {name}: {error}", site.class.name())?;
            }
        }
        out.flush()?;
    }
    let count = |class: Class, verdict: Option<Verdict>| {
        let fits = |(of, is): &&(Class, Verdict)| *of == class && verdict.is_none_or(|verdict| verdict == *is);
        seen.iter().filter(fits).count().to_string()
    };
    let row = |class: Class| {
        let counts = Verdict::ALL.map(|verdict| count(class, Some(verdict)));
        [vec![class.name().to_owned(), count(class, None)], counts.to_vec()].concat()
    };
    let header = [&["bit of", "flipped"][..], &Verdict::ALL.map(Verdict::name)].concat();
    writeln!(out, "\n{}", markdown(&header, &Class::ALL.map(row)))?;
    Ok(match (wrong, failed) {
        (true, _) => ExitCode::from(3),
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    })
}

/// A design that was proved to be the same plays otherwise.
#[derive(Debug, Clone, Copy)]
struct Contradiction;

impl std::fmt::Display for Contradiction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("proved to be the same design, but it plays otherwise")
    }
}

impl Error for Contradiction {}

/// A build, and what is known of it.
struct Bench<'a> {
    args: &'a Args,
    rules: PathBuf,
    build: PathBuf,
    record: Value,
    work: tempfile::TempDir,
    toolchain: Toolchain,
    cache: Cache,
    /// Its bits as text.
    unpacked: String,
    /// What they say.
    text: String,
}

impl<'a> Bench<'a> {
    fn new(args: &'a Args) -> Result<Self, Failure> {
        let (rules, build) = (examples::path(&args.game), args.output.join(format!("{}-flipped", args.game)));
        let built = builds::run(&args.binary, &rules, &build, &OPTIONS, Duration::from_secs(args.limit))?;
        if built.status != Some(0) {
            return Err(built.reason().into());
        }
        let work = tempfile::tempdir()?;
        let (toolchain, cache) = (Toolchain::find()?, Cache::open(&work.path().join("cache"))?);
        let record = serde_json::from_slice(&fs::read(build.join("build.json"))?)?;
        let mut bench =
            Self { args, rules, build, record, work, toolchain, cache, unpacked: String::new(), text: String::new() };
        let bytes = fs::read(bench.build.join(bench.word("/bitstream/file")))?;
        fs::write(bench.file("built.bin"), &bytes)?;
        run_tool(bench.work.path(), "iceunpack", &["built.bin", "built.asc"])?;
        bench.unpacked = fs::read_to_string(bench.file("built.asc"))?;
        bench.text = bench.read(&bytes)?;
        match bench.plays(&bytes)? {
            (true, _) => Ok(bench),
            (false, reason) => Err(format!("the build itself does not play as it should{reason}").into()),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    fn word(&self, pointer: &str) -> &str {
        self.record.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    /// The design of a bitstream.
    fn read(&self, bytes: &[u8]) -> Result<String, SimError> {
        let tools = ModelTools { toolchain: &self.toolchain, cache: &self.cache, limits: ToolLimits::default() };
        let board =
            by_name(BOARD).map_err(|error| SimError::NoDesign { what: "the board", reason: error.to_string() })?;
        let clock = self.record["clock_hz"].as_u64();
        let setting = reachable(&board).into_iter().find(|setting| Some(setting.output.hz()) == clock);
        let (pins, pll) = (constraints(&board), setting.and_then(|setting| setting.clock.pll));
        let bitstream = Bitstream { bytes, top: self.word("/top"), package: &board.fpga.package, pins: &pins, pll };
        Ok(read_back(&bitstream, &tools, &Unobserved)?.text)
    }

    /// Whether a bitstream plays as the fast engine does; else why not.
    fn plays(&self, bytes: &[u8]) -> Result<(bool, String), Failure> {
        let folder = self.file("forged");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder)?;
        let name = self.word("/bitstream/file");
        fs::write(folder.join(name), bytes)?;
        let rules = self.word("/source/file");
        fs::copy(self.build.join(rules), folder.join(rules))?;
        let mut record = self.record.clone();
        record["bitstream"]["sha256"] = digest(bytes).into();
        fs::write(folder.join("build.json"), record.to_string())?;
        let mut words: Vec<OsString> = vec!["crosscheck".into(), self.rules.clone().into()];
        words.extend(["--engines", "cpu,bitstream", "--board-dir"].map(OsString::from));
        words.push(folder.into());
        words.extend(JOB.map(OsString::from));
        let outcome = measure::run(self.args.binary.as_os_str(), &words, Duration::from_secs(self.args.limit))?;
        match outcome.status {
            Some(0) => Ok((true, String::new())),
            Some(3) => Ok((false, first(&outcome.stdout))),
            // A line that is dead, or out of step.
            Some(_) if !outcome.timed_out => Ok((false, first(&outcome.stderr))),
            _ => Err(outcome.reason().into()),
        }
    }

    fn judged(&self, site: &Site) -> Result<(Verdict, String), Failure> {
        let flipped = site.flipped(&self.unpacked).ok_or("no bit stands there")?;
        fs::write(self.file("flipped.asc"), flipped)?;
        run_tool(self.work.path(), "icepack", &["flipped.asc", "flipped.bin"])?;
        let bytes = fs::read(self.file("flipped.bin"))?;
        let text = match self.read(&bytes) {
            Ok(text) => text,
            // The tools say of some bits themselves that they do not know them.
            Err(error @ (SimError::NoDesign { .. } | SimError::ToolFailed { .. })) => {
                return Ok((Verdict::Refused, first(&error.to_string())));
            }
            Err(error) => return Err(error.into()),
        };
        let is_same = same(self.work.path(), self.word("/top"), [&self.text, &text])?;
        if is_same == Same::Text {
            return Ok((Verdict::Same, ", to the letter".to_owned()));
        }
        match (self.plays(&bytes)?, is_same) {
            ((true, _), Same::No) => Ok((Verdict::Differs, String::new())),
            ((true, _), _) => Ok((Verdict::Same, ", proved".to_owned())),
            ((false, reason), Same::No) => Ok((Verdict::PlaysOtherwise, reason)),
            ((false, _), _) => Err(Contradiction.into()),
        }
    }
}

/// What was said first, as a reason.
fn first(text: &str) -> String {
    format!(", {}", text.lines().next().unwrap_or_default().trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_of_the_program() {
        assert!(examples::path("tic_tac_toe").is_file());
        assert!(by_name(BOARD).is_ok_and(|board| board.budget.is_some_and(|budget| budget.dsps.is_some())));
    }
}
