//! The command line of Verilog around the module of a game.

use super::{EngineName, NetOptions};
use clap::{Args, ValueEnum};
use gdl2hdl_net::stages::Cuts;
use std::path::PathBuf;

/// Most clocks of a part of a step.
const MOST_CLOCKS: i64 = 16;

/// What can be written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum What {
    /// The rules without registers: three combinational modules
    Logic,
    /// A step of play with pipeline stages
    Step,
    /// The module and a bench that checks it against recorded playouts
    Bench,
    /// The module and its duties and guarantees as a project of SymbiYosys
    Formal,
}

impl What {
    /// As it is said on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Logic => "logic",
            Self::Step => "step",
            Self::Bench => "bench",
            Self::Formal => "formal",
        }
    }

    /// Whether it is about the module with registers.
    pub(crate) fn has_module(self) -> bool {
        matches!(self, Self::Bench | Self::Formal)
    }
}

/// Options of `emit`.
#[derive(Args, Debug)]
pub(crate) struct Emit {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// What to write, one or several: logic, step, bench, formal
    #[arg(long, value_name = "WHAT", value_delimiter = ',', required = true)]
    pub(crate) what: Vec<What>,
    /// Folder to write to; it is made when it is not there
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) step: StepOptions,
    #[command(flatten)]
    pub(crate) bench: BenchOptions,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// How a step is cut.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Options of step")]
pub(crate) struct StepOptions {
    /// Clocks from a state to its legal moves
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=MOST_CLOCKS))]
    legal_clocks: u32,
    /// Clocks from the legal moves to those that are made
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=MOST_CLOCKS))]
    pick_clocks: u32,
    /// Clocks from there to the next state, its end and its goals
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=MOST_CLOCKS))]
    next_clocks: u32,
}

impl StepOptions {
    /// The cuts as the compiler has them.
    pub(crate) fn cuts(self) -> Cuts {
        Cuts { legal: self.legal_clocks, pick: self.pick_clocks, next: self.next_clocks }
    }
}

/// What a bench checks.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Options of bench")]
pub(crate) struct BenchOptions {
    /// Number of playouts
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) playouts: u64,
    /// Seed of all choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Steps after which a playout is cut off
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) max_steps: u64,
    /// Engine whose playouts the module must show
    #[arg(long, value_name = "ENGINE", default_value = "interpreter")]
    pub(crate) engine: EngineName,
}
