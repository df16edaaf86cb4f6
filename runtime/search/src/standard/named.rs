//! Players by their names.

use super::charges::MonteCarlo;
use super::deepening::Deepening;
use super::fixed::Minimax;
use super::options::{OptionError, Options, list};
use super::pts::Persistent;
use crate::chooser::{Chooser, Legal, Random};
use thiserror::Error;

/// The names of all standard players.
pub const NAMES: [&str; 10] =
    ["legal", "random", "onestep", "twostep", "minimax", "minimaxdepth", "minimaxid", "mcs", "pts", "greedy"];

/// Why there is no such player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NamedError {
    /// No player has the name.
    #[error("there is no player `{0}`; there are {known}", known = list(&NAMES))]
    UnknownName(String),
    /// The player does not take an option.
    #[error("the player `{name}` {error}")]
    Option {
        /// The player.
        name: String,
        /// What is wrong.
        error: OptionError,
    },
}

/// The options that a player takes; `None` where there is no such player.
#[must_use]
pub fn options_of(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "legal" => &[],
        "random" => &["seed"],
        "onestep" | "twostep" | "minimax" | "minimaxid" | "pts" => &["nodes", "memory"],
        "minimaxdepth" => &["depth", "nodes", "memory"],
        "mcs" => &["playouts", "nodes", "seed"],
        "greedy" => &["exploration", "nodes", "memory"],
        _ => return None,
    })
}

/// A standard player with options, which are keys with values:
/// - `depth`: of `minimaxdepth`, in steps; 4 where it is not given.
/// - `playouts`: depth charges of `mcs` for a move; until it is stopped where they are not given.
/// - `nodes`: states that are visited for a move; any number where they are not given.
/// - `seed`: of `random` and `mcs`; 0 where it is not given.
/// - `exploration`: how much `greedy` explores; the square root of 2 where it is not given.
/// - `memory`: MiB of the table or of the tree; 256 where they are not given, without a table where they are 0.
///
/// # Errors
/// [`NamedError`], which lists what there is.
pub fn named(name: &str, options: &[(&str, &str)]) -> Result<Box<dyn Chooser>, NamedError> {
    let known = options_of(name).ok_or_else(|| NamedError::UnknownName(name.to_owned()))?;
    let options = Options::read(options, known).map_err(|error| NamedError::Option { name: name.to_owned(), error })?;
    let (limits, seed) = (options.limits, options.seed.unwrap_or(0));
    Ok(match name {
        "legal" => Box::new(Legal),
        "random" => Box::new(Random::new(seed)),
        "onestep" => Box::new(Minimax::one_step(limits)),
        "twostep" => Box::new(Minimax::two_steps(limits)),
        "minimax" => Box::new(Minimax::whole(limits)),
        "minimaxdepth" => Box::new(Minimax::depth(options.depth, limits)),
        "minimaxid" => Box::new(Deepening::new(limits)),
        "mcs" => Box::new(MonteCarlo::new(options.playouts, seed, limits)),
        "pts" => Box::new(Persistent::breadth_first(limits)),
        _ => Box::new(Persistent::greedy(options.exploration, limits)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_makes_its_player() {
        for name in NAMES {
            assert_eq!(named(name, &[]).unwrap().name(), name);
            let all: Vec<_> = options_of(name).unwrap().iter().map(|&key| (key, "1")).collect();
            assert_eq!(named(name, &all).unwrap().name(), name);
        }
    }

    #[test]
    fn errors_say_what_there_is() {
        let error = |name, options| named(name, options).err().unwrap().to_string();
        assert!(error("minmax", &[]).ends_with("minimaxdepth, minimaxid, mcs, pts, greedy"));
        assert_eq!(error("legal", &[("seed", "1")]), "the player `legal` has no option `seed`; it has none");
        assert_eq!(
            error("mcs", &[("depth", "1")]),
            "the player `mcs` has no option `depth`; it has playouts, nodes, seed"
        );
        assert_eq!(
            error("minimaxdepth", &[("depth", "0")]),
            "the player `minimaxdepth` takes no depth of `0`, but a whole number from 1 to 500"
        );
        assert_eq!(
            error("greedy", &[("exploration", "NaN")]),
            "the player `greedy` takes no exploration of `NaN`, but a number from 0 on"
        );
        assert_eq!(error("random", &[("seed", "1"), ("seed", "2")]), "the player `random` takes `seed` once only");
    }
}
