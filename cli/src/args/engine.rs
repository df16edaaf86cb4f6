//! The command line of the playout engine in Verilog.

use super::{CoreOptions, NetOptions};
use clap::Args;
use std::path::PathBuf;

/// Options of `engine`.
#[derive(Args, Debug)]
pub(crate) struct Engine {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Folder to write to; it is made when it is not there
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) size: CoreOptions,
    /// Bits of the number of lanes of a job
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub(crate) lane_bits: u32,
    /// Bits of the number of playouts per lane
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub(crate) quota_bits: u32,
    /// Bits of the step limit
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub(crate) step_bits: u32,
    /// Bits of the counters of a report
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = clap::value_parser!(u32).range(16..=64))]
    pub(crate) counter_bits: u32,
    /// Counts also by the joint move a playout began with
    #[arg(long)]
    pub(crate) first_moves: bool,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}
