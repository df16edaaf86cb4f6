//! The host's side of the link to a board, as `docs/LINK.md` describes it: bytes in, bytes out. No I/O, and no clock:
//! the caller says what time it is. `board` connects it to a serial port.
//!
//! [`Session`] is the protocol; [`model`] is a board in software that tests talk to.

mod error;
pub mod frame;
mod identity;
pub mod message;
pub mod model;
mod report;
mod session;
mod stats;

pub use error::{LinkError, SubmitError};
pub use identity::Identity;
pub use report::ReportFormat;
pub use session::{Event, Session, Setup, Timing};
pub use stats::LinkStats;

#[cfg(test)]
mod tests;
