//! Players on the command line: `random`, `random:seed=7`, `http://host:port`.

use gdl2hdl::seat::{Chosen, NamedError, Settings, named};
use gdl2hdl_web::Peer;
use std::fmt;
use std::str::FromStr;

/// Somebody who chooses moves in this program: a name with options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ChooserSpec {
    name: String,
    settings: Settings,
}

impl ChooserSpec {
    /// The player that it names, with the seed of the command line.
    pub(crate) fn chosen(&self, seed: u64) -> Result<Chosen, NamedError> {
        named(&self.name, &self.settings, seed)
    }
}

impl FromStr for ChooserSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let read = || {
            // A wrong name is worse than a wrong option.
            named(name, &Settings::default(), 0)?;
            let spec = Self { name: name.to_owned(), settings: Settings::read(settings)? };
            spec.chosen(0).map(|_| spec)
        };
        read().map_err(|error: NamedError| error.to_string())
    }
}

impl fmt::Display for ChooserSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.settings.to_string();
        let colon = if settings.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{settings}", self.name)
    }
}

/// A player of a match: here, or at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlayerSpec {
    Here(ChooserSpec),
    There(Peer),
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains("://") {
            return text.parse().map(Self::There).map_err(|error: gdl2hdl_web::PeerError| error.to_string());
        }
        let help = |error| format!("{error}; a player elsewhere is written http://host:port");
        text.parse().map(Self::Here).map_err(help)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here(chooser) => chooser.fmt(f),
            Self::There(peer) => write!(f, "http://{peer}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_and_shown() {
        for text in ["legal", "random", "random:seed=7", "http://127.0.0.1:9147"] {
            assert_eq!(text.parse::<PlayerSpec>().map(|spec| spec.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "x", "legal:seed=1", "random:seed", "random:seed=x", "https://a", "http://", "random:a=1,a=2"]
        {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
        assert!("http://a".parse::<ChooserSpec>().is_err());
    }
}
