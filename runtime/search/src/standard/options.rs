//! What players may be told, as keys and values.

use super::minimax::DEEPEST;
use std::str::FromStr;
use thiserror::Error;

/// Bytes for tables and trees where nothing is said.
const MEMORY: usize = 256 << 20;

/// What bounds a search beside its observer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// States that may be visited for a question; any number where it is `None`.
    pub nodes: Option<u64>,
    /// MiB for the table of states, or for the tree; 256 where it is `None`. With 0 there is no table: a search visits each
    /// state as often as there are ways to it, as the lecture's players do. A tree may always take 1 MiB.
    pub memory: Option<u32>,
}

impl Limits {
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    pub(super) fn memory(&self) -> usize {
        self.memory.map_or(MEMORY, |mib| usize::try_from(u64::from(mib) << 20).unwrap_or(usize::MAX))
    }
}

/// An option that a player does not take.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("has no option `{key}`; it has {known}")]
    UnknownKey {
        /// What was asked for.
        key: String,
        /// Those there are, in words.
        known: String,
    },
    /// The value is not of the kind.
    #[error("takes no {key} of `{value}`, but {expected}")]
    BadValue {
        /// The option.
        key: String,
        /// What was asked for.
        value: String,
        /// What would do, in words.
        expected: &'static str,
    },
    /// The option was given before.
    #[error("takes `{0}` once only")]
    Twice(String),
}

/// The values of all options that were given.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) depth: Option<u32>,
    pub(super) playouts: Option<u64>,
    pub(super) seed: Option<u64>,
    pub(super) exploration: Option<f64>,
    pub(super) limits: Limits,
}

impl Options {
    /// Reads keys and values. `known` are the keys that the player takes.
    pub(super) fn read(given: &[(&str, &str)], known: &[&str]) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for (place, &(key, value)) in given.iter().enumerate() {
            if !known.contains(&key) {
                return Err(OptionError::UnknownKey { key: key.to_owned(), known: list(known) });
            }
            if given[..place].iter().any(|(before, _)| *before == key) {
                return Err(OptionError::Twice(key.to_owned()));
            }
            options.set(key, value)?;
        }
        Ok(options)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let whole = "a whole number from 0 on";
        match key {
            "depth" => self.depth = Some(parse(key, value, "a whole number from 1 to 500", |&n| allowed_depth(n))?),
            "playouts" => self.playouts = Some(parse(key, value, whole, |_| true)?),
            "seed" => self.seed = Some(parse(key, value, whole, |_| true)?),
            "nodes" => self.limits.nodes = Some(parse(key, value, whole, |_| true)?),
            "memory" => self.limits.memory = Some(parse(key, value, "a whole number of MiB", |_| true)?),
            _ => {
                self.exploration = Some(parse(key, value, "a number from 0 on", |&c: &f64| c.is_finite() && c >= 0.0)?)
            }
        }
        Ok(())
    }
}

fn allowed_depth(depth: u32) -> bool {
    (1..=DEEPEST).contains(&depth)
}

fn parse<T: FromStr>(
    key: &str,
    value: &str,
    expected: &'static str,
    is_allowed: impl Fn(&T) -> bool,
) -> Result<T, OptionError> {
    let bad = || OptionError::BadValue { key: key.to_owned(), value: value.to_owned(), expected };
    value.parse().ok().filter(is_allowed).ok_or_else(bad)
}

/// Names in words.
pub(super) fn list(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
