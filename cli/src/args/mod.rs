//! The command line: what can be said, and what it means by default.

mod analyze;
mod area;
mod board;
mod boards;
mod build;
mod common;
mod emit;
mod engine;
mod export;
mod fit;
mod matches;
mod metagame;
mod player;
mod playouts;
mod requirements;
mod spec;
mod uart;
mod unheeded;
mod units;

pub(crate) use analyze::Analyze;
pub(crate) use area::Area;
pub(crate) use board::{LinkTest, Run};
pub(crate) use boards::Boards;
pub(crate) use build::{BoardLevel, Build, Flash, Target, VirtualBoard};
pub(crate) use common::{Colour, Common, Format, Written};
pub(crate) use emit::{Emit, What};
pub(crate) use engine::{Engine, EngineWidths};
pub(crate) use export::Export;
pub(crate) use fit::{FitOptions, said as options_said};
pub(crate) use matches::Match;
pub(crate) use metagame::{Obfuscate, Symbolize};
pub(crate) use player::HttpPlayer;
pub(crate) use playouts::{
    Bench, BoardOptions, CoreOptions, Crosscheck, EngineOptions, FamilyName, HardwareOptions, JobOptions, MAX_STEPS,
    Player, Playouts, Sizes, SlotsOption,
};
pub(crate) use requirements::Requirements;
pub(crate) use spec::{ChooserSpec, PlayerSpec};
pub(crate) use uart::UartOptions;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use gdl2hdl_device::board::SourceRecord;
use gdl2hdl_gdl::syntax;
use gdl2hdl_opt::Level;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const AFTER: &str = "\
Exit status:
  0  done
  1  the game or the command line was rejected
  2  a tool, file or board is unavailable, or a limit was reached
  3  results differ

Results go to standard output, everything else to standard error. `-` reads the game from standard input.
A game file that is named like a command is given as ./NAME.";

/// Compiles board game rules (GDL) to verified Verilog.
#[derive(Parser, Debug)]
#[command(name = "gdl2hdl", version, about, after_help = AFTER, subcommand_precedence_over_arg = true)]
#[command(override_usage = "gdl2hdl [OPTIONS] GAME [-o OUT.v] [-O LEVEL]\n       gdl2hdl [OPTIONS] COMMAND ...")]
pub(crate) struct Cli {
    /// What to do; without a command the game is compiled.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl Cli {
    /// Reads a command line, the program's name first.
    pub(crate) fn read(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Self, clap::Error> {
        let matches = Self::command().try_get_matches_from(words)?;
        let cli = Self::from_arg_matches(&matches)?;
        unheeded::refused(cli.command.as_ref(), &matches)?;
        cli.validated()
    }

    /// Checks what the grammar of arguments can't say.
    fn validated(self) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        match (&self.command, &self.compile.game) {
            (None, None) => {
                let message = "a GAME or a COMMAND is needed; see --help";
                Err(command.error(ErrorKind::MissingRequiredArgument, message))
            }
            (Some(_), _) if self.compile != Compile::default() => {
                let message = "options of the bare compile stand before a command; write them after it";
                Err(command.error(ErrorKind::ArgumentConflict, message))
            }
            (Some(Command::Crosscheck(crosscheck)), _) if crosscheck.engines.len() < 2 => {
                let message = "two or more engines are compared; write --engines A,B";
                Err(command.error(ErrorKind::TooFewValues, message))
            }
            (command_name, _)
                if self.common.format.is_of_nets() && !matches!(command_name, Some(Command::Export(_))) =>
            {
                let message = "formats aig, aag and blif are those of `export`; others write text or json";
                Err(command.error(ErrorKind::InvalidValue, message))
            }
            _ => Ok(self),
        }
    }
}

