//! Verilog → a netlist of an FPGA's cells by Yosys, and a model of that netlist for Verilator.
//!
//! ```text
//! Spec ─► Yosys::map ─► synth_ice40 / synth_ecp5 ─► Netlist ─► Netlist::model_spec ─► Spec of netlist and cells
//! ```
//!
//! So what the FPGA's tools place can be simulated in place of what was written. A netlist is not placed, and says
//! nothing of time.
//!
//! Registers without a reset value start at 0 in a model of the text. In a netlist those that a reset sets may start at
//! 1, as they do in an ECP5: reset both before they are compared.

mod areas;
mod cells;
mod kinds;
mod statistics;
mod synthesis;
mod yosys;

use crate::files::shown;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::{Port, SimError, Source, Spec};
pub use areas::{Area, Areas};
use cells::Library;
pub use kinds::{CellCounts, CellKind};
pub use statistics::cells as count_cells;
pub use synthesis::Synthesis;
use yosys::HELP;
pub use yosys::{ENV_YOSYS, Yosys};

/// A family of FPGAs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Lattice iCE40, all of them: cells `SB_*`. Memories become block RAMs.
    Ice40,
    /// Lattice ECP5: cells `LUT4`, `TRELLIS_FF` and others.
    ///
    /// Yosys has no simulation model of its block RAMs, so netlists have none: memories are made of LUTs, and
    /// the counts of large ones are far above what a bitstream needs. Of its multipliers it has none either: this
    /// crate has its own, for what Yosys makes of them.
    Ecp5,
}

impl Family {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Ice40, Self::Ecp5];

    /// Its name as people and tools write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ice40 => "ice40",
            Self::Ecp5 => "ecp5",
        }
    }

    /// Where the cells are, below Yosys's data folder: a file with their models, then files with further cells' ports.
    /// In the order of trial, as later versions moved some.
    const fn libraries(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Ice40 => &[&["ice40/cells_sim.v"]],
            Self::Ecp5 => {
                &[&["ecp5/cells_sim.v", "ecp5/cells_bb.v"], &["lattice/cells_sim_ecp5.v", "lattice/cells_bb_ecp5.v"]]
            }
        }
    }

    /// The files of the installed version.
    fn library(self, share: &Path) -> Result<&'static [&'static str], SimError> {
        let found = self.libraries().iter().find(|files| files.iter().all(|file| share.join(file).is_file()));
        found.copied().ok_or_else(|| SimError::ToolMissing {
            tool: shown(&share.join(self.libraries()[0][0])),
            reason: "Yosys's models of cells are not there".to_owned(),
            help: HELP.into(),
        })
    }

    /// Models of cells that Yosys has none of.
    const fn own_models(self) -> &'static str {
        match self {
            Self::Ice40 => "",
            Self::Ecp5 => concat!(include_str!("mult18x18d.v"), include_str!("dp16kd.v"), include_str!("pdpw16kd.v")),
        }
    }

    /// What stands before the cells' models. Verilator 5.006 takes no default values of ports, and Yosys connects all.
    const fn prelude(self) -> &'static str {
        match self {
            Self::Ice40 => "`define NO_ICE40_DEFAULT_ASSIGNMENTS\n",
            Self::Ecp5 => "",
        }
    }
}

/// What a design is mapped to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    /// The family.
    pub family: Family,
    /// Whether products become multipliers, of which few iCE40 have any (UltraPlus); else they become LUTs.
    pub multipliers: bool,
}

impl From<Family> for Target {
    /// Without multipliers.
    fn from(family: Family) -> Self {
        Self { family, multipliers: false }
    }
}

impl Target {
    /// The command of Yosys that maps to it.
    const fn synthesis(self) -> &'static str {
        match (self.family, self.multipliers) {
            (Family::Ice40, false) => "synth_ice40",
            (Family::Ice40, true) => "synth_ice40 -dsp",
            // See `Family::Ecp5`. LUTs of more than four inputs, made of several, would take half as many again for
            // the engine of breakthrough, and only be faster.
            (Family::Ecp5, false) => "synth_ecp5 -nobram -nodsp -nowidelut",
            (Family::Ecp5, true) => "synth_ecp5 -nobram -nowidelut",
        }
    }
}

