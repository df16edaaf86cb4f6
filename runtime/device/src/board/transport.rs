//! Bytes out, bytes in.

use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use std::time::Duration;
use thiserror::Error;

/// A way for bytes to a board and back, with a clock. Bytes may get lost on it, in both directions.
pub trait Transport {
    /// Bits a second. What the times on the line follow from.
    fn baud(&self) -> u32;

    /// Where it leads, for messages.
    fn place(&self) -> String;

    /// The time since some moment; never goes back.
    fn now(&self) -> Duration;

    /// Sends bytes. Those that can't be sent in time are lost without error: the link repeats what matters.
    ///
    /// # Errors
    /// [`TransportError`]: the way is gone.
    fn send(&mut self, bytes: &[u8]) -> Result<(), TransportError>;

    /// Takes bytes that came, and waits at most so long for the first of them, or less. Gives how many; 0 when none came.
    ///
    /// # Errors
    /// [`TransportError`]: the way is gone.
    fn receive(&mut self, bytes: &mut [u8], wait: Duration) -> Result<usize, TransportError>;

    /// After an error: tries for so long to find the same way again.
    ///
    /// # Errors
    /// Why it is not there at the end.
    fn reopen(&mut self, patience: Duration) -> Result<(), TransportError>;
}

/// Why bytes go nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TransportError {
    /// There is no such port.
    #[error("there is no port `{port}`; is the board plugged in? {}", Remedy::Port)]
    Missing {
        /// The port.
        port: String,
    },
    /// Another program uses the port.
    #[error("another program uses port `{port}`; end it first")]
    InUse {
        /// The port.
        port: String,
    },
    /// The port may not be opened.
    #[error(
        "port `{port}` may not be opened: become a member of its group (`sudo usermod -aG dialout $USER`, then log in \
         again), or install a udev rule that gives you access to the board"
    )]
    Rights {
        /// The port.
        port: String,
    },
    /// The port can't be opened, or not with these settings.
    #[error("port `{port}` can't be used at {baud} bits a second: {reason}")]
    Unusable {
        /// The port.
        port: String,
        /// Bits a second.
        baud: u32,
        /// What the system says.
        reason: String,
    },
    /// The port was there, and is gone.
    #[error("the board was unplugged: port `{port}` is gone ({reason})")]
    Unplugged {
        /// The port.
        port: String,
        /// What the system says.
        reason: String,
    },
}

impl Remedied for TransportError {
    fn remedies(&self) -> Vec<Remedy> {
        if matches!(self, Self::Missing { .. }) { vec![Remedy::Port] } else { Vec::new() }
    }
}
