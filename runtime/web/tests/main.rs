//! The crate over real sockets of this machine, one program.
#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod client;
mod conformance;
mod hostile;
mod matches;
mod server;
mod world;
