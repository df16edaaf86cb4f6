//! Models of an FPGA's cells: files of `hdl/models`.

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
    let models = oscillator.into_iter().chain(pll);
    models.map(|(name, text)| SourceFile { name: format!("{name}.v"), text: text.to_owned() }).collect()
}

/// Models of an iCE40's PLLs with all the ports and parameters that a bitstream which is read back names. **Shape:** name
/// of the cell and Verilog.
#[must_use]
pub fn readback_models() -> [(&'static str, &'static str); 2] {
    [model!("readback/SB_PLL40_CORE"), model!("readback/SB_PLL40_PAD")]
        .map(|(name, text)| (name.trim_start_matches("readback/"), text))
}
