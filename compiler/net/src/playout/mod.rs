//! What every playout engine must agree on about a game, whatever it is made of: the random bits, and how they pick.
//!
//! Roles with `n` legal moves among their moves in port order pick the legal move number `(d * n) >> bits`, counted
//! from 0, of a fresh draw `d` of `bits` bits. [`Draws`] says which bits of which [`generator`] are a role's draw.

mod choices;
mod draws;
mod exclusive;
pub mod generator;
pub mod step;

pub use choices::{Choices, RoleChoice};
pub use draws::{Draw, Draws};

/// Playouts of a lane that may be in flight: as many as the stages of a core in hardware.
pub const MAX_SLOTS: u32 = 16;
