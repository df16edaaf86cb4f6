//! The models of cells that come with a UART or a board.

use super::Tunable;
use crate::cells::{ECP5_PLL, ICE40_CORE_PLL, ICE40_MULTIPLIER, ICE40_PAD_PLL, ICE40_RAM, OSCILLATOR, file, of_ecp5};
use crate::source::SourceFile;
use gdl2hdl_boards::PllCell;
use gdl2hdl_boards::pll::{Clock, ClockInput, Pll};

/// The models of the cells that make a clock.
pub(super) fn of(clock: Clock) -> Vec<SourceFile> {
    let oscillator = matches!(clock.input, ClockInput::Oscillator(_)).then_some(OSCILLATOR);
    let pll = clock.pll.map(|pll| match pll {
        Pll::Ice40(PllCell::Core, _) => ICE40_CORE_PLL,
        Pll::Ice40(PllCell::Pad, _) => ICE40_PAD_PLL,
        Pll::Ecp5(_) => ECP5_PLL,
    });
    oscillator.into_iter().chain(pll).map(file).collect()
}

/// The models of the cells that a UART and its engine name, which may multiply.
pub(super) fn of_uart(tunable: Tunable, multiplies: bool) -> Vec<SourceFile> {
    match tunable {
        Tunable::No => Vec::new(),
        Tunable::Ice40 | Tunable::Small => {
            let multiplier = multiplies.then_some(ICE40_MULTIPLIER);
            [ICE40_RAM].into_iter().chain(multiplier).map(file).collect()
        }
        Tunable::Ecp5 => of_ecp5(),
    }
}
