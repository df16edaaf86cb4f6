//! What Yosys made, counted as the FPGA has places for it.

use crate::bitstream::BuildError;
use gdl2hdl_boards::{Budget, Family};
use gdl2hdl_verilate::netlist::{CellKind, count_cells};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What places for LUTs are called.
pub(in crate::bitstream) const LUTS: &str = "LUTs";
/// What block RAMs are called where there are too few.
pub(in crate::bitstream) const BLOCK_RAMS: &str = "block RAMs";

/// What a design takes of an FPGA, or what there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Resources {
    /// Places for LUTs. In an iCE40 logic cells: a flip-flop without a LUT of its own takes one as well.
    pub cells: u64,
    /// Flip-flops.
    pub ffs: u64,
    /// Block RAMs.
    pub brams: u64,
    /// Multipliers.
    pub dsps: u64,
}

/// How much of a device is taken: above it, routes get long, and at last there are none. **Units:** percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::bitstream) struct Full {
    pub(in crate::bitstream) cells: u64,
    pub(in crate::bitstream) ffs: u64,
    pub(in crate::bitstream) brams: u64,
}

impl Full {
    /// Of an iCE40 nearly all can be had, and a flip-flop is part of a cell: engines that took 98 % of them were routed.
    /// In an ECP5 eight flip-flops share their clock enables and resets. Engines with few of these were placed and routed with
    /// 86 % of the LUTs, and with 92 % of the flip-flops. Filled ones with 84 % of the block RAMs, and with all, had not
    /// been routed after an hour and after half of one.
    pub(in crate::bitstream) const fn of(family: Family) -> Self {
        match family {
            Family::Ice40 => Self { cells: 95, ffs: 95, brams: 100 },
            Family::Ecp5 => Self { cells: 84, ffs: 90, brams: 80 },
        }
    }

    /// So full a device may turn out to be, before fewer cores are taken without a try: many an iCE40 was routed with
    /// hardly a cell left.
    pub(in crate::bitstream) const fn at_most(family: Family) -> Self {
        match family {
            Family::Ice40 => Self { cells: 100, ffs: 100, brams: 100 },
            Family::Ecp5 => Self { cells: 87, ffs: 93, brams: 83 },
        }
    }

    /// The same share of cells and flip-flops, and all block RAMs. **Units:** percent.
    pub(in crate::bitstream) const fn share(percent: u64) -> Self {
        Self { cells: percent, ffs: percent, brams: 100 }
    }

    /// The shares of what [`Resources::named`] names. Of multipliers all may be taken. **Units:** percent.
    pub(in crate::bitstream) const fn shares(self) -> [u64; 4] {
        [self.cells, self.ffs, self.brams, 100]
    }

    /// The share of the resource with such a name. **Units:** percent.
    pub(in crate::bitstream) fn share_named(self, what: &str) -> Option<u64> {
        let all = Resources::default().named().into_iter().zip(self.shares());
        all.into_iter().find(|((name, _), _)| *name == what).map(|(_, share)| share)
    }

    /// The first of the resources of which a design takes more than its share: its name, and what it takes.
    pub(in crate::bitstream) fn exceeded(self, design: Resources, device: Resources) -> Option<(&'static str, u64)> {
        let all = design.named().into_iter().zip(device.named()).zip(self.shares());
        let mut over = all.filter(|((need, have), share)| need.1 > share_of(have.1, *share));
        over.next().map(|((need, _), _)| need)
    }
}

/// So many percent of a number, rounded down; what has no bound keeps none.
pub(in crate::bitstream) fn share_of(number: u64, percent: u64) -> u64 {
    if number == u64::MAX {
        return number;
    }
    u64::try_from(u128::from(number) * u128::from(percent) / 100).unwrap_or(u64::MAX)
}

impl Resources {
    /// What a device has; what its board does not say has no bound.
    #[must_use]
    pub fn of_device(budget: &Budget) -> Self {
        let or_all = |number: Option<u32>| number.map_or(u64::MAX, u64::from);
        Self {
            cells: budget.luts.into(),
            ffs: or_all(budget.ffs),
            brams: or_all(budget.brams),
            dsps: budget.dsps.map_or(0, u64::from),
        }
    }

    /// Counts what synthesis made. `statistics` is what `stat -json` said, `netlist` what `write_json` wrote; that is
    /// read for an iCE40 only.
    ///
    /// # Errors
    /// [`BuildError::NotUnderstood`].
    pub fn count(family: Family, statistics: &str, netlist: &[u8]) -> Result<Self, BuildError> {
        let wrong = |reason: &str| BuildError::NotUnderstood { tool: "Yosys", reason: reason.to_owned() };
        let cells = count_cells(statistics).ok_or_else(|| wrong("no counts of cells"))?;
        let count = |kind: CellKind| -> u64 {
            cells.iter().filter(|(cell, _)| CellKind::of(cell) == Some(kind)).map(|(_, n)| n).sum()
        };
        // A carry cell of an ECP5 takes two LUTs' place; one of an iCE40 sits beside a LUT that may be its own.
        let luts = count(CellKind::Lut) + 2 * count(CellKind::CarryPair) + 6 * count(CellKind::LutRam);
        let lone = match family {
            Family::Ice40 => lone(netlist).ok_or_else(|| wrong("no cells in its netlist"))?,
            Family::Ecp5 => 0,
        };
        Ok(Self {
            cells: luts + lone,
            ffs: count(CellKind::FlipFlop),
            brams: count(CellKind::BlockRam),
            dsps: count(CellKind::Multiplier),
        })
    }

