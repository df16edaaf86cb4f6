//! The tools that simulate boards.

use gdl2hdl_verilate::tools::ToolLimits;
use gdl2hdl_verilate::{Cache, SimError, Toolchain, Yosys};

/// What simulates boards.
pub struct ModelTools<'a> {
    /// Verilator and the compiler.
    pub toolchain: &'a Toolchain,
    /// Keeps the models.
    pub cache: &'a Cache,
    /// Bounds for the other tools.
    pub limits: ToolLimits,
}

impl ModelTools<'_> {
    /// Yosys, within the limits.
    pub(super) fn yosys(&self) -> Result<Yosys, SimError> {
        let mut yosys = Yosys::find()?;
        yosys.limits = self.limits;
        Ok(yosys)
    }
}
