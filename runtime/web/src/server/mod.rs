//! The side that is asked.

mod answer;
mod asked;
mod connection;
mod lines;
mod listen;
mod options;
mod stage;

pub use asked::{Asked, Reply};
pub use options::Options;

use crate::thread::Thread;
use connection::Shared;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

/// Hears messages over HTTP. When it is dropped it hears no more: who waits for an answer is given some time to get it.
pub struct Server {
    address: SocketAddr,
    _thread: Thread,
}

impl Server {
    /// Begins to listen. `hear` is given each message with the means to answer it, on the server's thread: it must not
    /// wait, but may hand the message on, and the answer may be given from any thread at any time.
    ///
    /// # Errors
    /// When the address can't be listened at, for example because somebody else does.
    pub fn start(options: Options, hear: impl Fn(Asked) + Send + Sync + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind(options.address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(options, Box::new(hear)));
        let thread = Thread::start("web-server", move |stopped| listen::listen(listener, shared, stopped))?;
        Ok(Self { address, _thread: thread })
    }

    /// Where it listens: with the port that the system chose, if it was to choose.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}
