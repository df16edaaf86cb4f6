//! What an engine plays in a job, everything included: seeds, lanes that are handed over, the report.

use gdl2hdl_hdl::playout::{Pace, Paced};
use serde::{Deserialize, Serialize};

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
    /// Step limit of the job.
    pub max_steps: u64,
    /// Steps of a playout, in the mean of some that were played.
    pub mean_length: f64,
    /// Steps of the job that are expected.
    pub states: f64,
    /// Clocks of the job that are expected, from its first word to the last of its report.
    pub cycles: f64,
    /// Steps in a clock and core.
    pub states_per_clock: f64,
}

impl Sustained {
    /// For an engine at a clock, in Hz, whose playouts have a mean length under a step limit.
    pub(super) fn of(pace: &Pace, clock_hz: u64, Lengths { mean, max_steps }: Lengths) -> Self {
        #[allow(clippy::cast_precision_loss)] // below 2^53
        let second = SECONDS * clock_hz as f64 * f64::from(pace.cores);
        let Paced { lanes, per_lane, states, clocks } = pace.sustained(second.max(STATES), mean);
        let states_per_clock = states / clocks / f64::from(pace.cores);
        Self { lanes, per_lane, max_steps, mean_length: mean, states, cycles: clocks, states_per_clock }
    }

    /// Steps a second at a clock in Hz, of so many cores.
    pub(super) fn states_per_s(&self, clock_hz: u64, cores: u32) -> u64 {
        #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // positive, and below 2^53
        let rate = (clock_hz as f64 * f64::from(cores) * self.states_per_clock) as u64;
        rate
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
