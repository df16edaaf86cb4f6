//! Running games: engines behind one trait, recorded traces, and the replay that compares the two; which devices there are.
//!
//! Takes compiled games from the compiler and playouts from files; gives differences as values.
//! It prints nothing and parses no arguments.

pub mod bitstream;
pub mod board;
pub mod engine;
pub mod graphviz;
pub mod link;
pub mod playout;
pub mod record;
pub mod replay;
pub mod requirements;
pub mod trace;
pub mod usb;
