//! The command line of an engine that is fitted to a board.

use super::EngineWidths;
use super::engine::{number_said, switch_said, widths_said};
use super::playouts::in_flight;
use crate::size;
use clap::{Args, ValueEnum};
use gdl2hdl_device::bitstream;
use gdl2hdl_device::bitstream::explore::Fit;
use gdl2hdl_hdl::playout::{Config, MAX_CORES};
use std::time::Duration;

/// What an engine is, as far as it is said; the rest is searched.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct FitOptions {
    /// Cores, each of which makes a step in every cycle [default: what plays most, with the options below]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_CORES)))]
    cores: Option<u32>,
    /// Cores that play a lane together, with one generator for all of them and each with its part of --slots [default: what
    /// plays most; 1 with --cores]
    #[arg(long, value_name = "N", value_parser = in_flight())]
    cores_per_lane: Option<u32>,
    /// Playouts of a lane in flight: more in each of its cores make paths shorter [default: what plays most; 1 with --cores]
    #[arg(long, value_name = "N", aliases = ["places", "lanes-per-core"], value_parser = in_flight())]
    slots: Option<u32>,
    /// Picks with the FPGA's multipliers, or without: --multipliers=false [default: what plays most; without, with --cores]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    multipliers: Option<bool>,
    /// Cores that have them, the first ones: an FPGA may have too few for all [default: as many as it has them for; all, with
    /// --cores]
    #[arg(long, value_name = "N", requires = "cores", conflicts_with_all = ["effort", "search_time"], value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_CORES)))]
    multiplied_cores: Option<u32>,
    /// Keeps the numbers of steps of many playouts in flight in memories made of LUTs, as an ECP5 has them, or in
    /// flip-flops: --memories=false [default: what plays most; in flip-flops, with --cores]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    memories: Option<bool>,
    /// Cores, the first ones, that hand state on through block RAMs where stages only hand it on: fewer flip-flops
    /// [default: none]
    #[arg(long, value_name = "N", requires = "cores", conflicts_with_all = ["effort", "search_time"], value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_CORES)))]
    carrying_cores: Option<u32>,
    /// How many configurations are placed and routed: 1, 3 or 8 [default: medium; with --cores the one that is said]
    #[arg(long, value_name = "EFFORT")]
    effort: Option<Effort>,
    /// How long the search goes on, in seconds: then nothing new begins, and what runs is stopped, as soon as something is
    /// routed [default: 300 with effort low, 840 with medium, no end with high]
    #[arg(long, value_name = "SECONDS", value_parser = size::seconds)]
    search_time: Option<Duration>,
    #[command(flatten)]
    widths: EngineWidths,
}

/// How hard a configuration is searched.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Routes the one that is best by estimate, in 5 minutes
    Low,
    /// Routes three, in 14 minutes
    Medium,
    /// Routes eight, and the best of them with several seeds, however long it takes
    High,
}

impl From<Effort> for bitstream::Effort {
    fn from(effort: Effort) -> Self {
        match effort {
            Effort::Low => Self::Low,
            Effort::Medium => Self::Medium,
            Effort::High => Self::High,
        }
    }
}

impl FitOptions {
    /// The engine as it is said; what is not said is a plain core.
    pub(crate) fn config(self) -> Config {
        Config {
            cores: self.cores.unwrap_or(1),
            cores_per_lane: self.cores_per_lane.unwrap_or(1),
            slots: self.slots.unwrap_or(1),
            multipliers: self.multipliers.unwrap_or(false),
            multiplied_cores: self.multiplied_cores.unwrap_or(MAX_CORES),
            memories: self.memories.unwrap_or(false),
            carrying_cores: self.carrying_cores.unwrap_or(0),
            ..self.widths.config()
        }
    }

    /// What is to be searched: nothing where the number of cores is said, unless an effort or a time is said as well.
    pub(crate) fn fit(self) -> Option<Fit> {
        let Self { cores, cores_per_lane, slots, multipliers, memories, effort, search_time: time, .. } = self;
        let searches = cores.is_none() || effort.is_some() || time.is_some();
        let effort = effort.map(Into::into).unwrap_or_default();
        searches.then_some(Fit { effort, time, cores, cores_per_lane, slots, memories, multipliers })
    }
}

/// The options that build an engine again without a search. What need not be said is left out.
pub(crate) fn said(config: &Config) -> String {
    let &Config { cores, cores_per_lane, slots, multipliers, multiplied_cores, memories, carrying_cores, .. } = config;
    let multiplied = if multipliers && multiplied_cores < cores { multiplied_cores } else { MAX_CORES };
    let engine = [
        Some(format!("--cores {cores}")),
        number_said("--cores-per-lane", cores_per_lane, 1),
        number_said("--slots", slots, 1),
        number_said("--multiplied-cores", multiplied, MAX_CORES),
        number_said("--carrying-cores", carrying_cores.min(cores), 0),
        switch_said("--multipliers", multipliers),
        switch_said("--memories", memories),
    ];
    engine.into_iter().chain(widths_said(config)).flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        fit: FitOptions,
        game: Option<String>,
    }

    fn options(line: &str) -> (FitOptions, Option<String>) {
        let line = Line::try_parse_from(std::iter::once("build").chain(line.split_whitespace())).unwrap();
        (line.fit, line.game)
    }

    #[test]
    fn cores_that_are_said_are_built() {
        let (options, _) = options("--cores 4");
        assert_eq!((options.fit(), options.config()), (None, Config { cores: 4, ..Config::default() }));
    }

    #[test]
    fn what_is_not_said_is_searched() {
        let fit = |line: &str| options(line).0.fit().unwrap();
        assert_eq!(fit(""), Fit::default());
        let low = Fit { effort: bitstream::Effort::Low, ..Fit::default() };
        assert_eq!(fit("--effort low --multipliers=false"), Fit { multipliers: Some(false), ..low });
        assert_eq!(fit("--cores 4 --effort low"), Fit { cores: Some(4), ..low });
        assert_eq!(fit("--slots 3").slots, Some(3));
        assert_eq!(fit("--search-time 90"), Fit { time: Some(Duration::from_secs(90)), ..Fit::default() });
        assert_eq!(fit("--cores 4 --search-time 90").cores, Some(4));
    }

    #[test]
    fn what_was_built_is_built_again_by_what_is_said() {
        assert_eq!(said(&Config::default()), "--cores 1");
        let lines = [
            "--cores 20 --cores-per-lane 4 --slots 16 --multiplied-cores 8 --carrying-cores 3 --multipliers",
            "--cores 2 --memories --lane-bits 20 --quota-bits 10 --step-bits 3 --counter-bits 32 --no-step-limit --first-moves",
        ];
        for line in lines {
            let config = options(line).0.config();
            assert_eq!(said(&config), line);
            assert_eq!(options(&said(&config)).0.fit(), None, "nothing is searched");
        }
        // A search says as many as the device has.
        let device =
            Config { cores: 3, multipliers: true, multiplied_cores: 28, carrying_cores: 50, ..Config::default() };
        assert_eq!(said(&device), "--cores 3 --carrying-cores 3 --multipliers");
    }

    #[test]
    fn a_switch_takes_no_game() {
        let (options, game) = options("--memories game.kif");
        assert_eq!((options.fit().unwrap().memories, game.as_deref()), (Some(true), Some("game.kif")));
    }
}
