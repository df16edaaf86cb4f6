//! A place at the table: what turns somebody who chooses moves into a player of matches.
//!
//! [`Seat`] is the mind of one player. It reads the rules that a manager sends, plays by the first engine that is ready and
//! exchanges it for better ones, keeps in step with the match, and asks a [`Chooser`] for its moves. Whatever fails, it
//! answers something legal. [`Process`] runs a seat on threads of its own behind the protocol: texts in, answers out.
//!
//! [`Chooser`]: gdl2hdl_search::Chooser

mod choosers;
mod clock;
mod guess;
mod kitchen;
mod log;
mod options;
mod process;
mod reading;
mod sitting;
mod thinker;
mod watch;

pub use choosers::{Chosen, NamedError, Settings, named, players};
pub use clock::Clock;
pub use log::{Log, Told};
pub use options::SeatOptions;
pub use process::Process;
pub use thinker::Seat;

#[cfg(test)]
mod tests;
