//! A place at the table: what turns somebody who chooses moves into a player of matches.
//!
//! [`Seat`] is the mind of one player. It reads the rules that a manager sends, plays by the first engine that is ready and
//! exchanges it for better ones, keeps in step with the match, and asks a [`Chooser`] for its moves. Whatever fails, it
//! answers something legal. [`Process`] runs a seat on threads of its own behind the protocol: texts in, answers out.
//!
//! ```
//! use gdl2hdl::seat::{Clock, Log, Process, Seat, SeatOptions, Settings, named};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let clock = Clock::start();
//! let log: Log = std::sync::Arc::new(|_, line| eprintln!("{line}"));
//! let chosen = named("random", &Settings::read("seed=7")?, 0)?;
//! let seat = Seat::new(chosen, SeatOptions::default(), clock, log.clone());
//! let player = Process::start(gdl2hdl::ggp::player::Options::default(), Box::new(seat), clock, log)?;
//! let (answers, heard) = std::sync::mpsc::channel();
//! player.ask("( INFO )".to_owned(), "me".to_owned(), move |answer| drop(answers.send(answer)));
//! assert_eq!(heard.recv()?, "( ( name gdl2hdl ) ( status available ) ( species alien ) )");
//! # Ok(())
//! # }
//! ```
//!
//! [`Chooser`]: gdl2hdl_search::Chooser

mod choosers;
mod clock;
mod engine_queue;
mod guess;
mod log;
mod options;
mod played_game;
mod process;
mod reading;
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
