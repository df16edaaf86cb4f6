//! The command line of nets for other programs.

use super::NetOptions;
use clap::Args;
use gdl2hdl_emit::Form;
use std::path::PathBuf;

/// Options of `export`.
#[derive(Args, Debug)]
pub(crate) struct Export {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Where to write it; .aig, .aag or .blif tells the format, as does --format aig, aag or blif
    /// [default: aag on standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Registers as inputs, and their next values as outputs
    #[arg(long)]
    combinational: bool,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

impl Export {
    /// What becomes of registers.
    pub(crate) fn form(&self) -> Form {
        if self.combinational { Form::Combinational } else { Form::Sequential }
    }
}
