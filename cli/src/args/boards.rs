//! The command line of boards.

use clap::Args;
use std::path::PathBuf;

/// Options of `boards`.
#[derive(Args, Debug)]
pub(crate) struct Boards {
    /// Tells all facts of this board, with their sources
    pub(crate) board: Option<String>,
    /// Folder with `sys`, `dev` and `etc`; another one than `/` serves tests
    #[arg(long, hide = true, value_name = "DIR", default_value = "/")]
    pub(crate) root: PathBuf,
}
