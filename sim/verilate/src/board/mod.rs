//! A board without a board: the model of a whole top level, reached through the pins of its UART.

mod serial;
mod terminal;

pub use serial::{SerialModel, Speed};
pub use terminal::Terminal;
