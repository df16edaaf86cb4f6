//! From game text to optimised nets, and to the Verilog of cores.

// Helpers stand outside of test functions, where clippy does not see that this is a test.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;
mod logic;
mod nets;
mod step;
mod stopped;
mod wide;
