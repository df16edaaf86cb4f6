//! Clocks that a board can give an engine: as it comes, divided, or through a PLL.
//!
//! Only arithmetic: which clock an engine can keep up with is for place and route to say.

mod ecp5;
mod frequency;
mod ice40;
mod margin;
#[cfg(test)]
mod tests;

pub use ecp5::Ecp5Pll;
pub use frequency::Frequency;
pub(crate) use frequency::mhz;
pub use ice40::Ice40Pll;
pub use margin::{margin_ppm, needed_hz};

use crate::{Board, ClockSource, Family, PllCell};

/// Name and Verilog value of a cell's parameter or attribute.
pub type Parameter = (&'static str, String);

/// A way to make a clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockSetting {
    /// What it makes.
    pub output: Frequency,
    /// What comes into the PLL, or is the clock when there is none. **Units:** Hz.
    pub input_hz: u32,
    /// Where the input comes from.
    pub input: ClockInput,
    /// The PLL; `None` when the input is the clock.
    pub pll: Option<Pll>,
}

/// Where the clock begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockInput {
    /// At the board's clock pin.
    Pin,
    /// In `SB_HFOSC`, an oscillator of 48 MHz in iCE40 `UltraPlus`, divided by two to the power of this number, 0 to 3:
    /// its parameter `CLKHF_DIV`.
    Oscillator(u8),
}

/// A PLL with its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pll {
    /// Of an iCE40, and which cell it is.
    Ice40(PllCell, Ice40Pll),
    /// Of an ECP5.
    Ecp5(Ecp5Pll),
}

impl Pll {
    /// Name of its cell.
    #[must_use]
    pub fn cell(self) -> &'static str {
        match self {
            Self::Ice40(PllCell::Core, _) => "SB_PLL40_CORE",
            Self::Ice40(PllCell::Pad, _) => "SB_PLL40_PAD",
            Self::Ecp5(_) => "EHXPLLL",
        }
    }

    /// What its phase detector compares: the input, divided.
    #[must_use]
    pub fn detector(self, input_hz: u32) -> Frequency {
        match self {
            Self::Ice40(_, pll) => pll.detector(input_hz),
            Self::Ecp5(pll) => pll.detector(input_hz),
        }
    }

    /// What its oscillator runs at.
    #[must_use]
    pub fn oscillator(self, input_hz: u32) -> Frequency {
        match self {
            Self::Ice40(_, pll) => pll.oscillator(input_hz),
            Self::Ecp5(pll) => pll.oscillator(input_hz),
        }
    }

    /// Parameters of the cell that are not their defaults. **Shape:** names and Verilog values, in a fixed order.
    #[must_use]
    pub fn parameters(self) -> Vec<Parameter> {
        match self {
            Self::Ice40(_, pll) => pll.parameters(),
            Self::Ecp5(pll) => pll.parameters(),
        }
    }

    /// Attributes of the cell, for its charge pump and filter. **Shape:** names and Verilog values.
    /// **Source:** Project Trellis' `ecppll`, the same for all settings.
    #[must_use]
    pub fn attributes(self) -> Vec<Parameter> {
        let ecp5 = [("ICP_CURRENT", 12), ("LPF_RESISTOR", 8), ("MFG_ENABLE_FILTEROPAMP", 1), ("MFG_GMCREF_SEL", 2)];
        match self {
            Self::Ice40(..) => Vec::new(),
            Self::Ecp5(_) => ecp5.map(|(name, value)| (name, format!("\"{value}\""))).to_vec(),
        }
    }
}

/// All clocks of a board. **Shape:** sorted by frequency, each frequency once, never empty: what comes without a PLL is
/// always among them, and comes first where a PLL makes the same.
#[must_use]
pub fn reachable(board: &Board) -> Vec<ClockSetting> {
    let inputs = inputs(board);
    let direct =
        inputs.iter().map(|&(input, input_hz)| ClockSetting { output: input_hz.into(), input_hz, input, pll: None });
    // A divided oscillator gives the PLL nothing that its own divider doesn't.
    let through = inputs.iter().take(1).flat_map(|&(input, input_hz)| plls(board, input, input_hz));
    let mut settings: Vec<ClockSetting> = direct.chain(through).collect();
    // Stable: of several with the same output the first stays, and those are in order of preference.
    settings.sort_by_key(|setting| setting.output);
    settings.dedup_by_key(|setting| setting.output);
    settings
}

/// What comes without a PLL, the fastest first. **Units:** Hz.
fn inputs(board: &Board) -> Vec<(ClockInput, u32)> {
    match board.clock.source {
        ClockSource::Pin(_) => vec![(ClockInput::Pin, board.clock.hz)],
        ClockSource::Internal(_) => (0..4).map(|n| (ClockInput::Oscillator(n), board.clock.hz >> n)).collect(),
    }
}

fn plls(board: &Board, input: ClockInput, input_hz: u32) -> Vec<ClockSetting> {
    let cell = board.clock.pll.unwrap_or(PllCell::Core);
    let setting = |output, pll| ClockSetting { output, input_hz, input, pll: Some(pll) };
    match board.fpga.family {
        Family::Ice40 => {
            Ice40Pll::all(input_hz).map(|pll| setting(pll.output(input_hz), Pll::Ice40(cell, pll))).collect()
        }
        Family::Ecp5 => Ecp5Pll::all(input_hz).map(|pll| setting(pll.output(input_hz), Pll::Ecp5(pll))).collect(),
    }
}

/// The setting nearest to a wish; of two that are equally near the slower one. `None` when there are no settings.
#[must_use]
pub fn nearest(settings: &[ClockSetting], wish_hz: u32) -> Option<&ClockSetting> {
    settings.iter().min_by_key(|setting| (setting.output.distance(wish_hz), setting.output))
}

/// The fastest setting that is not above a limit. `None` when all are.
#[must_use]
pub fn at_most(settings: &[ClockSetting], limit_hz: u32) -> Option<&ClockSetting> {
    let below = settings.iter().filter(|setting| setting.output <= limit_hz.into());
    below.max_by_key(|setting| setting.output)
}