/// A design made of a family's cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Netlist {
    /// The Verilog text. The top module has the ports of the original, vectors as vectors.
    pub text: String,
    /// Name of the top module.
    pub top: String,
    /// How many cells of each type there are.
    pub cells: BTreeMap<String, u64>,
    /// The family whose cells these are.
    pub family: Family,
    /// The words of the tool that made it.
    pub tool_version: String,
    /// Yosys's data folder.
    share: PathBuf,
}

impl Netlist {
    /// Number of LUTs of four inputs: those for logic. Carry cells of an ECP5 take two more each.
    #[must_use]
    pub fn lut4(&self) -> u64 {
        self.count(&[CellKind::Lut])
    }

    /// Number of flip-flops.
    #[must_use]
    pub fn flip_flops(&self) -> u64 {
        self.count(&[CellKind::FlipFlop])
    }

    /// Number of carry cells: one bit each in an iCE40, two in an ECP5.
    #[must_use]
    pub fn carries(&self) -> u64 {
        self.count(&[CellKind::Carry, CellKind::CarryPair])
    }

    /// Number of block RAMs, large ones with a single port among them.
    #[must_use]
    pub fn block_rams(&self) -> u64 {
        self.count(&[CellKind::BlockRam, CellKind::SinglePortRam])
    }

    /// Number of memories of 16 words of four bits made of LUTs, each of which takes the place of six.
    #[must_use]
    pub fn lut_rams(&self) -> u64 {
        self.count(&[CellKind::LutRam])
    }

    /// Number of multipliers.
    #[must_use]
    pub fn multipliers(&self) -> u64 {
        self.count(&[CellKind::Multiplier])
    }

    /// Number of all cells.
    #[must_use]
    pub fn num_cells(&self) -> u64 {
        self.cells.values().sum()
    }

    fn count(&self, kinds: &[CellKind]) -> u64 {
        let wanted = |cell: &str| CellKind::of(cell).is_some_and(|kind| kinds.contains(&kind));
        self.cells.iter().filter(|(cell, _)| wanted(cell)).map(|(_, n)| n).sum()
    }

    /// A specification for Verilator: the netlist, and models of exactly the cells in it.
    ///
    /// **Shape:** `ports` are those of the specification that was mapped, in any order; an input called `clk_i` is the
    /// clock, as in [`Spec::new`].
    ///
    /// # Errors
    /// [`SimError::ToolMissing`] when Yosys's cell models are not installed, [`SimError::NoCellModel`] for a cell
    /// without a model, [`SimError::Io`].
    pub fn model_spec(&self, ports: Vec<Port>) -> Result<Spec, SimError> {
        self.model_spec_with(ports, &BTreeMap::new())
    }

    /// The same with further models, for cells that have none: Verilog by the names of cells.
    ///
    /// # Errors
    /// As [`Netlist::model_spec`].
    pub fn model_spec_with(&self, ports: Vec<Port>, models: &BTreeMap<String, String>) -> Result<Spec, SimError> {
        let library = Library::read(&self.share, self.family)?;
        let given = |cell: &str| models.get(cell).filter(|_| !library.has(cell));
        let cells = self.cells.keys().map(String::as_str);
        // What begins with a dollar is no cell of the family: Yosys writes it as an expression.
        let used = cells.clone().filter(|cell| !cell.starts_with('$') && given(cell).is_none());
        let given: String = cells.filter_map(given).map(|text| format!("{text}\n")).collect();
        let text = library.closure(used).map_err(|cell| SimError::NoCellModel { cell, family: self.family })?;
        let mut spec = Spec::new(&self.top, &self.text, ports);
        let text = format!("{}{text}\n{given}", self.family.prelude());
        spec.sources.insert(0, Source { name: "cells.v".to_owned(), text });
        Ok(spec)
    }
}
