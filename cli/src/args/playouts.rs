//! The command line of playouts.

use super::NetOptions;
use super::uart::UartOptions;
use crate::size;
use clap::builder::RangedI64ValueParser;
use clap::{Args, ValueEnum};
use gdl2hdl_hdl::playout::{Config, MAX_CORES};
use gdl2hdl_net::playout::MAX_SLOTS;
use gdl2hdl_simd::{Backend, Width};
use gdl2hdl_verilate::Family;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Engines that can play playouts. All give the same answer to the same job.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// The optimised net on all bits of the processor's words: the fastest
    Cpu,
    /// The optimised net, gate by gate: the definition of playouts
    Scalar,
    /// The rules as they stand, variables and all: very slow
    Interpreter,
    /// The rules without variables
    Ground,
    /// The propnet as it was built
    Propnet,
    /// The playout engine in Verilog, simulated with Verilator
    Verilator,
    /// The same, mapped to the cells of an FPGA by Yosys: see --family
    Netlist,
    /// A board with the playout engine: see --board-dir and --port
    Board,
    /// The Verilog of a built board, simulated at the pins of its UART: see --board-dir
    VirtualBoard,
    /// The same with the netlist that was placed
    PlacedNetlist,
    /// The same with the bitstream, read back: iCE40
    Bitstream,
}

impl Player {
    /// Whether it was built before, from a net of its own.
    pub(crate) fn is_built(self) -> bool {
        matches!(self, Self::Board | Self::VirtualBoard | Self::PlacedNetlist | Self::Bitstream)
    }

    /// Whether it has the playout engine in hardware, or a model of that.
    pub(crate) fn is_hardware(self) -> bool {
        !matches!(self, Self::Cpu | Self::Scalar | Self::Interpreter | Self::Ground | Self::Propnet)
    }
}

/// What is to be played.
#[derive(Args, Debug)]
#[command(next_help_heading = "Job")]
pub(crate) struct JobOptions {
    /// Lanes of each start state, which play side by side [default: 64; of `run` what keeps the board at work for a second]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    lanes: Option<u64>,
    /// Playouts of each lane [default: 16; of `run` what keeps the board at work for a second]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    per_lane: Option<u64>,
    #[command(flatten)]
    pub(crate) slots: SlotsOption,
    /// Seed of all random bits: the same seed gives the same playouts
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Steps after which a playout is cut off [default: 1000; of `run` that of the board's job]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Start states in sentences, or `-` for standard input [default: the initial state]
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
}

/// How much is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sizes {
    pub(crate) lanes: u64,
    pub(crate) per_lane: u64,
    pub(crate) max_steps: u64,
}

/// Lanes, and playouts of each, where nothing else is said.
const LANES: u64 = 64;
const PER_LANE: u64 = 16;
/// Steps after which playouts are cut off where nothing else is said.
pub(crate) const MAX_STEPS: u64 = 1000;

impl JobOptions {
    /// What was said, and for the rest of it what is `usual` of a board: as many playouts, where one number of them is said.
    pub(crate) fn sizes(&self, usual: Option<Sizes>) -> Sizes {
        let Some(usual) = usual else {
            let (lanes, per_lane) = (self.lanes.unwrap_or(LANES), self.per_lane.unwrap_or(PER_LANE));
            return Sizes { lanes, per_lane, max_steps: self.max_steps.unwrap_or(MAX_STEPS) };
        };
        let playouts = usual.lanes.saturating_mul(usual.per_lane);
        let (lanes, per_lane) = match (self.lanes, self.per_lane) {
            (Some(lanes), Some(per_lane)) => (lanes, per_lane),
            (None, Some(per_lane)) => (playouts.div_ceil(per_lane), per_lane),
            (Some(lanes), None) => (lanes, playouts.div_ceil(lanes).min(usual.per_lane)),
            (None, None) => (usual.lanes, usual.per_lane),
        };
        Sizes { lanes, per_lane, max_steps: self.max_steps.unwrap_or(usual.max_steps) }
    }
}

/// How many playouts of a lane there are at a time.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SlotsOption {
    /// Playouts of each lane that are in flight at a time, and share its random bits: more make the paths of a core in
    /// hardware shorter. Reports depend on it [default: 1; with --board-dir that of the board]
    #[arg(long, value_name = "N", aliases = ["places", "lanes-per-core"], value_parser = in_flight())]
    pub(crate) slots: Option<u32>,
}