/// The main job.
#[derive(Args, PartialEq, Eq, Debug, Default)]
pub(crate) struct Compile {
    /// Game rules, or `-` for standard input
    pub(crate) game: Option<PathBuf>,
    /// Verilog file; the manifest is written beside it as .json. Without it Verilog goes to standard output
    #[arg(short, long, value_name = "OUT.v")]
    pub(crate) output: Option<PathBuf>,
    /// The manifest, where it is not to be OUT.json
    #[arg(long, value_name = "FILE.json")]
    pub(crate) manifest: Option<PathBuf>,
    /// Also writes the bits of the module by name: a Verilog header for the module that uses it
    #[arg(long, value_name = "FILE.vh")]
    pub(crate) header: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// How nets are made.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct NetOptions {
    /// How much to optimise: 0 nothing, 1 what is constant or dead, 2 also what is unobserved, equal registers and gates, and smaller logic, 3 the same with more effort [default: 2]
    #[arg(short = 'O', long = "opt-level", value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=3))]
    level: Option<u8>,
    /// The work that optimisation may do, in units of about a millisecond of one processor; the result depends on it, and
    /// not on the machine [default: 40000]
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) work: Option<u32>,
    /// Keeps registers that nothing observes, so that whole states can be read
    #[arg(long)]
    pub(crate) keep_state: bool,
    /// Net to use in place of the optimised one, as AIGER: what another optimiser made of that one's export. It is
    /// proven equal first
    #[arg(long = "net", value_name = "FILE.aig")]
    pub(crate) imported: Option<PathBuf>,
    /// Proves by SAT that the optimised net behaves as the one that was built, before it is used
    #[arg(long)]
    pub(crate) prove: bool,
    /// Whether play may begin in any state, also in one that it can't reach: no option, it follows from the states.
    #[arg(skip)]
    pub(crate) anywhere: bool,
    /// The net that a build was made of, where it was an imported one: a folder and the file in it.
    #[arg(skip)]
    pub(crate) built: Option<(PathBuf, String)>,
}

impl NetOptions {
    /// The same, with registers for all facts.
    pub(crate) fn whole(&self) -> Self {
        Self { keep_state: true, ..self.clone() }
    }

    /// The same for play from any state.
    pub(crate) fn at_any_state(&self) -> Self {
        Self { anywhere: true, ..self.clone() }
    }

    /// What a build in a folder was made with.
    pub(crate) fn of_build(folder: &Path, source: &SourceRecord) -> Self {
        let built = source.net.as_ref().map(|file| (folder.to_owned(), file.clone()));
        let &SourceRecord { opt_level, work, keep_state, .. } = source;
        Self { level: Some(opt_level), work, keep_state, built, ..Self::default() }
    }

    /// The level as a number.
    pub(crate) fn number(&self) -> u8 {
        self.level.unwrap_or(2)
    }

    pub(crate) fn level(&self) -> Level {
        match self.level {
            Some(0) => Level::O0,
            Some(1) => Level::O1,
            Some(3) => Level::O3,
            _ => Level::O2,
        }
    }
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Checks the rules of the language and what a game needs
    Check(Check),
    /// Prints counts and times of every stage
    Stats(Stats),
    /// Writes the game without variables
    Ground(Ground),
    /// Writes the game in another syntax, prefix or infix
    Convert(Rewrite),
    /// Writes the game over propositions: without variables, `row(1,x)` as `row1x`
    Symbolize(Symbolize),
    /// Writes the game without subgoals and rules that its facts decide
    Simplify(Rewrite),
    /// Writes the game with views that never change as facts
    Materialize(Rewrite),
    /// Writes the game without what legal moves, goals, ends and percepts do not depend on
    Prune(Rewrite),
    /// Writes the game simplified, materialized and pruned, without superfluous rules, subgoals ordered
    Optimize(Rewrite),
    /// Writes the game in words that mean nothing, and back
    Obfuscate(Obfuscate),
    /// Compares engines with recorded traces; status 3 on a difference
    Replay(Replay),
    /// Plays random playouts and writes them as a trace
    Record(Record),
    /// Plays random playouts and counts how they end
    Playouts(Playouts),
    /// Has players play matches, and counts what they reach
    Match(Match),
    /// Waits for game managers, and plays the matches that they begin
    Player(HttpPlayer),
    /// Plays the same playouts on several engines; status 3 on a difference
    Crosscheck(Crosscheck),
    /// Searches the best move of a state
    Analyze(Box<Analyze>),
    /// Measures how fast playouts are
    Bench(Bench),
    /// Writes the playout engine of a game: Verilog, a core file for FuseSoC, and a manifest
    Engine(Box<Engine>),
    /// Writes Verilog around the game's module: its logic without registers, a step with pipeline stages, a bench,
    /// properties for formal tools
    Emit(Box<Emit>),
    /// Maps the playout engine of a game to the cells of an FPGA, and lists what each module takes
    Area(Box<Area>),
    /// Lists FPGA boards and which are plugged in; with a name all facts of one
    Boards(Boards),
    /// Builds a bitstream for an FPGA board: Verilog, synthesis, place and route, and the engine and clock that fit
    Build(Box<Build>),
    /// Brings the bitstream of a build onto its board
    Flash(Flash),
    /// Simulates the board of a build, with its UART at a pseudo-terminal
    VirtualBoard(VirtualBoard),
    /// Plays random playouts on a board, and counts how they end
    Run(Run),
    /// Tests the UART to a board: sends random words and compares what comes back
    LinkTest(LinkTest),
    /// Writes the net for logic optimisers: AIGER or BLIF
    Export(Export),
    /// Proves by SAT that the optimised net behaves as the one that was built; status 3 when that can't be shown
    Prove(Prove),
    /// Checks what a good game must meet: playability, termination, goals, winnability; status 1 when it does not
    Requirements(Requirements),
    /// Draws the propnet: .dot, or .svg when Graphviz is installed
    Draw(Draw),
}

