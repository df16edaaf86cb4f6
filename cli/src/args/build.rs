//! The command line of boards: what is built for them, and what is brought onto them.

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
    /// Speed of the serial line in bits a second [default: the highest that board and clock can make]
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

/// `27`, `27.375` → Hz.
pub(super) fn megahertz(text: &str) -> Result<u64, String> {
    let hz = decimal(text, 6).filter(|hz| (1..=1_000_000_000).contains(hz));
    hz.ok_or_else(|| format!("`{text}` is no frequency in MHz, as 48 or 27.375"))
}

/// A share in percent, as parts per million: exact, below 50 %.
fn percent(text: &str) -> Result<u32, String> {
    let ppm = decimal(text, 4).and_then(|ppm| u32::try_from(ppm).ok()).filter(|ppm| *ppm < 500_000);
    ppm.ok_or_else(|| format!("`{text}` is no share in percent below 50, as 0 or 2.5"))
}

/// A number with so many decimals at most, in units of the last one.
fn decimal(text: &str, decimals: usize) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || part.len() > decimals || !digits(whole) || !digits(part) {
        return None;
    }
    format!("{whole}{part:0<decimals$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_are_exact() {
        assert_eq!(megahertz("48"), Ok(48_000_000));
        assert_eq!(megahertz("27.375"), Ok(27_375_000));
        for wrong in ["", ".", "1.", "-1", "1e3", "0", "1001", "1.2345678", "12 "] {
            let allowed = wrong == "1.";
            assert_eq!(megahertz(wrong).is_ok(), allowed, "{wrong}");
        }
    }

    #[test]
    fn shares_are_exact() {
        assert_eq!([percent("0"), percent("2.5"), percent("0.0001")], [Ok(0), Ok(25_000), Ok(1)]);
        for wrong in ["", "50", "-1", "1e1", "0.00001", "5 %"] {
            assert!(percent(wrong).is_err(), "{wrong}");
        }
    }
}
