//! Every language from outside: what is read, what is refused, what it means.

// Helpers stand outside of test functions, where clippy does not see that this is a test.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod action_rules;
mod interpret;
mod sdl;
mod syntax_errors;
mod syntax_forms;
mod syntax_print;
