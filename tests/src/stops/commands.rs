//! The commands that are stopped.

use std::ffi::OsString;
use std::path::Path;

/// A command line with places for files.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// What it is called in the table.
    pub name: &'static str,
    /// Its arguments; `GAME`, `OUT`, `TRACE`, `BUILD`, `SILENT`, `BLANK` and `PORT` stand for files.
    line: &'static str,
    /// Whether the game matters to it.
    pub of_games: bool,
}

const fn of_games(name: &'static str, line: &'static str) -> Command {
    Command { name, line, of_games: true }
}

/// A command that waits for something else than a game.
const fn waiting(name: &'static str, line: &'static str) -> Command {
    Command { name, line, of_games: false }
}

/// Playouts that no engine comes to the end of.
macro_rules! endless {
    ($engine:literal) => {
        concat!("playouts GAME --lanes 4096 --per-lane 1000000 --max-steps 1000000000 --engine ", $engine)
    };
}

/// All of them.
pub const COMMANDS: &[Command] = &[
    of_games("(compile)", "GAME -o OUT.v -O3"),
    of_games("check", "check GAME"),
    of_games("ground", "ground GAME -o OUT.kif"),
    of_games("symbolize", "symbolize GAME -o OUT.kif"),
    of_games("simplify", "simplify GAME -o OUT.kif"),
    of_games("materialize", "materialize GAME -o OUT.kif"),
    of_games("prune", "prune GAME -o OUT.kif"),
    of_games("optimize", "optimize GAME -o OUT.kif"),
    of_games("obfuscate", "obfuscate GAME -o OUT.kif"),
    of_games("convert", "convert GAME --to hrf -o OUT.hrf"),
    of_games("stats", "stats GAME"),
    of_games("draw", "draw GAME -o OUT.svg"),
    of_games("export", "export GAME -o OUT.aig"),
    of_games("prove", "prove GAME -O3"),
    of_games("requirements", "requirements GAME"),
    of_games("record", "record GAME --playouts 1000000 -o OUT.jsonl"),
    of_games("replay", "replay GAME TRACE"),
    of_games("playouts, cpu", endless!("cpu")),
    of_games("playouts, scalar", endless!("scalar")),
    of_games("playouts, interpreter", endless!("interpreter")),
    of_games("playouts, ground", endless!("ground")),
    of_games("playouts, propnet", endless!("propnet")),
    of_games("playouts, verilator", endless!("verilator")),
    of_games("playouts, netlist", endless!("netlist")),
    of_games("crosscheck", "crosscheck GAME --engines cpu,scalar --lanes 4096 --per-lane 1000000"),
    of_games("crosscheck, steps", "crosscheck GAME --engines cpu,scalar --steps --lanes 64 --per-lane 1000"),
    of_games("analyze", "analyze GAME --seconds 1000"),
    of_games("bench", "bench GAME --seconds 1000"),
    of_games("match", "match GAME --player random --player random --games 1000000 -o OUT.jsonl --trace OUT.trace"),
    of_games("engine", "engine GAME -o OUT.folder"),
    of_games("emit", "emit GAME --what logic,step,bench,formal --playouts 1000000 -o OUT.folder"),
    of_games("area", "area GAME"),
    of_games("build", "build GAME --board icebreaker -o OUT.folder"),
    waiting("check, of a pipe nobody writes", "check SILENT"),
    waiting("ground, to a pipe nobody reads", "ground GAME -o SILENT"),
    waiting("playouts, state of a pipe", "playouts GAME --state SILENT"),
    waiting("replay, of a pipe nobody writes", "replay GAME SILENT"),
    waiting("replay, of blank lines without end", "replay GAME BLANK"),
    waiting("link-test, nobody answers", "link-test --port PORT"),
    waiting("run, nobody answers", "run BUILD --port PORT"),
    waiting("flash, a programmer that does not end", "flash BUILD"),
    waiting("virtual-board", "virtual-board BUILD"),
    waiting("virtual-board, netlist", "virtual-board BUILD --level netlist"),
    waiting("virtual-board, bitstream", "virtual-board BUILD --level bitstream"),
    waiting("player", "player --port 0 --log OUT.log"),
    waiting("boards", "boards"),
];

/// What the places stand for.
#[derive(Clone, Debug)]
pub struct Files<'a> {
    /// A game.
    pub game: &'a Path,
    /// A path without extension.
    pub out: &'a Path,
    /// A trace of the game.
    pub trace: &'a Path,
    /// The folder of a build.
    pub build: &'a Path,
    /// A pipe with nobody at its other end.
    pub silent: &'a Path,
    /// A pipe through which line ends come.
    pub blank: &'a Path,
    /// A serial port at which nobody answers.
    pub port: &'a Path,
}

impl Command {
    /// The arguments.
    #[must_use]
    pub fn arguments(&self, files: &Files<'_>) -> Vec<OsString> {
        let argument = |word: &str| -> OsString {
            let path = |path: &Path, rest: &str| {
                let mut text = path.as_os_str().to_owned();
                text.push(rest);
                text
            };
            match word.strip_prefix("OUT") {
                Some(extension) => path(files.out, extension),
                None => match word {
                    "GAME" => path(files.game, ""),
                    "TRACE" => path(files.trace, ""),
                    "BUILD" => path(files.build, ""),
                    "SILENT" => path(files.silent, ""),
                    "BLANK" => path(files.blank, ""),
                    "PORT" => path(files.port, ""),
                    other => other.into(),
                },
            }
        };
        self.line.split_whitespace().map(argument).collect()
    }

    /// Whether it reads a trace.
    #[must_use]
    pub fn reads_trace(&self) -> bool {
        self.line.contains("TRACE")
    }

    /// Whether it needs a build.
    #[must_use]
    pub fn reads_build(&self) -> bool {
        self.line.contains("BUILD")
    }

    /// Whether it reads line ends.
    #[must_use]
    pub fn reads_blank(&self) -> bool {
        self.line.contains("BLANK")
    }
}
