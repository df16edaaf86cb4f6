//! The command line of the playout engine in Verilog.

use super::playouts::in_flight;
use super::units::megahertz;
use super::{CoreOptions, NetOptions};
use clap::Args;
use gdl2hdl_boards::pll::{Clock, ClockInput};
use gdl2hdl_hdl::board::{self, Link};
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
    /// What the names of the engine's modules begin with, for designs with several engines of a game [default: the game's
    /// name]
    #[arg(long, value_name = "NAME", value_parser = module_words)]
    pub(crate) name: Option<String>,
    /// Leaves out the ports that show every step
    #[arg(long)]
    no_debug_ports: bool,
    /// Also writes the engine with AXI-Stream ports
    #[arg(long)]
    pub(crate) axi_stream: bool,
    #[command(flatten)]
    pub(crate) board: OwnBoard,
    #[command(flatten)]
    pub(crate) size: EngineSize,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

impl Engine {
    /// The sizes of the engine.
    pub(crate) fn config(&self) -> Config {
        Config { debug_ports: !self.no_debug_ports, ..self.size.config() }
    }
}

/// The top of a board that `gdl2hdl boards` does not list.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Top of a board of your own")]
pub(crate) struct OwnBoard {
    /// Also writes the engine with a UART, and the top of a board whose clock, of so many MHz, comes in at a pin
    #[arg(long, value_name = "MHZ", value_parser = megahertz)]
    clock: Option<u64>,
    /// Speed of the UART in bits a second
    #[arg(long, value_name = "N", default_value_t = 115_200, requires = "clock",
          value_parser = clap::value_parser!(u32).range(1200..=3_000_000))]
    baud: u32,
    /// LEDs of the board
    #[arg(long, value_name = "N", default_value_t = 0, requires = "clock", alias = "lamps",
          value_parser = clap::value_parser!(u8).range(0..=64))]
    leds: u8,
    /// LEDs light when their pins are low
    #[arg(long, requires = "leds", alias = "lamps-low")]
    leds_low: bool,
    /// Pins that are always high
    #[arg(long, value_name = "N", default_value_t = 0, requires = "clock",
          value_parser = clap::value_parser!(u8).range(0..=64))]
    high_pins: u8,
    /// Pins that are always low
    #[arg(long, value_name = "N", default_value_t = 0, requires = "clock",
          value_parser = clap::value_parser!(u8).range(0..=64))]
    low_pins: u8,
}

impl OwnBoard {
    /// What the top must have, where one is asked for.
    pub(crate) fn config(self) -> Option<board::Config> {
        let clock_hz = u32::try_from(self.clock?).ok()?;
        Some(board::Config {
            link: Link { clock_hz, baud: self.baud },
            clock: Clock { input: ClockInput::Pin, pll: None },
            leds: self.leds.into(),
            leds_low: self.leds_low,
            high: self.high_pins.into(),
            low: self.low_pins.into(),
        })
    }
}

/// Longest name of an engine: names of modules stay short enough for all tools.
const MOST_LETTERS: usize = 40;

/// The beginning of a Verilog name.
fn module_words(text: &str) -> Result<String, String> {
    let plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if plain
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.len() <= MOST_LETTERS
        && !text.contains("__")
        && !text.ends_with('_')
    {
        return Ok(text.to_owned());
    }
    let rule = "lower-case letters, digits and single `_`, a letter first and no `_` last";
    Err(format!("a name has {rule}, at most {MOST_LETTERS} of them"))
}

/// Sizes of a playout engine.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EngineSize {
    #[command(flatten)]
    cores: CoreOptions,
    /// Playouts of a lane in flight: more in each of its cores make paths shorter
    #[arg(long, value_name = "N", default_value_t = 1, aliases = ["places", "lanes-per-core"], value_parser = in_flight())]
    slots: u32,
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
    /// Bits of the counters of a report [default: 48; 32, the most there can be, with --host-seeds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=64))]
    counter_bits: Option<u32>,
    /// Leaves seeds to the host: a job is one lane, and the engine is much smaller; `build` does so by itself where a board
    /// has no room for anything else
    #[arg(long)]
    host_seeds: bool,
    /// Counts also by the joint move a playout began with
    #[arg(long)]
    first_moves: bool,
}

impl EngineSize {
    /// The sizes as the gateware has them.
    pub(crate) fn config(self) -> Config {
        Config { slots: self.slots, ..self.widths.on(self.cores.config()) }
    }
}

impl EngineWidths {
    /// An engine of one plain core with these widths.
    pub(crate) fn config(self) -> Config {
        self.on(Config::default())
    }

    /// An engine with these widths.
    fn on(self, config: Config) -> Config {
        let Self { lane_bits, quota_bits, step_bits, no_step_limit, counter_bits, host_seeds, first_moves } = self;
        let config = if host_seeds { config.with_host_seeds() } else { config };
        let (unlimited, counter_bits) = (no_step_limit, counter_bits.unwrap_or(config.counter_bits));
        Config { lane_bits, quota_bits, step_bits, unlimited, counter_bits, first_moves, ..config }
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
pub(super) fn widths_said(config: &Config) -> [Option<String>; 7] {
    let usual = Config::default();
    let usual = if config.host_seeds { usual.with_host_seeds() } else { usual };
    [
        number_said("--lane-bits", config.lane_bits, usual.lane_bits),
        number_said("--quota-bits", config.quota_bits, usual.quota_bits),
        number_said("--step-bits", config.step_bits, usual.step_bits),
        number_said("--counter-bits", config.counter_bits, usual.counter_bits),
        switch_said("--host-seeds", config.host_seeds),
        switch_said("--no-step-limit", config.unlimited),
        switch_said("--first-moves", config.first_moves),
    ]
}
