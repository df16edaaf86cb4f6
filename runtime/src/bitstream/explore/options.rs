//! What a search for a configuration may choose, and how hard it looks.

use gdl2hdl_boards::{Board, Family};
use gdl2hdl_hdl::playout::Config;
use serde::{Deserialize, Serialize};

/// Most playouts in flight in a core that a search tries: more put registers where no path is long.
const MOST_PLACES: u32 = 8;

/// How many configurations are placed and routed.
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

    /// How many times as many seeds the best is placed with at last.
    pub(super) const fn seeds(self) -> u64 {
        match self {
            Self::Low | Self::Medium => 1,
            Self::High => 4,
        }
    }
}

/// What is to be searched: what is given is fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fit {
    /// How hard.
    pub effort: Effort,
    /// Cores.
    pub cores: Option<u32>,
    /// Playouts in flight in each core.
    pub places: Option<u32>,
    /// Whether what goes round goes through memories.
    pub memories: Option<bool>,
    /// Whether picks are made with multipliers.
    pub multipliers: Option<bool>,
}

/// What a core is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Playouts in flight.
    pub places: u32,
    /// Whether what goes round goes through memories.
    pub memories: bool,
    /// Whether picks are made with multipliers.
    pub multipliers: bool,
}

/// A configuration: how many cores, and what they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// Cores.
    pub cores: u32,
    /// What each is.
    #[serde(flatten)]
    pub options: Options,
}

impl Fit {
    /// All that a core may be on a board: memories of look-up tables are those of an ECP5, multipliers must be there.
    pub(super) fn options(&self, board: &Board) -> Vec<Options> {
        let either = |given: Option<bool>, possible: bool| match given {
            Some(given) => vec![given],
            None if possible => vec![false, true],
            None => vec![false],
        };
        let has_multipliers = board.budget.as_ref().is_some_and(|budget| budget.dsps.is_some_and(|dsps| dsps > 0));
        let tried = self.places.map_or(1..=MOST_PLACES, |places| places..=places);
        let mut all = Vec::new();
        for places in tried {
            for memories in either(self.memories, board.fpga.family == Family::Ecp5) {
                for multipliers in either(self.multipliers, has_multipliers) {
                    all.push(Options { places, memories, multipliers });
                }
            }
        }
        all
    }
}

impl Choice {
    /// The engine's configuration, what is not chosen being as in another one.
    pub(super) fn config(self, other: Config) -> Config {
        let Options { places, memories, multipliers } = self.options;
        Config { cores: self.cores, places, memories, multipliers, ..other }
    }

    /// The name of its folders: `12x6-memories`.
    pub(super) fn name(self) -> String {
        let Options { places, memories, multipliers } = self.options;
        let mut name = format!("{}x{places}", self.cores);
        name += if memories { "-memories" } else { "" };
        name + if multipliers { "-multipliers" } else { "" }
    }

    /// It in words.
    #[must_use]
    pub fn words(self) -> String {
        let Options { places, memories, multipliers } = self.options;
        let cores = if self.cores == 1 { "core" } else { "cores" };
        let extra = match (memories, multipliers) {
            (false, false) => "",
            (true, false) => ", memories",
            (false, true) => ", multipliers",
            (true, true) => ", memories, multipliers",
        };
        format!("{} {cores} of {places} in flight{extra}", self.cores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_boards::by_name;

    #[test]
    fn what_a_device_lacks_is_not_tried() {
        let count = |board: &str, fit: Fit| fit.options(&by_name(board).unwrap()).len();
        assert_eq!(count("ice40-hx8k-b-evn", Fit::default()), 8);
        assert_eq!(count("icebreaker", Fit::default()), 16, "an UltraPlus has multipliers");
        assert_eq!(count("ulx3s-85f", Fit::default()), 32);
    }

    #[test]
    fn what_is_given_is_fixed() {
        let board = by_name("ulx3s-25f").unwrap();
        let fit = Fit { places: Some(12), memories: Some(true), multipliers: Some(false), ..Fit::default() };
        let options = Options { places: 12, memories: true, multipliers: false };
        assert_eq!(fit.options(&board), [options]);
        let choice = Choice { cores: 3, options };
        assert_eq!(
            (choice.name(), choice.words().as_str()),
            ("3x12-memories".into(), "3 cores of 12 in flight, memories")
        );
        assert_eq!(choice.config(Config::default()).places, 12);
    }
}