    /// All numbers and their names.
    pub(in crate::bitstream) fn named(self) -> [(&'static str, u64); 4] {
        [(LUTS, self.cells), ("flip-flops", self.ffs), (BLOCK_RAMS, self.brams), ("multipliers", self.dsps)]
    }

    /// Whether there is enough of everything, when of cells and flip-flops no more than a share may be taken.
    /// **Units:** percent.
    #[must_use]
    pub fn fits(self, device: Self, percent: u64) -> bool {
        self.fits_in(device, Full::share(percent))
    }

    /// The same with a share of each.
    pub(in crate::bitstream) fn fits_in(self, device: Self, full: Full) -> bool {
        full.exceeded(self, device).is_none()
    }
}

/// A netlist: only what tells who drives what.
#[derive(Deserialize)]
struct Netlist {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(default)]
    attributes: BTreeMap<String, serde_json::Value>,
    #[serde(default)]
    cells: BTreeMap<String, Cell>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    connections: BTreeMap<String, Vec<Bit>>,
}

/// A net, or a constant.
#[derive(Clone, Copy, Deserialize)]
#[serde(from = "serde_json::Value")]
enum Bit {
    Net(u64),
    Constant,
}

impl From<serde_json::Value> for Bit {
    fn from(value: serde_json::Value) -> Self {
        value.as_u64().map_or(Self::Constant, Self::Net)
    }
}

/// Flip-flops of an iCE40 that have no LUT to share a logic cell with: what comes in is not the output of a
/// LUT that nothing else looks at.
fn lone(netlist: &[u8]) -> Option<u64> {
    let netlist: Netlist = serde_json::from_slice(netlist).ok()?;
    let module = netlist.modules.values().find(|module| module.attributes.contains_key("top"))?;
    let mut uses: BTreeMap<u64, u64> = BTreeMap::new();
    let mut of_luts = BTreeMap::new();
    for cell in module.cells.values() {
        for (port, bits) in &cell.connections {
            for bit in bits {
                let Bit::Net(net) = bit else { continue };
                *uses.entry(*net).or_default() += 1;
                if CellKind::of(&cell.kind) == Some(CellKind::Lut) && port == "O" {
                    of_luts.insert(*net, ());
                }
            }
        }
    }
    let is_lone = |cell: &&Cell| match cell.connections.get("D").and_then(|bits| bits.first()) {
        // Its LUT and itself.
        Some(Bit::Net(net)) => !of_luts.contains_key(net) || uses.get(net) != Some(&2),
        _ => true,
    };
    let lone = module
        .cells
        .values()
        .filter(|cell| CellKind::of(&cell.kind) == Some(CellKind::FlipFlop))
        .filter(is_lone)
        .count();
    Some(lone as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATISTICS: &str = r#"{"design": {"num_cells_by_type": {"SB_LUT4": 3, "SB_DFFSR": 2, "SB_DFF": 1,
        "CCU2C": 1, "TRELLIS_DPR16X4": 2, "SB_RAM40_4K": 4, "SB_MAC16": 5}}}"#;
    const NETLIST: &str = r#"{"modules": {"\\SB_LUT4": {"cells": {}}, "top": {"attributes": {"top": "1"}, "cells": {
        "a": {"type": "SB_LUT4", "connections": {"I0": [9, "0"], "O": [10]}},
        "b": {"type": "SB_LUT4", "connections": {"I0": [10], "O": [11]}},
        "own table": {"type": "SB_DFF", "connections": {"D": [11], "Q": [12]}},
        "shared table": {"type": "SB_DFFSR", "connections": {"D": [10], "Q": [13]}},
        "passes on": {"type": "SB_DFF", "connections": {"D": [12], "Q": [14]}},
        "constant": {"type": "SB_DFF", "connections": {"D": ["1"], "Q": [15]}}}}}}"#;

    #[test]
    fn cells_take_places() {
        let counted = Resources::count(Family::Ecp5, STATISTICS, b"").unwrap();
        assert_eq!(counted, Resources { cells: 3 + 2 + 12, ffs: 3, brams: 4, dsps: 5 });
        let counted = Resources::count(Family::Ice40, STATISTICS, NETLIST.as_bytes()).unwrap();
        assert_eq!(counted.cells, 17 + 3);
        assert!(Resources::count(Family::Ice40, STATISTICS, b"{}").is_err());
        assert!(Resources::count(Family::Ecp5, "{}", b"").is_err());
    }

    #[test]
    fn a_share_is_a_bound_of_cells_only() {
        let device = Resources { cells: 100, ffs: 100, brams: 4, dsps: 0 };
        let design = Resources { cells: 90, ffs: 90, brams: 4, dsps: 0 };
        assert!(design.fits(device, 90) && !design.fits(device, 89));
        assert!(!Resources { dsps: 1, ..design }.fits(device, 100));
        let shared = Full { brams: 80, ..Full::share(100) };
        let brams = |brams| Resources { brams, ..design };
        assert_eq!(
            shared.exceeded(brams(4), device),
            Some((BLOCK_RAMS, 4)),
            "a share of block RAMs is a bound as well"
        );
        assert!(brams(3).fits_in(device, shared));
        let unknown = Resources { brams: u64::MAX, ffs: u64::MAX, ..device };
        assert!(Resources { brams: 1 << 40, ffs: 1 << 40, ..design }.fits(unknown, 100));
    }
}
