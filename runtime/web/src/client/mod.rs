//! The side that asks.

mod error;
mod peer;
mod post;

pub use error::{PeerError, PostError};
pub use peer::{DEFAULT_PORT, Peer};

use crate::thread::Thread;
use std::io;
use std::sync::mpsc;
use std::time::Duration;

/// Says messages to others over HTTP: any number at the same time, on one thread.
pub struct Client {
    thread: Thread,
}

impl Client {
    /// A client.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn start() -> io::Result<Self> {
        let thread = Thread::start("web-client", |stopped| async move {
            let _ = stopped.await;
        })?;
        Ok(Self { thread })
    }

    /// Says something, and waits for the answer elsewhere: `done` is given it on the client's thread, and must not wait.
    /// The connection is given up after 5 s without one, and all after `time`. When the client is dropped before, `done`
    /// is dropped too.
    pub fn post(
        &self,
        peer: &Peer,
        text: String,
        time: Duration,
        done: impl FnOnce(Result<String, PostError>) + Send + 'static,
    ) {
        let peer = peer.clone();
        self.thread.handle().spawn(async move { done(post::post(&peer, text, time).await) });
    }

    /// Says something, and waits for the answer.
    ///
    /// # Errors
    /// [`PostError`].
    pub fn ask(&self, peer: &Peer, text: String, time: Duration) -> Result<String, PostError> {
        let (sender, receiver) = mpsc::sync_channel(1);
        self.post(peer, text, time, move |answer| {
            // Whoever asked waits below.
            let _ = sender.send(answer);
        });
        receiver.recv().unwrap_or_else(|_| Err(PostError::Broken("the client was stopped".to_owned())))
    }
}
