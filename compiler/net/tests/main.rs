//! From game text to propnet, compared with the rules.

// Helpers stand outside of test functions, where clippy does not see that this is a test.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;
mod endless;
mod ground;
mod hard_games;
