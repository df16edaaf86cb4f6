//! Clocks that a board can give an engine: as it comes, divided, or through a PLL.
//!
//! Only arithmetic: which clock an engine can keep up with is for place and route to say.

mod clock;
mod ecp5;
mod frequency;
mod ice40;
mod margin;
#[cfg(test)]
mod tests;

pub use clock::{Clock, ClockError, ClockInput, Parameter, Pll};
pub use ecp5::Ecp5Pll;
pub use frequency::Frequency;
pub(crate) use frequency::mhz;
pub use ice40::Ice40Pll;
pub use margin::{margin_ppm, needed_hz};

use crate::{Board, ClockSource, Family, PllCell};

/// A way to make a clock of a board, with its frequency.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClockSetting {
    /// What it makes.
    pub output: Frequency,
    /// What comes into the PLL, or is the clock when there is none. **Units:** Hz.
    pub input_hz: u32,
    /// The cells that make it.
    pub clock: Clock,
}

/// All clocks of a board. **Shape:** sorted by frequency, each frequency once, never empty: what comes without a PLL is
/// always among them, and comes first where a PLL makes the same.
#[must_use]
pub fn reachable(board: &Board) -> Vec<ClockSetting> {
    let inputs = inputs(board);
    let direct = inputs.iter().map(|&(input, input_hz)| ClockSetting {
        output: input_hz.into(),
        input_hz,
        clock: Clock { input, pll: None },
    });
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
    let setting = |output, pll| ClockSetting { output, input_hz, clock: Clock { input, pll: Some(pll) } };
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
