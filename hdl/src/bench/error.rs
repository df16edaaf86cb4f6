//! Why there is no bench.

use thiserror::Error;

/// A request for a bench that can't be met.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BenchError {
    /// Nothing would be checked.
    #[error("a bench needs at least one record")]
    Empty,
    /// The first record is entered by a step, from no state.
    #[error("record 0 is entered by a step: the first record must be entered by reset or load")]
    NoStart,
    /// A vector does not have its port's width.
    #[error("record {record}: `{port}` has {expected} bits, the record gives {got}")]
    Width {
        /// Index of the record.
        record: usize,
        /// The port.
        port: &'static str,
        /// Width of the port.
        expected: usize,
        /// Number of bits in the record.
        got: usize,
    },
    /// The manifest describes another module.
    #[error("the manifest describes `{manifest}` with {bases} bases, the module is `{module}` with {registers}")]
    Manifest {
        /// Module named by the manifest.
        manifest: String,
        /// Number of its bases.
        bases: usize,
        /// Name of the module.
        module: String,
        /// Number of its registers.
        registers: usize,
    },
    /// The module's name is no plain identifier.
    #[error("`{0}` is no module name: only letters, digits and `_`, starting with a letter, at most {max}", max = super::MAX_NAME)]
    ModuleName(String),
    /// The name of the data file would not be safe in a Verilog string.
    #[error("`{0}` is no name for a data file: only letters, digits, `_`, `-` and `.`, at most {max}", max = super::MAX_NAME)]
    FileName(String),
    /// The data would not fit into the memory of a simulator.
    #[error("the records take {words} words of data, more than {max}: give fewer records", max = super::MAX_WORDS)]
    TooLong {
        /// Words needed.
        words: usize,
    },
}
