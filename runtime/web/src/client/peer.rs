//! Whom to ask.

use super::error::PeerError;
use std::fmt;
use std::str::FromStr;

/// The port that players of general game playing listen at.
pub const DEFAULT_PORT: u16 = 9147;

/// Whom to ask: read from `http://host:port`, `host:port` or `host`.
///
/// ```
/// let peer: gdl2hdl_web::Peer = "http://127.0.0.1:4001".parse().unwrap();
/// assert_eq!((peer.host.as_str(), peer.port), ("127.0.0.1", 4001));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peer {
    /// Name or address, without brackets.
    pub host: String,
    /// Port.
    pub port: u16,
    /// The name that the player is called by, in the header `Receiver`.
    pub name: String,
}

impl FromStr for Peer {
    type Err = PeerError;

    fn from_str(text: &str) -> Result<Self, PeerError> {
        let shown = || text.chars().take(100).collect::<String>();
        let address = match text.split_once("://") {
            Some((protocol, rest)) if protocol.eq_ignore_ascii_case("http") => rest,
            Some(_) => return Err(PeerError::Protocol(shown())),
            None => text,
        };
        let address = address.strip_suffix('/').unwrap_or(address);
        let (host, port) = match address.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, rest)) => (host, rest.strip_prefix(':').or_else(|| (!rest.is_empty()).then_some(rest))),
            None => address.split_once(':').map_or((address, None), |(host, port)| (host, Some(port))),
        };
        let is_fit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '%');
        if host.is_empty() || !host.chars().all(is_fit) {
            return Err(PeerError::Host(shown()));
        }
        let port = port.map_or(Ok(DEFAULT_PORT), str::parse).map_err(|_| PeerError::Port(shown()))?;
        Ok(Self { host: host.to_owned(), port, name: "player".to_owned() })
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, .. } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, expected) in [
            ("localhost", "localhost:9147"),
            ("http://a.b-c:80/", "a.b-c:80"),
            ("HTTP://[::1]:5", "[::1]:5"),
            ("[fe80::1%eth0]", "[fe80::1%eth0]:9147"),
            ("127.0.0.1:1", "127.0.0.1:1"),
        ] {
            assert_eq!(text.parse::<Peer>().unwrap().to_string(), expected);
        }
        for text in ["", "http://", "https://a", "a b", "a/b", "a:", "a:99999", "[::1]x", "é", "a:1:2", "a\r\nb:1"] {
            assert!(text.parse::<Peer>().is_err(), "{text}");
        }
    }
}
