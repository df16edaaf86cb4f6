//! The command line of the requirements of a game.

use super::NetOptions;
use clap::{Args, ValueEnum};
use gdl2hdl_play::requirements::{self, Requirement};
use std::path::PathBuf;

/// Most states that can be numbered.
const MAX_STATES: u64 = 1 << 31;

/// Options of `requirements`.
#[derive(Args, Debug)]
pub(crate) struct Requirements {
    /// Game rules, or `-` for standard input
    pub(crate) game: PathBuf,
    /// Requirements that must be met, for the exit status [default: playability, termination, goals and
    /// weak-winnability; strong-winnability of games for one]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) require: Vec<RequirementName>,
    /// States to visit; where there are more, random playouts go on looking
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(..MAX_STATES))]
    max_states: u64,
    /// Random playouts, where not all states are visited
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    playouts: u64,
    /// Steps after which a playout is cut off
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_steps: usize,
    /// Seed of the playouts
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    pub(crate) net: NetOptions,
}

impl Requirements {
    /// How far to look.
    pub(crate) fn options(&self, max_bytes: u64) -> requirements::Options {
        let max_states = usize::try_from(self.max_states).unwrap_or(usize::MAX);
        let Self { playouts, max_steps, seed, .. } = *self;
        requirements::Options { max_states, max_bytes, playouts, max_steps, seed }
    }

    /// Whether a requirement decides the exit status for a game of these roles.
    pub(crate) fn requires(&self, requirement: Requirement, roles: &[String]) -> bool {
        let named = || self.require.iter().any(|&name| Requirement::from(name) == requirement);
        if self.require.is_empty() { requirement.is_usual(roles) } else { named() }
    }
}

/// Requirements by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RequirementName {
    /// Every role can move until the end
    Playability,
    /// Every sequence of moves ends
    Termination,
    /// One goal value for each role at the end
    Goals,
    /// Every role can win when all help it
    WeakWinnability,
    /// Some role can win whatever the others do
    StrongWinnability,
    /// Goals never fall
    Monotonicity,
}

impl From<RequirementName> for Requirement {
    fn from(name: RequirementName) -> Self {
        match name {
            RequirementName::Playability => Self::Playability,
            RequirementName::Termination => Self::Termination,
            RequirementName::Goals => Self::Goals,
            RequirementName::WeakWinnability => Self::WeakWinnability,
            RequirementName::StrongWinnability => Self::StrongWinnability,
            RequirementName::Monotonicity => Self::Monotonicity,
        }
    }
}
