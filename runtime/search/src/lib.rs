//! Players of games: tree search over a compiled net, and the standard players over any engine.
//!
//! Takes states and gives moves. It has no clock, does no I/O, and knows no protocol: an `Observer` says when to stop.

mod chooser;
mod mcts;
pub mod standard;
mod tree;

pub use chooser::{ChooseError, Chooser, Legal, PreparedNet, Question, Random};
pub use mcts::{Mcts, MctsOptions};
pub use tree::{Estimate, SearchError, Tree, TreeOptions};

#[cfg(test)]
#[path = "../../../compiler/net/tests/common.rs"]
mod common;
