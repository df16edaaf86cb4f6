//! Boards at serial ports: what the protocol in `link` needs of the world, and what a board was built from.
//!
//! Bytes go through a [`Transport`]; [`Serial`] is one, tests have others. [`Linked`] is a board on a transport: words of
//! jobs in, words of reports out.

mod echo;
mod error;
pub(crate) mod folder;
mod linked;
mod serial;
mod simulated;
mod transport;

pub use echo::{EchoTest, Echoes};
pub use error::{DeviceError, FolderError};
pub use folder::{Build, FILE, FORMAT, SourceRecord};
pub use linked::{LinkOptions, Linked};
pub use serial::Serial;
pub use simulated::Simulated;
pub use transport::{Transport, TransportError};

#[cfg(test)]
pub(crate) mod tests;
