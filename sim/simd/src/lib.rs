//! The machine for programs over words: [`gdl2hdl_net::program::Program`] → code that runs on memory.
//!
//! ```text
//! Program ─► Logics ─► Plan ─┬─► Interpreter (portable, avx2, avx512)
//!            reduced   steps │
//!                            └─► Native (native-avx2, native-avx512)
//! ```
//!
//! All backends give the same results. Words have 64 to 4096 lanes; [`MachineChoice::best`] knows what is fastest.
//! The public interface is safe: a run checks once that all words of the program lie in the memory. No other crate but
//! `sim/verilate` has `unsafe` code.

mod binary;
mod code;
mod error;
mod interpreter;
mod limit;
mod lines;
mod logic;
mod machine;
mod memory;
#[cfg(target_arch = "x86_64")]
mod native;
mod plan;
mod table;
#[cfg(test)]
mod tests;
mod transpose;
mod width;

pub use code::Code;
pub use error::SimdError;
pub use limit::Limit;
pub use machine::{Backend, Machine, MachineChoice};
pub use memory::Memory;
pub use transpose::transpose;
pub use width::Width;

/// Operations of a program between two questions to the observer of its preparation.
const STEPS: u32 = 1 << 12;
