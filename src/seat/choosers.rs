//! Who chooses moves, by name: the one place that knows all of them.

use crate::StartStage;
use gdl2hdl_search::standard::{self, NAMES};
use gdl2hdl_search::{Chooser, Mcts, MctsOptions, TreeOptions};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// The player that searches a tree.
const MCTS: &str = "mcts";
/// The options that it has.
const MCTS_OPTIONS: [&str; 7] = ["playouts", "leaves", "batch", "exploration", "threads", "seed", "memory"];
/// Most threads that playouts may run on.
const MAX_THREADS: u64 = 1024;

/// The names of all players, the strongest last.
pub fn players() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain([MCTS])
}

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

    /// A number that is not negative, where the option is there.
    ///
    /// # Errors
    /// [`NamedError::Decimal`].
    pub fn decimal(&self, key: &str) -> Result<Option<f64>, NamedError> {
        let wrong = |text: &String| NamedError::Decimal { key: key.to_owned(), value: text.clone() };
        let read = |text: &String| text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
        self.0.get(key).map(|text| read(text).ok_or_else(|| wrong(text))).transpose()
    }

    /// All options, as keys and values.
    fn pairs(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
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
    /// A standard player has no such option, or no such value of it.
    #[error(transparent)]
    Standard(#[from] standard::NamedError),
    /// The player that searches a tree has no such option.
    #[error("the player `mcts` has no option `{0}`; it has {has}", has = MCTS_OPTIONS.join(", "))]
    Option(String),
    /// A value out of range.
    #[error("option `{key}` is a whole number from 1 to {most}, not `{value}`")]
    Range {
        /// The option.
        key: &'static str,
        /// What stands there.
        value: u64,
        /// The most it may be.
        most: u64,
    },
    /// A value that is no number, or a negative one.
    #[error("option `{key}` is a number from 0 on, not `{value}`")]
    Decimal {
        /// The option.
        key: String,
        /// What stands there.
        value: String,
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
    players().collect::<Vec<_>>().join(", ")
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
    let chooser: Box<dyn Chooser> = match name {
        MCTS => Box::new(Mcts::new(mcts(settings, seed)?)),
        _ if !players().any(|known| known == name) => return Err(NamedError::Unknown(name.to_owned())),
        _ => {
            let seed = seed.to_string();
            let mut pairs = settings.pairs();
            let takes_seed = standard::options_of(name).is_some_and(|options| options.contains(&"seed"));
            if takes_seed && settings.text("seed").is_none() {
                pairs.push(("seed", &seed));
            }
            standard::named(name, &pairs)?
        }
    };
    // Some look at the legal moves of one state: any engine is fast enough for that. The others search.
    let enough = if ["legal", "random"].contains(&name) { StartStage::Rules } else { StartStage::FinalNet };
    Ok(Chosen { chooser, enough })
}

/// The options of the player that searches a tree.
fn mcts(settings: &Settings, seed: u64) -> Result<MctsOptions, NamedError> {
    if let Some((key, _)) = settings.pairs().into_iter().find(|(key, _)| !MCTS_OPTIONS.contains(key)) {
        return Err(NamedError::Option(key.to_owned()));
    }
    let within = |key: &'static str, most: u64| match settings.number(key)? {
        Some(value) if value == 0 || value > most => Err(NamedError::Range { key, value, most }),
        value => Ok(value),
    };
    let usual = TreeOptions::default();
    let size = |number: Option<u64>| number.and_then(|number| usize::try_from(number).ok());
    let tree = TreeOptions {
        leaves: size(within("leaves", 4096)?).unwrap_or(usual.leaves),
        playouts: within("batch", 1 << 20)?.unwrap_or(usual.playouts),
        exploration: settings.decimal("exploration")?.unwrap_or(usual.exploration),
        seed: settings.number("seed")?.unwrap_or(seed),
        max_bytes: size(within("memory", 1 << 20)?).map_or(usual.max_bytes, |mib| mib << 20),
        ..usual
    };
    let threads = size(within("threads", MAX_THREADS)?).unwrap_or(1);
    Ok(MctsOptions { tree, playouts: within("playouts", u64::MAX)?, threads })
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
        for name in players() {
            let chosen = named(name, &Settings::default(), 0).unwrap();
            assert_eq!(chosen.chooser.name(), name);
        }
        assert!(named("random", &Settings::read("seed=7").unwrap(), 0).is_ok());
        assert_eq!(Settings::read("seed=7,a=b").unwrap().to_string(), "a=b,seed=7");
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(refused("mind", "").ends_with("pts, greedy, mcts"));
        assert_eq!(refused("legal", "seed=1"), "the player `legal` has no option `seed`; it has none");
        assert_eq!(refused("mcts", "depth=1").split(';').next(), Some("the player `mcts` has no option `depth`"));
        assert_eq!(refused("mcts", "leaves=0"), "option `leaves` is a whole number from 1 to 4096, not `0`");
        assert_eq!(refused("mcts", "exploration=-1"), "option `exploration` is a number from 0 on, not `-1`");
        assert_eq!(refused("mcts", "playouts=x"), "option `playouts` is a whole number, not `x`");
        assert_eq!(refused("random", "seed=1,seed=1"), "option `seed` stands twice");
        assert!(refused("random", "seed").starts_with("`seed` is no option"));
    }
}
