//! The compiler from outside: every language, and every stage from game text to Verilog.

// Helpers stand outside of test functions, where clippy does not see that this is a test.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod action_rules;
mod common;
mod endless;
mod ground;
mod hard_games;
mod interpret;
mod logic;
mod mend;
mod nets;
mod sdl;
mod step;
mod syntax_errors;
mod syntax_forms;
mod syntax_print;
mod wide;
