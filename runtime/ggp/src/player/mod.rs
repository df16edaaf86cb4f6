//! A player's side of the protocol as a state machine: messages and thoughts in, answers and tasks out.
//!
//! [`Player`] keeps one match at a time, tells what is to be thought about, and gives every answer in time: a move that
//! is not there when the time is over is replaced by the one in hand. Who thinks is a [`Mind`], on a thread of the
//! caller's; [`think`] does one task with it. So INFO is answered while a mind thinks.

mod game;
mod machine;
mod mind;
mod task;

pub use machine::{Action, Options, Player, Ticket};
pub use mind::{Desk, Mind, think};
pub use task::{Cut, Setup, Task, Thought, What};

#[cfg(test)]
mod tests;
