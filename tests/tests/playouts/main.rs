//! Playouts: all engines give the same answer, the answer is the right one, and the commands say it.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a failure here fails the test, and p values are shown")]

mod arena;
mod bad_input;
mod builds;
mod choices;
mod commands;
mod distribution;
mod engines;
mod hardware;
mod place;
