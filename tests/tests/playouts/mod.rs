//! Playouts: all engines give the same answer, the answer is the right one, and the commands say it.

mod bad_input;
mod builds;
mod choices;
mod commands;
mod compiled_game;
mod distribution;
mod engines;
mod hardware;
mod place;
mod references;
