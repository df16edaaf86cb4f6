//! What the cells are that designs are made of: the one list of their names that are counted.

/// What a cell of an iCE40 or an ECP5 is. PLLs, pads, routing switches and the like are none of these.
///
/// **Source:** the cells that Yosys's `synth_ice40` and `synth_ecp5` map to, and those that emitted boards name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CellKind {
    /// A look-up table of four inputs.
    Lut,
    /// One bit of a carry chain, beside a table of an iCE40.
    Carry,
    /// Two bits of a carry chain of an ECP5, in place of two tables.
    CarryPair,
    /// A memory of 16 words of four bits, which takes the place of six tables of an ECP5.
    LutRam,
    /// A flip-flop.
    FlipFlop,
    /// A block RAM.
    BlockRam,
    /// One of an UltraPlus' single port RAMs of 32 KiB.
    SinglePortRam,
    /// A multiplier.
    Multiplier,
}

impl CellKind {
    /// Which one a cell of this name is.
    #[must_use]
    pub fn of(cell: &str) -> Option<Self> {
        match cell {
            "SB_LUT4" | "LUT4" => Some(Self::Lut),
            "SB_CARRY" => Some(Self::Carry),
            "CCU2C" => Some(Self::CarryPair),
            "TRELLIS_DPR16X4" => Some(Self::LutRam),
            "TRELLIS_FF" => Some(Self::FlipFlop),
            "DP16KD" | "PDPW16KD" => Some(Self::BlockRam),
            "SB_SPRAM256KA" => Some(Self::SinglePortRam),
            "SB_MAC16" | "MULT18X18D" => Some(Self::Multiplier),
            // Each with or without a reset, an enable or the other edge.
            cell if cell.starts_with("SB_DFF") => Some(Self::FlipFlop),
            cell if cell.starts_with("SB_RAM40") => Some(Self::BlockRam),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_families_and_what_is_not_counted() {
        let kinds = |cells: &[&str]| cells.iter().map(|cell| CellKind::of(cell)).collect::<Vec<_>>();
        assert_eq!(kinds(&["SB_DFFSR", "TRELLIS_FF", "SB_DFF"]), [Some(CellKind::FlipFlop); 3]);
        assert_eq!(kinds(&["SB_RAM40_4K", "SB_RAM40_4KNW", "DP16KD", "PDPW16KD"]), [Some(CellKind::BlockRam); 4]);
        assert_eq!(kinds(&["SB_PLL40_CORE", "EHXPLLL", "LUT", "PFUMX", "TRELLIS_IO", ""]), [None; 6]);
    }
}
