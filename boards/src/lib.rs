//! FPGA boards as data: one file a board in `boards/data`, read, checked and found by name.
//!
//! A fact that is not known is left out of a board's file. Nothing here talks to a board, runs a tool
//! or touches a file: clocks, constraint files and command lines are computed from the data.

mod board;
mod check;
mod commands;
mod constraints;
mod error;
mod load;
pub mod pll;
#[cfg(test)]
mod tests;
pub mod udev;
pub mod usb;

pub use board::{
    Board, BoardClock, Budget, ClockSource, Family, Format, Fpga, IoType, PllCell, Program, Target, Tool, Uart, UsbId,
};
pub use constraints::constraints;
pub use error::BoardFileError;
pub use load::{MAX_BYTES, all, by_name, names, parse};
