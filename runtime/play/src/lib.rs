//! Running games on the CPU: engines behind one trait, random playouts, recorded traces, and the replay that compares
//! the two; what a good game must meet.
//!
//! Takes compiled games from the compiler and traces from files; gives reports and differences as values. It prints
//! nothing, parses no arguments and knows no device.

pub mod engine;
pub mod playout;
pub mod record;
pub mod replay;
pub mod requirements;
pub mod trace;
