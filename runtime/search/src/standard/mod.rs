//! The standard players of the lecture, over any [`Engine`](gdl2hdl_play::engine::Engine).
//!
//! | name | what it does |
//! | --- | --- |
//! | `legal` | makes the first legal move |
//! | `random` | makes any legal move |
//! | `onestep` | compares the states one step on |
//! | `twostep` | compares the states two steps on |
//! | `minimax` | searches to the end of the game |
//! | `minimaxdepth` | searches to a depth |
//! | `minimaxid` | searches to depth 1, 2, 3 and so on until it is stopped or has seen the end of all |
//! | `mcs` | makes one step, then plays at random from each child in turn |
//! | `pts` | grows a tree breadth first and keeps it between moves |
//! | `greedy` | is `pts` that grows where values are good and where it has seldom been |
//!
//! A search that ends before the game does takes intermediate values: the goal of the state it has come to, and 0 where
//! the role has not exactly one.
//!
//! What the others do:
//! - A role that moves alone, the only one with a choice, maximises its own goal. Of moves that are equal to it, it makes
//!   the one that is worst for who asks.
//! - Where several roles have a choice at the same time each expects the worst reply to its move. It is not assumed to
//!   know more than that: a player of rock, paper, scissors takes all three for equal.
//! - The role `random` of GDL-II makes each of its moves with the same probability: values are expected values.
//! - Imperfect information is not looked at: the searches see the whole state of the engine.
//!
//! Moves of the same value are judged equal, and the first in the engine's order is chosen. A role with one legal move
//! makes it without search. A role without moves ends the game for a search as a terminal state does.

mod charges;
mod deepening;
mod fixed;
mod fold;
mod greedy;
mod joints;
mod minimax;
mod named;
mod options;
mod pts;
mod question;
mod table;
mod tree;
mod walk;

pub use charges::MonteCarlo;
pub use deepening::Deepening;
pub use fixed::Minimax;
pub use minimax::DEEPEST;
pub use named::{NAMES, NamedError, named, options_of};
pub use options::{Limits, OptionError};
pub use pts::Persistent;
