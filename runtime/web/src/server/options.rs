//! How a server behaves.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// How a server behaves, and what it grants to others.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen. Port 0 leaves the choice to the system. By default only this machine is heard.
    pub address: SocketAddr,
    /// Connections at the same time. When there are so many, the oldest that has not said anything whole is closed.
    pub connections: usize,
    /// Longest message, in bytes.
    pub longest: usize,
    /// Bytes that all messages together may take while they come.
    pub together: usize,
    /// Time from the connection to the end of the head of a request.
    pub head_time: Duration,
    /// Time from there to the end of the message.
    pub body_time: Duration,
    /// How long more is waited for where the length that was stated is wrong.
    pub quiet: Duration,
    /// Time for an answer to be taken, and for answers that are missing when the server ends.
    pub answer_time: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            connections: 64,
            longest: 64 << 20,
            together: 256 << 20,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(60),
            quiet: Duration::from_millis(500),
            answer_time: Duration::from_secs(5),
        }
    }
}
