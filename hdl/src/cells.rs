//! Models of an FPGA's cells: files of `hdl/models`.

use crate::source::SourceFile;

/// A model: the name of the cell, and Verilog.
pub(crate) type Model = (&'static str, &'static str);

/// A file of `hdl/models`.
macro_rules! model {
    ($name:literal) => {
        ($name, include_str!(concat!("../models/", $name, ".v")))
    };
}

/// The oscillator of an iCE40 `UltraPlus`.
pub(crate) const OSCILLATOR: Model = model!("SB_HFOSC");
/// The PLL of an iCE40 with a clock from inside.
pub(crate) const ICE40_CORE_PLL: Model = model!("SB_PLL40_CORE");
/// The PLL of an iCE40 with a clock from a pad.
pub(crate) const ICE40_PAD_PLL: Model = model!("SB_PLL40_PAD");
/// The PLL of an ECP5.
pub(crate) const ECP5_PLL: Model = model!("EHXPLLL");
/// The block RAM of an iCE40.
pub(crate) const ICE40_RAM: Model = model!("SB_RAM40_4K");
/// The multiplier of an iCE40 `UltraPlus`.
pub(crate) const ICE40_MULTIPLIER: Model = model!("SB_MAC16");

/// The models of the cells that parts of engines for an ECP5 name.
pub(crate) fn of_ecp5() -> Vec<SourceFile> {
    [model!("DP16KD"), model!("PDPW16KD"), model!("MULT18X18D")].map(file).into()
}

/// The file of a model.
pub(crate) fn file((name, text): Model) -> SourceFile {
    SourceFile { name: format!("{name}.v"), text: text.to_owned() }
}

/// Models of an iCE40's PLLs with all the ports and parameters that a bitstream which is read back names, and of its
/// multipliers with what can be read back of them. **Shape:** name of the cell and Verilog.
#[must_use]
pub fn readback_models() -> [(&'static str, &'static str); 3] {
    [model!("readback/MAC16"), model!("readback/SB_PLL40_CORE"), model!("readback/SB_PLL40_PAD")]
        .map(|(name, text)| (name.trim_start_matches("readback/"), text))
}
