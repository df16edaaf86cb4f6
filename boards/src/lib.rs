//! FPGA boards as data: one file a board in `boards/data`, read, checked and found by name.
//!
//! A fact that is not known is left out of a board's file. Nothing here talks to a board or writes a tool's files.

mod board;
mod check;
mod error;
mod load;
#[cfg(test)]
mod tests;

pub use board::{Board, Budget, Clock, ClockSource, Family, Format, Fpga, Program, Target, Tool, Uart};
pub use error::BoardError;
pub use load::{MAX_BYTES, all, by_name, names, parse};