/// A number of playouts in flight.
pub(super) fn in_flight() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(MAX_SLOTS))
}

/// What plays it.
#[derive(Args, Debug)]
pub(crate) struct PlayerOptions {
    /// Threads to play on, where the engine can; results do not depend on it [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

/// How engines work. Results do not depend on it.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineOptions {
    #[command(flatten)]
    pub(crate) words: WordOptions,
    #[command(flatten)]
    pub(crate) hardware: HardwareOptions,
    #[command(flatten)]
    pub(crate) board: BoardOptions,
}

/// Where the board is, and what is on it.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Engines board, virtual-board, placed-netlist and bitstream")]
pub(crate) struct BoardOptions {
    /// Folder that `gdl2hdl build` wrote for the board
    #[arg(long, value_name = "DIR")]
    pub(crate) board_dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) uart: UartOptions,
}

/// How engine `cpu` computes. Results do not depend on it.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Engine cpu")]
pub(crate) struct WordOptions {
    /// Way to run programs: portable, avx2, avx512, native-avx2 or native-avx512 [default: the fastest here]
    #[arg(long, value_name = "NAME", value_parser = backend)]
    pub(crate) backend: Option<Backend>,
    /// Lanes of a word: 64, 128, ... 4096 [default: what is fastest]
    #[arg(long, value_name = "LANES", value_parser = width)]
    pub(crate) width: Option<Width>,
}

/// How the playout engine in Verilog is built. Results do not depend on it.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Engines verilator and netlist")]
pub(crate) struct HardwareOptions {
    #[command(flatten)]
    pub(crate) size: CoreOptions,
    /// Plays without a step limit: smaller cores, for games whose playouts are shown to end; jobs must allow as many steps
    #[arg(long)]
    pub(crate) no_step_limit: bool,
    /// Leaves seeds to the host: a job of the engine is one lane
    #[arg(long)]
    pub(crate) host_seeds: bool,
    /// Cells that engine netlist is mapped to
    #[arg(long, value_name = "FAMILY", default_value = "ice40")]
    pub(crate) family: FamilyName,
}

impl HardwareOptions {
    /// The engine.
    pub(crate) fn config(&self) -> Config {
        let config = Config { unlimited: self.no_step_limit, ..self.size.config() };
        if self.host_seeds { config.with_host_seeds() } else { config }
    }
}

/// What the cores of the playout engine in Verilog are.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct CoreOptions {
    /// Cores, each of which makes a step in every cycle
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_CORES)))]
    pub(crate) cores: u32,
    /// Cores that play a lane together, with one generator for all of them and each with its part of --slots
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = in_flight())]
    pub(crate) cores_per_lane: u32,
    /// Picks with the FPGA's multipliers: fewer LUTs where it has some
    #[arg(long)]
    pub(crate) multipliers: bool,
    /// Cores that have them, the first ones [default: all]
    #[arg(long, value_name = "N", default_value_t = MAX_CORES, hide_default_value = true, requires = "multipliers")]
    pub(crate) multiplied_cores: u32,
    /// Keeps the numbers of steps of many playouts in flight in memories made of LUTs, as an ECP5 has them:
    /// fewer flip-flops
    #[arg(long)]
    pub(crate) memories: bool,
    /// Cores, the first ones, that hand state on through block RAMs where stages only hand it on: fewer flip-flops
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) carrying_cores: u32,
    /// Bits of a word of such a block RAM: 16 in an iCE40, 36 in an ECP5
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) block_bits: u32,
    /// Flip-flops without resets of their own where they need none: for FPGAs whose flip-flops share resets, as an ECP5
    #[arg(long)]
    pub(crate) few_resets: bool,
}

impl CoreOptions {
    /// An engine of such cores.
    pub(crate) fn config(self) -> Config {
        Config {
            cores: self.cores,
            cores_per_lane: self.cores_per_lane,
            multipliers: self.multipliers,
            multiplied_cores: self.multiplied_cores,
            memories: self.memories,
            carrying_cores: self.carrying_cores,
            block_bits: self.block_bits,
            few_resets: self.few_resets,
            ..Config::default()
        }
    }
}

/// Families of FPGAs.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FamilyName {
    /// Lattice iCE40
    Ice40,
    /// Lattice ECP5
    Ecp5,
}

