//! Boards from outside: the command, PLL settings beside the tools that compute them, designs placed on every board.

// The helpers here stand outside of test functions, where clippy does not see that this is a test.
#![allow(clippy::unwrap_used)]

mod command;
mod page;
mod place;
mod pll;
