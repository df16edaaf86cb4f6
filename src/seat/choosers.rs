//! Who chooses moves, by name: the one place that knows all of them.

use crate::StartStage;
use gdl2hdl_search::{Chooser, Legal, Random};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// The names of all players, each with the options that it has.
pub const PLAYERS: [(&str, &[&str]); 2] = [("legal", &[]), ("random", &["seed"])];

/// Options of a player: `key=value`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    /// Reads `key=value,key=value`. An empty text has no options.
    ///
    /// # Errors
    /// [`NamedError::Pair`] and [`NamedError::Twice`].
    pub fn read(text: &str) -> Result<Self, NamedError> {
        let mut settings = BTreeMap::new();
        for pair in text.split(',').filter(|_| !text.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(|| NamedError::Pair(pair.to_owned()))?;
            if settings.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(NamedError::Twice(key.to_owned()));
            }
        }
        Ok(Self(settings))
    }

    /// A number, where the option is there.
    ///
    /// # Errors
    /// [`NamedError::Number`].
    pub fn number(&self, key: &str) -> Result<Option<u64>, NamedError> {
        let wrong = |text: &String| NamedError::Number { key: key.to_owned(), value: text.clone() };
        self.0.get(key).map(|text| text.parse().map_err(|_| wrong(text))).transpose()
    }

    /// A text, where the option is there.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// The names of all options that are there.
    fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = self.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        f.write_str(&pairs.join(","))
    }
}

/// Why there is no such player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NamedError {
    /// Nobody has this name.
    #[error("there is no player `{0}`; the players are {names}", names = names())]
    Unknown(String),
    /// The player has no such option.
    #[error("player `{player}` has no option `{option}`; {has}", has = options_of(.player))]
    Option {
        /// The player.
        player: String,
        /// The option.
        option: String,
    },
    /// An option without a value.
    #[error("`{0}` is no option; options of a player are written key=value,key=value")]
    Pair(String),
    /// An option that stands twice.
    #[error("option `{0}` stands twice")]
    Twice(String),
    /// A value that is no number.
    #[error("option `{key}` is a whole number, not `{value}`")]
    Number {
        /// The option.
        key: String,
        /// What stands there.
        value: String,
    },
}

fn names() -> String {
    PLAYERS.map(|(name, _)| name).join(", ")
}

fn options_of(player: &str) -> String {
    let options = PLAYERS.iter().find(|(name, _)| *name == player).map_or(&[][..], |(_, options)| options);
    if options.is_empty() { "it has none".to_owned() } else { format!("it has {}", options.join(", ")) }
}

/// Somebody who chooses moves, and what a seat must know of him.
pub struct Chosen {
    /// Who chooses.
    pub chooser: Box<dyn Chooser>,
    /// The stage from which on better engines make him no better. The player is ready as soon as it is reached.
    pub enough: StartStage,
}

/// Somebody who chooses moves, by name and options. `seed` is that of all who choose at random and have no option `seed`.
///
/// # Errors
/// [`NamedError`].
pub fn named(name: &str, settings: &Settings, seed: u64) -> Result<Chosen, NamedError> {
    let options = PLAYERS.iter().find(|(known, _)| *known == name).map(|(_, options)| options);
    let options = options.ok_or_else(|| NamedError::Unknown(name.to_owned()))?;
    if let Some(option) = settings.keys().find(|key| !options.contains(key)) {
        return Err(NamedError::Option { player: name.to_owned(), option: option.to_owned() });
    }
    let chooser: Box<dyn Chooser> = match name {
        "legal" => Box::new(Legal),
        "random" => Box::new(Random::new(settings.number("seed")?.unwrap_or(seed))),
        other => return Err(NamedError::Unknown(other.to_owned())),
    };
    // They look at the legal moves of one state: any engine is fast enough for that.
    Ok(Chosen { chooser, enough: StartStage::Rules })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str, settings: &str) -> String {
        let settings = Settings::read(settings);
        let named = settings.and_then(|settings| named(name, &settings, 0).map(|_| ()));
        named.expect_err("it is refused").to_string()
    }

    #[test]
    fn all_players_are_found_by_their_names() {
        for (name, _) in PLAYERS {
            let chosen = named(name, &Settings::default(), 0).unwrap();
            assert_eq!(chosen.chooser.name(), name);
        }
        assert!(named("random", &Settings::read("seed=7").unwrap(), 0).is_ok());
        assert_eq!(Settings::read("seed=7,a=b").unwrap().to_string(), "a=b,seed=7");
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(refused("mind", ""), "there is no player `mind`; the players are legal, random");
        assert_eq!(refused("legal", "seed=1"), "player `legal` has no option `seed`; it has none");
        assert_eq!(refused("random", "depth=1"), "player `random` has no option `depth`; it has seed");
        assert_eq!(refused("random", "seed=x"), "option `seed` is a whole number, not `x`");
        assert_eq!(refused("random", "seed=1,seed=1"), "option `seed` stands twice");
        assert!(refused("random", "seed").starts_with("`seed` is no option"));
    }
}