impl From<FamilyName> for Family {
    fn from(name: FamilyName) -> Self {
        match name {
            FamilyName::Ice40 => Self::Ice40,
            FamilyName::Ecp5 => Self::Ecp5,
        }
    }
}

/// Options of `playouts`.
#[derive(Args, Debug)]
pub(crate) struct Playouts {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Engine that plays
    #[arg(long, value_name = "ENGINE", default_value = "cpu")]
    pub(crate) engine: Player,
    /// Counts also by the joint move a playout began with, or by the move of one role
    #[arg(long, value_name = "ROLE", num_args = 0..=1)]
    pub(crate) first_moves: Option<Option<String>>,
    /// Waves of the simulated playout engine, as .fst: engine verilator
    #[arg(long, value_name = "OUT.fst")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) job: JobOptions,
    #[command(flatten)]
    pub(crate) player: PlayerOptions,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// Options of `crosscheck`.
#[derive(Args, Debug)]
pub(crate) struct Crosscheck {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Engines to compare, two or more; each with the first
    #[arg(long, value_name = "ENGINES", required = true, value_delimiter = ',')]
    pub(crate) engines: Vec<Player>,
    /// Compares every state of every playout, not only the reports
    #[arg(long)]
    pub(crate) steps: bool,
    /// Does not compare by first moves: engines in Verilog are what they are without counters of these
    #[arg(long)]
    pub(crate) no_first_moves: bool,
    #[command(flatten)]
    pub(crate) job: JobOptions,
    #[command(flatten)]
    pub(crate) player: PlayerOptions,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// Options of `bench`.
#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// Game rules, or `-` for standard input
    #[arg(required = true, value_name = "GAME")]
    pub(crate) games: Vec<PathBuf>,
    /// Engine that plays
    #[arg(long, value_name = "ENGINE", default_value = "cpu")]
    pub(crate) engine: Player,
    /// Seconds a measurement takes at least
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = size::seconds)]
    pub(crate) seconds: Duration,
    #[command(flatten)]
    pub(crate) slots: SlotsOption,
    /// Lanes [default: 4096 for each thread of cpu, else 64]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) lanes: Option<u64>,
    /// Seed of all random bits
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Steps after which a playout is cut off
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) max_steps: u64,
    /// Threads to play on, where the engine can
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    #[command(flatten)]
    pub(crate) engine_options: EngineOptions,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// Most threads: more help on no machine there is.
const MAX_THREADS: usize = 1024;

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads: NonZeroUsize = text.parse().map_err(|_| "not a number from 1 on".to_owned())?;
    if threads.get() > MAX_THREADS { Err(format!("at most {MAX_THREADS}")) } else { Ok(threads) }
}

fn backend(text: &str) -> Result<Backend, String> {
    let names = || Backend::ALL.map(Backend::name).join(", ");
    Backend::named(text).ok_or_else(|| format!("the backends are {}", names()))
}

fn width(text: &str) -> Result<Width, String> {
    let widths = || Width::ALL.map(|width| width.to_string()).join(", ");
    text.parse().ok().and_then(Width::new).ok_or_else(|| format!("words have {} lanes", widths()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        job: JobOptions,
    }

    fn sizes(words: &str, usual: Option<Sizes>) -> [u64; 3] {
        let line = Line::try_parse_from(std::iter::once("job").chain(words.split_whitespace())).unwrap();
        let Sizes { lanes, per_lane, max_steps } = line.job.sizes(usual);
        [lanes, per_lane, max_steps]
    }

    #[test]
    fn what_is_not_said_is_usual() {
        assert_eq!(sizes("", None), [64, 16, 1000]);
        assert_eq!(sizes("--per-lane 5 --max-steps 7", None), [64, 5, 7]);
        assert_eq!(sizes("--lanes 3", None), [3, 16, 1000]);
        let board = Some(Sizes { lanes: 100, per_lane: 1000, max_steps: 63 });
        assert_eq!(sizes("", board), [100, 1000, 63]);
        assert_eq!(sizes("--lanes 3 --per-lane 4 --max-steps 9", board), [3, 4, 9]);
        assert_eq!(sizes("--per-lane 30", board), [3334, 30, 63], "as many playouts");
        assert_eq!(sizes("--lanes 400", board), [400, 250, 63]);
        assert_eq!(sizes("--lanes 4", board), [4, 1000, 63], "no more in a lane than a board has room for");
    }
}
