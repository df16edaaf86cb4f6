//! A match as a state machine: answers of players in, messages to players and a record out.
//!
//! The manager keeps to `ggp-base`: START to all at once, then PLAY to all, and STOP. What is late, illegal or cut off is
//! replaced by a random legal move and recorded. The role `random` is played here.

mod disguise;
mod error;
mod machine;
mod plan;
mod table;

pub use disguise::Disguise;
pub use error::ManagerError;
pub use machine::{Action, Manager, Outcome};
pub use plan::{GRACE, Plan, STOP_TIME};

#[cfg(test)]
mod tests;
