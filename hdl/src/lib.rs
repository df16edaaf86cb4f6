//! Gateware around an emitted propnet. Text in, text out: no files, no tools.
//!
//! The ports of the emitted module are described in `hdl/INTERFACE.md`.

pub mod bench;
pub mod board;
mod cells;
pub mod playout;
mod source;

#[cfg(test)]
#[path = "../../compiler/net/tests/common.rs"]
mod stages;
