//! The protocol of general game playing (GGP): what managers and players say to each other, and what both do about it.
//!
//! [`message`] and [`answer`] are the texts. [`player`] is the state machine of a player's process, [`manager`] that of a
//! match, and [`record`] what a match leaves behind. Nothing here does I/O, starts a thread or has a clock: every call
//! says what time it is, as a duration since some moment that the caller chose. `gdl2hdl-web` carries the texts.

pub mod answer;
pub mod manager;
pub mod message;
pub mod player;
pub mod record;
pub mod rules;
pub mod sentence;
mod tokens;
