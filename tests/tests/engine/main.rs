//! The playout engine in Verilog, driven at its ports: jobs it can and can't play, queues that run full, resets at any
//! time, other simulators and tools.

// The helpers here stand outside of test functions, where clippy does not see that this is a test.
#![allow(clippy::unwrap_used)]

mod clocks;
mod device;
mod fusesoc;
mod game;
mod icarus;
mod jobs;
mod machine;
mod overflow;
mod queues;
mod resets;
mod tools;
