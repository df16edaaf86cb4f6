//! The playout engine in Verilog, driven at its ports: jobs it can and can't play, queues that run full, resets at any
//! time, other simulators and tools.

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
