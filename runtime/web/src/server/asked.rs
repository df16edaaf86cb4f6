//! A message, and the way back.

use std::net::SocketAddr;
use tokio::sync::oneshot;

/// A message that waits for its answer.
#[derive(Debug)]
pub struct Asked {
    /// The text.
    pub text: String,
    /// Who asks.
    pub from: SocketAddr,
    /// The way back.
    pub reply: Reply,
}

/// The way back to who asked. When it is dropped without an answer, an error of HTTP is given.
#[derive(Debug)]
pub struct Reply(pub(super) oneshot::Sender<String>);

impl Reply {
    /// Gives the answer, from any thread. **Returns:** whether somebody still waits for it, as far as is known.
    pub fn send(self, text: String) -> bool {
        self.0.send(text).is_ok()
    }
}