/// Options of `check`.
#[derive(Args, Debug)]
pub(crate) struct Check {
    /// Game rules, or `-` for standard input. Of several, or of a folder with game files, each gets one line with its
    /// worst diagnostic, and the whole deadline
    #[arg(required = true, value_name = "GAME")]
    pub(crate) games: Vec<PathBuf>,
}

/// Options of `stats`.
#[derive(Args, Debug)]
pub(crate) struct Stats {
    /// Game rules, or `-` for standard input. Of several, or of a folder with game files, each gets one line with its
    /// counts or its worst diagnostic, and the whole deadline
    #[arg(required = true, value_name = "GAME")]
    pub(crate) games: Vec<PathBuf>,
    /// Lists the rules that cost most to ground: matches, ground rules, time
    #[arg(long)]
    pub(crate) profile: bool,
    /// Tells when the game can be played, by what, and how fast that is on one thread: times since the program began
    #[arg(long, conflicts_with = "profile")]
    pub(crate) timeline: bool,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// Options of `prove`.
#[derive(Args, Debug)]
pub(crate) struct Prove {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// Options of `ground`.
#[derive(Args, Debug)]
pub(crate) struct Ground {
    #[command(flatten)]
    pub(crate) rewrite: Rewrite,
    /// Lists the rules that cost most on standard error: matches, ground rules, time
    #[arg(long)]
    pub(crate) profile: bool,
}

/// Game in, game out.
#[derive(Args, Debug)]
pub(crate) struct Rewrite {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Where to write it [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Syntax to write [default: told from the output's extension, else kif]
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) to: Option<Written>,
}

impl Rewrite {
    /// The syntax to write; `other` when neither option nor extension tells.
    pub(crate) fn language(&self, other: syntax::Language) -> syntax::Language {
        let extension = || self.output.as_ref()?.extension()?.to_str().and_then(syntax::Language::from_name);
        let written = extension().filter(|language| syntax::Language::WRITTEN.contains(language));
        self.to.map(Into::into).or(written).unwrap_or(other)
    }
}

/// Engines that can run a game.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineName {
    /// The rules as they stand, variables and all: slow, and the reference
    Interpreter,
    /// The rules without variables
    Ground,
    /// The propnet as it was built
    Propnet,
    /// The optimised net
    Net,
    /// The optimised net on all bits of the processor's words, the same state in each
    Cpu,
    /// The emitted Verilog, simulated with Verilator
    Verilator,
}

impl EngineName {
    /// Whether it is made of the optimised net.
    pub(crate) fn is_of_a_net(self) -> bool {
        matches!(self, Self::Net | Self::Cpu | Self::Verilator)
    }
}

/// Options of `replay`.
#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Traces, JSON lines, plain or gzip
    #[arg(required = true, value_name = "TRACE")]
    pub(crate) traces: Vec<PathBuf>,
    /// Engines to compare with the traces
    #[arg(long, value_name = "ENGINE", value_delimiter = ',', default_value = "interpreter")]
    pub(crate) engine: Vec<EngineName>,
    /// Differences after which a trace is given up
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) max_differences: usize,
    /// Compares legal moves, goals and ends only: for games that keep fewer facts than were recorded
    #[arg(long)]
    pub(crate) ignore_state: bool,
    /// Table of the game's names: traces are of the game before it was symbolized or obfuscated
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// Verilog of the game's module, edited: engine verilator simulates it in place of the emitted one. It must have the
    /// module's name and ports, for the same -O and --keep-state; what it holds is run
    #[arg(long, value_name = "FILE.v")]
    pub(crate) verilog: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// Options of `record`.
#[derive(Args, Debug)]
pub(crate) struct Record {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Where to write it [default: standard output]
    #[arg(short, long, value_name = "TRACE")]
    pub(crate) output: Option<PathBuf>,
    /// Number of playouts
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) playouts: u64,
    /// Seed of all choices: the same seed gives the same trace
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Steps after which a playout is cut off
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) max_steps: u64,
    /// Engine that plays
    #[arg(long, value_name = "ENGINE", default_value = "interpreter")]
    pub(crate) engine: EngineName,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// Options of `draw`.
