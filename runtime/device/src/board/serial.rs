//! Serial ports of this machine.

use super::{Transport, TransportError};
use serialport::{ClearBuffer, DataBits, ErrorKind, FlowControl, Parity, SerialPort, StopBits};
use std::io;
use std::thread;
use std::time::{Duration, Instant};

/// Time in which bytes must be sent.
const SEND: Duration = Duration::from_secs(1);
/// Bytes that are written at once. A port that is ready takes at least some; a short write can't block for long.
const CHUNK: usize = 64;
/// Between two attempts to open a port that is gone.
const RETRY: Duration = Duration::from_millis(100);
/// Shortest wait for bytes: with 0 some systems wait for ever.
const LEAST: Duration = Duration::from_millis(1);

/// A serial port: 8 data bits, no parity, one stop bit, no flow control, nobody else's.
///
/// The lines DTR and RTS stay as the system sets them when a port is opened: the link does not use them, and
/// pseudo-terminals have none.
pub struct Serial {
    path: String,
    baud: u32,
    since: Instant,
    /// `None` when it is gone.
    port: Option<Box<dyn SerialPort>>,
}

impl Serial {
    /// Opens a port. What came before it was opened is dropped.
    ///
    /// # Errors
    /// [`TransportError`], but for [`TransportError::Unplugged`].
    pub fn open(path: &str, baud: u32) -> Result<Self, TransportError> {
        Ok(Self { path: path.to_owned(), baud, since: Instant::now(), port: Some(open(path, baud)?) })
    }

    /// The port, as it was given.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    fn there(&mut self, timeout: Duration) -> Result<&mut dyn SerialPort, Gone> {
        let port = self.port.as_deref_mut().ok_or_else(|| Gone("closed".to_owned()))?;
        port.set_timeout(timeout).map_err(|error| Gone(error.description))?;
        Ok(port)
    }

    fn write(&mut self, mut bytes: &[u8]) -> Result<(), Gone> {
        let until = Instant::now() + SEND;
        let port = self.there(SEND)?;
        while !bytes.is_empty() && Instant::now() < until {
            match port.write(&bytes[..bytes.len().min(CHUNK)]) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if nothing_yet(&error) => {}
                Err(error) => return Err(Gone(error.to_string())),
            }
        }
        Ok(())
    }

    fn read(&mut self, bytes: &mut [u8], wait: Duration) -> Result<usize, Gone> {
        match self.there(wait.max(LEAST))?.read(bytes) {
            Ok(0) => Err(Gone("end of file".to_owned())),
            Ok(read) => Ok(read),
            Err(error) if nothing_yet(&error) => Ok(0),
            Err(error) => Err(Gone(error.to_string())),
        }
    }

    fn unplugged(&self, gone: Gone) -> TransportError {
        TransportError::Unplugged { port: self.path.clone(), reason: gone.0 }
    }
}

/// What the system says of a port that is gone.
struct Gone(String);

fn open(path: &str, baud: u32) -> Result<Box<dyn SerialPort>, TransportError> {
    let port = || path.to_owned();
    let failed = |error: serialport::Error| match error.kind {
        ErrorKind::Io(io::ErrorKind::NotFound) => TransportError::Missing { port: port() },
        ErrorKind::Io(io::ErrorKind::PermissionDenied) => TransportError::Rights { port: port() },
        // What the crate says when the port is locked.
        ErrorKind::NoDevice => TransportError::InUse { port: port() },
        _ => TransportError::Unusable { port: port(), baud, reason: error.description },
    };
    if baud == 0 {
        return Err(TransportError::Unusable { port: port(), baud, reason: "no speed".to_owned() });
    }
    let builder = serialport::new(path, baud)
        .data_bits(DataBits::Eight)
        .parity(Parity::None)
        .stop_bits(StopBits::One)
        .flow_control(FlowControl::None)
        .timeout(SEND);
    let opened = builder.open().map_err(failed)?;
    opened.clear(ClearBuffer::Input).map_err(failed)?;
    Ok(opened)
}

/// Whether nothing is wrong but the time.
fn nothing_yet(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

impl Transport for Serial {
    fn baud(&self) -> u32 {
        self.baud
    }

    fn place(&self) -> String {
        format!("port `{}`", self.path)
    }

    fn now(&self) -> Duration {
        self.since.elapsed()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), TransportError> {
        self.write(bytes).map_err(|gone| self.unplugged(gone))
    }

    fn receive(&mut self, bytes: &mut [u8], wait: Duration) -> Result<usize, TransportError> {
        self.read(bytes, wait).map_err(|gone| self.unplugged(gone))
    }

    fn reopen(&mut self, patience: Duration) -> Result<(), TransportError> {
        // A port that is still open keeps its name: the board would come back under another one.
        self.port = None;
        let until = Instant::now() + patience;
        loop {
            match open(&self.path, self.baud) {
                Ok(port) => {
                    self.port = Some(port);
                    return Ok(());
                }
                Err(error) if Instant::now() >= until => return Err(error),
                Err(_) => thread::sleep(RETRY),
            }
        }
    }
}
