//! The standard players, on the games of `games/`.

// Helpers stand outside of test functions, where clippy does not see that this is a test.
#![allow(clippy::unwrap_used)]

#[path = "../../../../compiler/net/tests/common.rs"]
mod common;

mod choices;
mod contract;
mod naive;
mod random_games;
mod table;
mod values;
