//! What an engine plays in a job, everything included: seeds, lanes that are handed over, reports.

use crate::hardware::lanes_at_once;
use gdl2hdl_hdl::playout::{Config, Pace};
use gdl2hdl_play::playout::{Job, MAX_STREAMS};
use serde::{Deserialize, Serialize};
use std::iter::successors;

/// Least steps of the job that a rate is told of.
const STATES: f64 = 1e9;
/// It takes so long at least, where cores play all the time. **Units:** seconds.
const SECONDS: f64 = 1.0;

/// A job that keeps an engine at work, and how fast it is played.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sustained {
    /// Lanes of the job.
    pub lanes: u64,
    /// Playouts of each.
    pub per_lane: u64,
    /// Lanes of each of the jobs that the host makes of it.
    #[serde(default)]
    pub lanes_at_once: u64,
    /// Step limit of the job.
    pub max_steps: u64,
    /// Steps of a playout, in the mean of some that were played.
    pub mean_length: f64,
    /// Steps of the job that are expected.
    pub states: f64,
    /// Clocks of the job that are expected: of all jobs that the host makes of it, each from its first word to the last of
    /// its report.
    pub cycles: f64,
    /// Steps in a cycle and core.
    #[serde(alias = "states_per_clock")]
    pub states_per_cycle: f64,
}

impl Sustained {
    /// For an engine at a clock, in Hz, whose playouts have a mean length under a step limit: of jobs with more and with
    /// fewer playouts in a lane the one that is played fastest.
    pub(super) fn of(pace: &Pace, config: &Config, clock_hz: u64, lengths: Lengths) -> Self {
        let most = (1 << config.quota_bits) - 1;
        let per_lane = successors(Some(most), |per_lane| Some(per_lane / 2).filter(|per_lane| *per_lane > 0));
        let jobs = per_lane.map(|per_lane| Self::with(per_lane, pace, config, clock_hz, lengths));
        let faster = |a: Self, b: Self| if b.states_per_cycle > a.states_per_cycle { b } else { a };
        jobs.reduce(faster).unwrap_or_else(|| Self::with(1, pace, config, clock_hz, lengths))
    }

    fn with(per_lane: u64, pace: &Pace, config: &Config, clock_hz: u64, lengths: Lengths) -> Self {
        let Lengths { mean, max_steps } = lengths;
        let second = SECONDS * real(clock_hz) * f64::from(config.cores);
        let in_lane = real(per_lane) * mean.max(1e-3);
        let slots = u64::from(pace.lanes.max(1));
        let lanes = whole(second.max(STATES) / in_lane).div_ceil(slots) * slots;
        let lanes = lanes.clamp(1, MAX_STREAMS);
        let (starts, slots, first_moves) = (Vec::new(), config.slots, config.first_moves);
        let job = Job { starts, lanes, per_lane, slots, seed: 0, max_steps, first_moves };
        let at_once = lanes_at_once(config, clock_hz, &job).min(lanes);
        let clocks = |lanes| if lanes > 0 { pace.clocks(lanes, per_lane, mean) } else { 0.0 };
        let cycles = real(lanes / at_once) * clocks(at_once) + clocks(lanes % at_once);
        let states = real(lanes) * real(per_lane) * mean;
        let states_per_cycle = states / cycles / f64::from(config.cores);
        Self { lanes, per_lane, lanes_at_once: at_once, max_steps, mean_length: mean, states, cycles, states_per_cycle }
    }

    /// Steps a second at a clock in Hz.
    pub(super) fn states_per_s(&self, clock_hz: u64) -> u64 {
        whole(self.states / self.cycles * real(clock_hz))
    }
}

/// How long playouts of a game are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lengths {
    /// Steps of a playout, in the mean.
    pub mean: f64,
    /// The step limit under which that is so.
    pub max_steps: u64,
}

#[allow(clippy::cast_precision_loss)] // below 2^53
fn real(number: u64) -> f64 {
    number as f64
}

/// Rounded down.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, and bounded here
fn whole(number: f64) -> u64 {
    number.min(1e15) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTHS: Lengths = Lengths { mean: 7.5, max_steps: 1000 };

    /// Of 134 lanes of two cores each, at 131 MHz.
    fn of(config: Config) -> Sustained {
        let pace = Pace { cores: 268, lanes: 134, stages: 6, seed: 67, fixed: 60 };
        Sustained::of(&pace, &Config { cores: 268, cores_per_lane: 2, slots: 12, ..config }, 131_250_000, LENGTHS)
    }

    #[test]
    fn jobs_keep_an_engine_at_work() {
        let job = of(Config::default());
        assert!(job.states >= 1e9 && job.states_per_cycle > 0.98, "{job:?}");
        assert!(job.lanes <= MAX_STREAMS && job.per_lane < 1 << 16, "{job:?}");
        assert_eq!(job.states_per_s(131_250_000), whole(job.states / job.cycles * 131.25e6));
    }

    #[test]
    fn short_lanes_wait_for_seeds() {
        let job = of(Config { quota_bits: 10, ..Config::default() });
        assert!(job.per_lane == 1023 && (0.38..0.45).contains(&job.states_per_cycle), "{job:?}");
    }

    /// With all playouts that a lane can have the counters would have room for 65 lanes at a time, of 134.
    #[test]
    fn narrow_counters_ask_for_shorter_lanes() {
        let job = of(Config { counter_bits: 32, ..Config::default() });
        assert!(job.per_lane < 1 << 15 && job.states_per_cycle > 0.8, "{job:?}");
    }
}
