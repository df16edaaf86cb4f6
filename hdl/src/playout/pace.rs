//! How many cycles an engine takes for a job, by what there is to do: seeds one after another, lanes side by side, a report.
//!
//! A model for choosing jobs. What an engine takes is measured in simulation; tests hold the model to that.

use super::shape::EngineShape;
use gdl2hdl_gdl::id::id;

/// Clocks in which a seed is mixed twice and its number goes on, for one bit of it in a cycle.
const SEED: u32 = 128;
/// Clocks in which the pieces of a seed are made, where it enters as pieces (`hdl/rtl/playout_entry.v`).
const ENTRY: u32 = 257;
/// Clocks between the end of a lane and the offer of the next one, and from an offer to its first step.
const HANDED: f64 = 16.0;
/// Share of a playout's length that passes, in the mean, from the first end of a lane's last playouts to the last.
const TAIL: f64 = 0.6;
/// Clocks for each counter of a report.
const COUNTER: u32 = 4;
/// Clocks for each counter of a report that goes in bytes: 12 to give it, and as many until all is counted.
const BYTES: usize = 24;
/// Clocks between the last step of a job and its report.
const SETTLED: u32 = 20;

/// What bounds how fast an engine plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Cores.
    pub cores: u32,
    /// Lanes that are played at a time.
    pub lanes: u32,
    /// Playouts in flight in each core: so many cycles a step takes.
    pub stages: u32,
    /// Clocks from a seed to the next one.
    pub seed: u32,
    /// Clocks of a job that has no lanes.
    pub fixed: u32,
}

impl Pace {
    pub(super) fn of(shape: &EngineShape<'_>) -> Self {
        let generators = id(shape.picks.draws.generators.len());
        let made = SEED * generators / shape.digit();
        let entry = if shape.seed_patterns.is_some() { ENTRY } else { 0 };
        let window = id(shape.chunks());
        if shape.config.host_seeds {
            return Self::of_one_lane(shape);
        }
        let words = shape.job().words() + COUNTER as usize * shape.counters.len();
        Self {
            cores: shape.config.cores,
            lanes: shape.config.lanes(),
            stages: shape.config.stages(),
            seed: (made + entry).max(window) + 3,
            fixed: SETTLED + id(words),
        }
    }

    /// A job has no seeds to be made, and comes and goes in bytes, a clock each.
    fn of_one_lane(shape: &EngineShape<'_>) -> Self {
        let bytes = 4 * shape.job().words() + BYTES * (shape.counters.len() + 2);
        let fixed = SETTLED + id(bytes);
        Self { cores: shape.config.cores, lanes: 1, stages: shape.config.stages(), seed: 0, fixed }
    }

    /// The same engine with so many cores.
    #[must_use]
    pub fn with_cores(self, cores: u32) -> Self {
        let per_lane = (self.cores / self.lanes.max(1)).max(1);
        Self { cores, lanes: (cores / per_lane).max(1), ..self }
    }

    /// Clocks of a job of so many lanes and playouts of each, of so many steps in the mean, from its first word to the last of
    /// its report.
    #[must_use]
    pub fn clocks(&self, lanes: u64, per_lane: u64, length: f64) -> f64 {
        let per_core = f64::from(self.cores / self.lanes.max(1));
        let slots = f64::from(self.lanes);
        let lane = real(per_lane) * length / per_core + HANDED + TAIL * length * f64::from(self.stages);
        let seed = f64::from(self.seed);
        // The last lane: it begins after all before it in its place, and after all seeds.
        let rounds = real((lanes.max(1) - 1) / u64::from(self.lanes.max(1)));
        let last = real((lanes.max(1) - 1) % u64::from(self.lanes.max(1)));
        let begins = rounds * lane.max(slots * seed) + (last + 1.0) * seed;
        f64::from(self.fixed) + begins + lane
    }
}

#[allow(clippy::cast_precision_loss)] // below 2^53
fn real(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { cores: 8, lanes: 4, stages: 6, seed: 70, fixed: 60 };

    #[test]
    fn seeds_bound_short_lanes_and_cores_long_ones() {
        let short = PACE.clocks(40, 10, 7.5);
        assert!((short - 40.0 * 70.0).abs() < 300.0, "{short}");
        let share = 40.0 * 1000.0 * 7.5 / PACE.clocks(40, 1000, 7.5) / 8.0;
        assert!((share - 0.98).abs() < 0.02, "{share}");
    }
}
