//! The whole from outside: what the program, the engines and the tools make of games, good and bad. One program, as
//! compiling and linking thirty takes longer than most of their tests.

// Helpers stand outside of test functions, where clippy does not see that this is a test; p values are shown.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod action;
mod analyze;
mod architecture;
mod attackers;
mod bad_input;
mod bench;
#[cfg(target_os = "linux")]
mod board;
mod boards;
mod build;
mod cli;
mod clocking;
mod damaged;
#[cfg(target_os = "linux")]
mod deadlines;
mod departures;
mod design;
mod diagnostics;
mod ended;
mod engine;
mod engines_agree;
mod exports;
mod fuzz_compile;
mod fuzz_readers;
mod games;
mod golden;
mod judged;
mod library;
mod logic;
mod many;
mod metagamers;
mod names;
mod pages;
mod percepts;
mod played;
mod players;
mod playouts;
mod replay;
mod requirements;
mod round_trip;
mod rules_interpreter;
mod sdl;
mod sim;
mod startup;
mod step;
#[cfg(target_os = "linux")]
mod stops;
mod suite;
mod tools;
mod work;