#[derive(Args, Debug)]
pub(crate) struct Draw {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Picture, .svg, .png or .pdf by its name, or .dot, the text of it [default: dot on standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &str) -> Result<Cli, clap::Error> {
        let words = std::iter::once("gdl2hdl").chain(arguments.split_whitespace());
        Cli::read(words)
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_game_alone_is_compiled() {
        let cli = parse("game.kif -o out.v -O 2").unwrap();
        assert!(cli.command.is_none());
        assert_eq!((cli.compile.net.level(), cli.compile.game), (Level::O2, Some("game.kif".into())));
    }

    #[test]
    fn common_options_stand_anywhere() {
        for arguments in ["--quiet check g.kif", "check --quiet g.kif", "check g.kif --quiet"] {
            let cli = parse(arguments).unwrap();
            assert!(cli.common.quiet && matches!(cli.command, Some(Command::Check(_))), "{arguments}");
        }
    }

    #[test]
    fn wrong_command_lines_are_refused() {
        let wrong = [
            "",
            "g.kif -O 4",
            "g.kif check h.kif",
            "-o x.v check g.kif",
            "-O 1 check g.kif",
            "replay g.kif",
            "check g.kif --deadline never",
            "check g.kif --format xml",
            "check g.kif --format aig",
            "g.kif --format blif",
            "check g.kif --from prolog",
            "check g.kif --strict --lenient",
            "convert g.kif --to sdl",
            "check g.kif --max-history some",
            "replay g.kif t.gz --engine abacus",
            "obfuscate g.kif --undo t.json --seed 1",
            "symbolize g.kif --to prolog",
            "playouts g.kif --lanes 0",
            "playouts g.kif --per-lane 0",
            "playouts g.kif --threads 0",
            "playouts g.kif --engine abacus",
            "crosscheck g.kif --engines cpu",
            "crosscheck g.kif",
            "bench",
            "bench g.kif --seconds soon",
            "run",
            "match g.kif",
            "match --player legal",
            "match g.kif --player mind",
            "match g.kif --player legal:depth=1",
            "match g.kif --player https://host",
            "match g.kif --player legal --games 0",
            "match g.kif --player legal --play-clock 0.5",
            "player --port 70000",
            "player --player http://host",
            "player --margin soon",
            "player --name (x)",
            "player --strict",
            "run d --baud 0",
            "run d --engine cpu",
            "link-test --frames 0",
            "link-test --max-input 1M",
            "prove g.kif --profile",
            "prove g.kif h.kif",
            "boards --max-gates 5",
            "--max-gates 5 boards",
            "flash d --from kif",
            "boards --strict",
            "link-test --lenient",
            "link-test --words 65",
            "build g.kif --board b -o d --effort none",
            "build g.kif --board b -o d --slots 17",
        ];
        for arguments in wrong {
            assert!(parse(arguments).is_err(), "{arguments}");
        }
    }
}
