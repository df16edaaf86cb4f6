//! The command line of boards: what is built for them, and what is brought onto them.

use super::units::{megahertz, percent};
use super::{FitOptions, NetOptions};
use crate::size;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Options of `build`.
#[derive(Args, Debug)]
pub(crate) struct Build {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Board to build for: see `gdl2hdl boards`
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: String,
    /// Folder to build in; what is there of an earlier build is used where nothing has changed
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) engine: FitOptions,
    /// Clock of the engine in MHz, or the highest below that the board can make [default: the highest that is met]
    #[arg(long, value_name = "MHZ", value_parser = megahertz)]
    pub(crate) clock: Option<u64>,
    /// What the clock may be off, in percent of its period: timing is met with so much to spare [default: what data sheets
    /// say of the oscillator and the PLL of the board]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) margin: Option<u32>,
    /// Speed of the UART in bits a second [default: the highest that board and clock can make]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1200..=3_000_000))]
    pub(crate) baud: Option<u32>,
    /// First seed of the placement
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Placements to try for every clock, with consecutive seeds; the fastest is taken
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) seeds: u64,
    /// Tools to run at a time [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Also draws the placement: placed.svg
    #[arg(long)]
    pub(crate) picture: bool,
    /// Builds although the estimate says that it does not fit
    #[arg(long)]
    pub(crate) force: bool,
    /// Time for each run of a tool, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    pub(crate) tool_time: u64,
    /// Memory of each tool
    #[arg(long, value_name = "SIZE", default_value = "8G", value_parser = size::bytes)]
    pub(crate) tool_memory: u64,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// Options of `flash`.
#[derive(Args, Debug)]
pub(crate) struct Flash {
    /// Folder of a build
    pub(crate) folder: PathBuf,
    /// Where to put the bitstream, for boards that have both: sram until power is off, or flash
    #[arg(long, value_name = "PLACE")]
    pub(crate) target: Option<Target>,
    /// Only prints the command
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Options of `virtual-board`.
#[derive(Args, Debug)]
pub(crate) struct VirtualBoard {
    /// Folder of a build
    pub(crate) folder: PathBuf,
    /// What is simulated
    #[arg(long, value_name = "LEVEL", default_value = "rtl")]
    pub(crate) level: BoardLevel,
}

/// Where a bitstream goes.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// The FPGA, until power is off
    Sram,
    /// The board's memory
    Flash,
}

/// What stands for a board.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardLevel {
    /// The Verilog of the top level
    Rtl,
    /// The netlist that was placed
    Netlist,
    /// The bitstream, read back: iCE40 only
    Bitstream,
}
