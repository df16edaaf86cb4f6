//! Players of games: tree search over a compiled net, and the standard players over any engine.
//!
//! Takes states and gives moves. It has no clock, does no I/O, and knows no protocol: an `Observer` says when to stop.

mod chooser;
pub mod standard;

pub use chooser::{ChooseError, Chooser, Legal, Question, Random};
