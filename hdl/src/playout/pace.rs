//! How many clocks an engine takes for a job, by what there is to do: seeds one after another, lanes side by side, a report.
//!
//! A model for choosing jobs. What an engine takes is measured in simulation; tests hold the model to that.

use super::shape::Shape;
use super::words::JobFormat;

/// Clocks in which a seed is mixed twice and its number goes on, for one bit of it in a clock.
const SEED: u32 = 128;
/// Clocks in which the pieces of a seed are made, where it enters as pieces (`hdl/rtl/playout_entry.v`).
const ENTRY: u32 = 257;
/// Clocks between the end of a lane and the offer of the next one, and from an offer to its first step.
const HANDED: f64 = 16.0;
/// Share of a playout's length that passes, in the mean, from the first end of a lane's last playouts to the last.
const TAIL: f64 = 0.6;
/// Clocks for each counter of a report.
const COUNTER: u32 = 4;
/// Clocks between the last step of a job and its report.
const SETTLED: u32 = 20;

/// What bounds how fast an engine plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Cores.
    pub cores: u32,
    /// Lanes that are played at a time.
    pub lanes: u32,
    /// Playouts in flight in each core: so many clocks a step takes.
    pub stages: u32,
    /// Clocks from a seed to the next one.
    pub seed: u32,
    /// Clocks of a job that has no lanes.
    pub fixed: u32,
    /// Most lanes of a job, and most playouts of a lane.
    pub most: [u64; 2],
}

/// A job, and what is expected of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paced {
    /// Lanes.
    pub lanes: u64,
    /// Playouts of each.
    pub per_lane: u64,
    /// Steps, in the mean.
    pub states: f64,
    /// Clocks, from its first word to the last of its report.
    pub clocks: f64,
}

impl Paced {
    /// Steps in a clock and core.
    #[must_use]
    pub fn states_per_clock(&self, cores: u32) -> f64 {
        self.states / self.clocks.max(1.0) / f64::from(cores)
    }
}

impl Pace {
    pub(super) fn of(shape: &Shape<'_>) -> Self {
        let generators = u32::try_from(shape.picks.draws.generators.len()).unwrap_or(u32::MAX);
        let made = SEED * generators / shape.digit();
        let entry = if shape.entry.is_some() { ENTRY } else { 0 };
        let window = u32::try_from(shape.chunks()).unwrap_or(u32::MAX);
        let words = JobFormat { state_bits: shape.bases }.words() + COUNTER as usize * shape.counters.len();
        let all = |bits: u32| (1_u64 << bits) - 1;
        Self {
            cores: shape.config.cores,
            lanes: shape.config.lanes(),
            stages: shape.config.stages(),
            seed: (made + entry).max(window) + 3,
            fixed: SETTLED + u32::try_from(words).unwrap_or(u32::MAX),
            most: [all(shape.config.lane_bits), all(shape.config.quota_bits)],
        }
    }

    /// The same engine with so many cores.
    #[must_use]
    pub fn with_cores(self, cores: u32) -> Self {
        let per_lane = (self.cores / self.lanes.max(1)).max(1);
        Self { cores, lanes: (cores / per_lane).max(1), ..self }
    }

    /// What a job of so many lanes and playouts takes, of so many steps in the mean.
    #[must_use]
    pub fn of_job(&self, lanes: u64, per_lane: u64, length: f64) -> Paced {
        let per_core = f64::from(self.cores / self.lanes.max(1));
        let (lanes_real, slots) = (real(lanes), f64::from(self.lanes));
        let lane = real(per_lane) * length / per_core + HANDED + TAIL * length * f64::from(self.stages);
        let seed = f64::from(self.seed);
        // The last lane: it begins after all before it in its place, and after all seeds.
        let rounds = real((lanes.max(1) - 1) / u64::from(self.lanes.max(1)));
        let last = real((lanes.max(1) - 1) % u64::from(self.lanes.max(1)));
        let begins = rounds * lane.max(slots * seed) + (last + 1.0) * seed;
        let states = lanes_real * real(per_lane) * length;
        Paced { lanes, per_lane, states, clocks: f64::from(self.fixed) + begins + lane }
    }

    /// A job of so many steps at least, in the mean, that keeps all cores at work: as few rounds of lanes as quotas allow
    /// with lanes that are longer than the seeds of a round take; then the playouts of a lane are divided evenly.
    #[must_use]
    pub fn sustained(&self, states: f64, length: f64) -> Paced {
        let [most_lanes, most_per_lane] = self.most;
        let (slots, length) = (u64::from(self.lanes.max(1)), length.max(1e-3));
        let playouts = whole((states / length).ceil()).max(1);
        let in_slot = playouts.div_ceil(slots);
        let rounds = in_slot.div_ceil(most_per_lane).clamp(1, (most_lanes / slots).max(1));
        let per_lane = in_slot.div_ceil(rounds).min(most_per_lane);
        self.of_job((slots * rounds).min(most_lanes), per_lane, length)
    }
}

#[allow(clippy::cast_precision_loss)] // below 2^53
fn real(number: u64) -> f64 {
    number as f64
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, and bounded by the caller
fn whole(number: f64) -> u64 {
    number.min(1e15) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { cores: 8, lanes: 4, stages: 6, seed: 70, fixed: 60, most: [1 << 20, 1023] };

    #[test]
    fn seeds_bound_short_lanes_and_cores_long_ones() {
        let short = PACE.of_job(40, 10, 7.5);
        assert!((short.clocks - 40.0 * 70.0).abs() < 300.0, "{short:?}");
        let long = PACE.of_job(40, 1000, 7.5);
        assert!((long.states_per_clock(8) - 0.98).abs() < 0.02, "{long:?}");
    }

    #[test]
    fn sustained_jobs_fit_and_fill() {
        let job = PACE.sustained(1e9, 7.5);
        assert!(job.states >= 1e9 && job.states < 1.01e9 && job.lanes.is_multiple_of(4), "{job:?}");
        assert!(job.per_lane <= 1023 && job.per_lane > 1000 && job.states_per_clock(8) > 0.97, "{job:?}");
        let tiny = Pace { most: [3, 7], ..PACE }.sustained(1e9, 7.5);
        assert_eq!((tiny.lanes, tiny.per_lane), (3, 7), "what there is room for");
    }
}
