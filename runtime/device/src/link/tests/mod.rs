//! The host against a board in software, over a line on which everything goes wrong. Time is simulated.

mod faults;
mod line;
mod properties;
mod world;
