//! The command line of the playout engine in Verilog.

use super::playouts::in_flight;
use super::{CoreOptions, NetOptions};
use clap::Args;
use gdl2hdl_hdl::playout::Config;
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
    pub(crate) size: EngineSize,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

/// Sizes of a playout engine.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EngineSize {
    #[command(flatten)]
    cores: CoreOptions,
    /// Playouts of a lane in flight: more in each of its cores make paths shorter
    #[arg(long, value_name = "N", default_value_t = 1, alias = "lanes-per-core", value_parser = in_flight())]
    places: u32,
    #[command(flatten)]
    widths: EngineWidths,
}

/// Widths of what an engine counts.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EngineWidths {
    /// Bits of the number of lanes of a job
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=32))]
    lane_bits: u32,
    /// Bits of the number of playouts per lane
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=32))]
    quota_bits: u32,
    /// Bits of the step limit
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=32))]
    step_bits: u32,
    /// Plays without a step limit: smaller cores, for games whose playouts are shown to end; jobs must allow as many steps
    #[arg(long)]
    no_step_limit: bool,
    /// Bits of the counters of a report
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = clap::value_parser!(u32).range(16..=64))]
    counter_bits: u32,
    /// Counts also by the joint move a playout began with
    #[arg(long)]
    first_moves: bool,
}

impl EngineSize {
    /// The sizes as the gateware has them.
    pub(crate) fn config(self) -> Config {
        Config { places: self.places, ..self.widths.on(self.cores.config()) }
    }
}

impl EngineWidths {
    /// An engine of one plain core with these widths.
    pub(crate) fn config(self) -> Config {
        self.on(Config::default())
    }

    /// An engine with these widths.
    fn on(self, config: Config) -> Config {
        let Self { lane_bits, quota_bits, step_bits, no_step_limit, counter_bits, first_moves } = self;
        Config { lane_bits, quota_bits, step_bits, unlimited: no_step_limit, counter_bits, first_moves, ..config }
    }
}

/// An option with a number as it is said on a command line; not where it need not be.
pub(super) fn number_said(name: &str, number: u32, usual: u32) -> Option<String> {
    (number != usual).then(|| format!("{name} {number}"))
}

/// A switch as it is said, where it is on.
pub(super) fn switch_said(name: &str, on: bool) -> Option<String> {
    on.then(|| name.to_owned())
}

/// The widths of an engine as they are said, without those that need not be.
pub(super) fn widths_said(config: &Config) -> [Option<String>; 6] {
    let usual = Config::default();
    [
        number_said("--lane-bits", config.lane_bits, usual.lane_bits),
        number_said("--quota-bits", config.quota_bits, usual.quota_bits),
        number_said("--step-bits", config.step_bits, usual.step_bits),
        number_said("--counter-bits", config.counter_bits, usual.counter_bits),
        switch_said("--no-step-limit", config.unlimited),
        switch_said("--first-moves", config.first_moves),
    ]
}
