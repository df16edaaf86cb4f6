//! Models of an FPGA's cells: files of `hdl/models`.

use super::Tunable;
use super::clock::{Clock, ClockSource, Pll};
use crate::playout::SourceFile;

/// A file of `hdl/models`.
macro_rules! model {
    ($name:literal) => {
        ($name, include_str!(concat!("../../models/", $name, ".v")))
    };
}

const OSCILLATOR: (&str, &str) = model!("SB_HFOSC");

/// The models of the cells that make a clock.
pub(super) fn of(clock: Clock) -> Vec<SourceFile> {
    let oscillator = matches!(clock.source, ClockSource::Oscillator { .. }).then_some(OSCILLATOR);
    let pll = clock.pll.map(|pll| match pll {
        Pll::Ice40Core(_) => model!("SB_PLL40_CORE"),
        Pll::Ice40Pad(_) => model!("SB_PLL40_PAD"),
        Pll::Ecp5(_) => model!("EHXPLLL"),
    });
    oscillator.into_iter().chain(pll).map(file).collect()
}

/// The models of the cells that a serial line and its engine name, which may multiply.
pub(super) fn of_line(tunable: Tunable, multiplies: bool) -> Vec<SourceFile> {
    match tunable {
        Tunable::No => Vec::new(),
        Tunable::Ice40 | Tunable::Small => {
            let multiplier = multiplies.then_some(model!("SB_MAC16"));
            [model!("SB_RAM40_4K")].into_iter().chain(multiplier).map(file).collect()
        }
        Tunable::Ecp5 => of_ecp5(),
    }
}

/// The models of the cells that parts of engines for an ECP5 name.
pub(crate) fn of_ecp5() -> Vec<SourceFile> {
    [model!("DP16KD"), model!("PDPW16KD"), model!("MULT18X18D")].map(file).into()
}

fn file((name, text): (&str, &str)) -> SourceFile {
    SourceFile { name: format!("{name}.v"), text: text.to_owned() }
}

/// Models of an iCE40's PLLs with all the ports and parameters that a bitstream which is read back names, and of its
/// multipliers with what can be read back of them. **Shape:** name of the cell and Verilog.
#[must_use]
pub fn readback_models() -> [(&'static str, &'static str); 3] {
    [model!("readback/MAC16"), model!("readback/SB_PLL40_CORE"), model!("readback/SB_PLL40_PAD")]
        .map(|(name, text)| (name.trim_start_matches("readback/"), text))
}
