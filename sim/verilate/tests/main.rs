//! Models from outside: built, loaded and stepped; wires of boards; netlists; what waves hold.

// Helpers stand outside of test functions, where clippy does not see that this is a test.
#![allow(clippy::unwrap_used)]

mod board;
mod common;
mod limits;
mod netlists;
mod waves;
