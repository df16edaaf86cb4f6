//! The command line of what an engine takes.

use super::engine::EngineSize;
use super::{FamilyName, NetOptions};
use clap::Args;
use std::path::PathBuf;

/// Options of `area`.
#[derive(Args, Debug)]
pub(crate) struct Area {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Cells that the engine is mapped to
    #[arg(long, value_name = "FAMILY", default_value = "ice40")]
    pub(crate) family: FamilyName,
    #[command(flatten)]
    pub(crate) size: EngineSize,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}
