//! A configuration that a search may choose, and how hard the search looks for one.

use gdl2hdl_hdl::playout::Config;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How many configurations are placed and routed, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// The one that the model says is best.
    Low,
    /// Three.
    #[default]
    Medium,
    /// Eight, and the best of them with several seeds.
    High,
}

impl Effort {
    /// Configurations that are routed.
    pub(super) const fn routes(self) -> u32 {
        match self {
            Self::Low => 1,
            Self::Medium => 3,
            Self::High => 8,
        }
    }

    /// How long a search goes on, on two processor cores or so; `None` until it has routed all it wants to. With a minute
    /// for what comes before and after it, `Medium` ends within a quarter of an hour.
    #[must_use]
    pub const fn time(self) -> Option<Duration> {
        match self {
            Self::Low => Some(Duration::from_secs(300)),
            Self::Medium => Some(Duration::from_secs(840)),
            Self::High => None,
        }
    }

    /// How many times as many seeds the best is placed with at last.
    pub(super) const fn seeds(self) -> u64 {
        match self {
            Self::Low | Self::Medium => 1,
            Self::High => 4,
        }
    }
}

/// What a core is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Cores that play a lane together.
    #[serde(default = "one")]
    pub cores_per_lane: u32,
    /// Playouts of a lane in flight.
    #[serde(alias = "places")]
    pub slots: u32,
    /// Whether what goes round goes through memories.
    pub memories: bool,
    /// Whether picks are made with multipliers.
    pub multipliers: bool,
}

fn one() -> u32 {
    1
}

/// A configuration: how many cores, and what they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct EngineChoice {
    /// Cores.
    pub cores: u32,
    /// What each is.
    #[serde(flatten)]
    pub options: Options,
}

impl EngineChoice {
    /// The engine's configuration, what is not chosen being as in another one.
    pub(super) fn config(self, other: Config) -> Config {
        let Options { cores_per_lane, slots, memories, multipliers } = self.options;
        Config { cores: self.cores, cores_per_lane, slots, memories, multipliers, ..other }
    }

    /// The name of its folders: `12x6-memories`.
    pub(super) fn name(self) -> String {
        let Options { cores_per_lane, slots, memories, multipliers } = self.options;
        let mut name = format!("{}x{slots}", self.cores);
        name += &if cores_per_lane > 1 { format!("-{cores_per_lane}") } else { String::new() };
        name += if memories { "-memories" } else { "" };
        name + if multipliers { "-multipliers" } else { "" }
    }

    /// It in words.
    #[must_use]
    pub fn words(self) -> String {
        let Options { cores_per_lane, slots, memories, multipliers } = self.options;
        let cores = if self.cores == 1 { "core" } else { "cores" };
        let extra = match (memories, multipliers) {
            (false, false) => "",
            (true, false) => ", memories",
            (false, true) => ", multipliers",
            (true, true) => ", memories, multipliers",
        };
        match cores_per_lane {
            1 => format!("{} {cores} of {slots} in flight{extra}", self.cores),
            some => format!("{} cores, {some} a lane of {slots} in flight{extra}", self.cores),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_has_a_name_and_words() {
        let options = Options { cores_per_lane: 1, slots: 12, memories: true, multipliers: false };
        let choice = EngineChoice { cores: 3, options };
        assert_eq!(
            (choice.name(), choice.words().as_str()),
            ("3x12-memories".into(), "3 cores of 12 in flight, memories")
        );
        assert_eq!(choice.config(Config::default()).slots, 12);
    }
}
