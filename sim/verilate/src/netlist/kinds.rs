//! What the cells are that designs are made of: the one list of their names that are counted, and the counts.

use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::{Add, Mul};

/// What a cell of an iCE40 or an ECP5 is. PLLs, pads, routing switches and the like are none of these.
///
/// **Source:** the cells that Yosys's `synth_ice40` and `synth_ecp5` map to, and those that emitted boards name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CellKind {
    /// A LUT of four inputs.
    Lut,
    /// One bit of a carry chain, beside a LUT of an iCE40.
    Carry,
    /// Two bits of a carry chain of an ECP5, in place of two LUTs.
    CarryPair,
    /// A memory of 16 words of four bits, which takes the place of six LUTs of an ECP5.
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

/// Cells by what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CellCounts {
    /// LUTs of four inputs, those of carry chains of an ECP5 included.
    pub lut4: u64,
    /// Bits of carry chains.
    pub carry: u64,
    /// Flip-flops.
    pub ff: u64,
    /// Memories of all kinds.
    pub ram: u64,
    /// Multipliers.
    pub dsp: u64,
}

impl CellCounts {
    /// Counts cells by their names.
    #[must_use]
    pub fn of(cells: &BTreeMap<String, u64>) -> Self {
        let mut sum = Self::default();
        for (cell, count) in cells {
            match CellKind::of(cell) {
                Some(CellKind::Lut) => sum.lut4 += count,
                // Takes two LUTs, which hold the sum.
                Some(CellKind::CarryPair) => (sum.lut4, sum.carry) = (sum.lut4 + 2 * count, sum.carry + 2 * count),
                Some(CellKind::Carry) => sum.carry += count,
                Some(CellKind::FlipFlop) => sum.ff += count,
                Some(CellKind::LutRam | CellKind::BlockRam | CellKind::SinglePortRam) => sum.ram += count,
                Some(CellKind::Multiplier) => sum.dsp += count,
                None => {}
            }
        }
        sum
    }

    /// All of them, in the order of the fields.
    #[must_use]
    pub fn numbers(self) -> [u64; 5] {
        [self.lut4, self.carry, self.ff, self.ram, self.dsp]
    }
}

impl Add for CellCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            lut4: self.lut4 + other.lut4,
            carry: self.carry + other.carry,
            ff: self.ff + other.ff,
            ram: self.ram + other.ram,
            dsp: self.dsp + other.dsp,
        }
    }
}

impl Mul<u64> for CellCounts {
    type Output = Self;

    fn mul(self, factor: u64) -> Self {
        Self {
            lut4: self.lut4 * factor,
            carry: self.carry * factor,
            ff: self.ff * factor,
            ram: self.ram * factor,
            dsp: self.dsp * factor,
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
