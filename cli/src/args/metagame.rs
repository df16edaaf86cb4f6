//! Options of the metagamers: game in, game out.

use super::Rewrite;
use clap::Args;
use std::path::PathBuf;

/// Options of `symbolize`.
#[derive(Args, Debug)]
pub(crate) struct Symbolize {
    #[command(flatten)]
    pub(crate) rewrite: Rewrite,
    /// Table of the names, as JSON [default: beside the output, as .names.json]
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
}

/// Options of `obfuscate`.
#[derive(Args, Debug)]
pub(crate) struct Obfuscate {
    #[command(flatten)]
    pub(crate) rewrite: Rewrite,
    /// Seed of the words: the same seed gives the same words
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Table of the names, as JSON [default: beside the output, as .names.json]
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// Gives an obfuscated game its names back, from the table that was written with it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "table"])]
    pub(crate) undo: Option<PathBuf>,
}
