//! HTTP for players, managers and pages: [`Server`] hears messages and gives answers back, [`Client`] says them to others.
//!
//! The messages are those of general game playing, but nothing here reads them. Both sides are tolerant: programs that
//! speak this protocol are old, and many of them count characters in place of bytes, or say nothing of the length at all.
//! Both run on a thread of their own, so who uses them needs no asynchronous code.

mod client;
mod server;
mod thread;
mod wire;

pub use client::{Client, DEFAULT_PORT, Peer, PeerError, PostError};
pub use server::{Asked, Options, Reply, Server};
