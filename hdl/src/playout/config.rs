//! How a playout engine is built.

use super::seed_patterns;
use gdl2hdl_gdl::remedy::{Remedied, Remedy};
use gdl2hdl_net::playout::{MAX_SLOTS, generator};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Most cores of an engine.
pub const MAX_CORES: u32 = 4096;
/// Most bits of the code of a first joint move: bounds the memory for counting by first moves.
pub const MAX_CODE_BITS: u32 = 16;

/// Most bits of a counter where the host makes seeds.
const HOST_COUNTER_BITS: u32 = 32;

/// Most random bits that a generator gives in a cycle, `BITS` of `hdl/rtl/playout_generator.v`, where a lane has so many
/// generators: with several of them seeds enter in pieces as large as what a generator gives, and it gives no more than
/// in a step.
#[must_use]
pub fn most_bits(generators: usize) -> u32 {
    if generators == 1 { seed_patterns::MAX_BITS } else { generator::MAX_BITS }
}

/// Sizes of a playout engine. Jobs that do not fit are refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Cores, 1 to [`MAX_CORES`]. Each makes one step a clock.
    pub cores: u32,
    /// Cores that play a lane together, with one generator and one count: the number of cores is a multiple of it.
    #[serde(default = "one")]
    pub cores_per_lane: u32,
    /// Playouts of a lane that are in flight, 1 to [`MAX_SLOTS`], as many in each of its cores: with more of these the
    /// path from register to register is shorter, and there are more flip-flops. The only size that reports depend on:
    /// that of jobs.
    #[serde(alias = "places")]
    pub slots: u32,
    /// Bits of the number of lanes of a job, 1 to 32.
    pub lane_bits: u32,
    /// Bits of the number of playouts per lane, 1 to 32.
    pub quota_bits: u32,
    /// Bits of the step limit, 1 to 32.
    pub step_bits: u32,
    /// Whether no playout is ever cut off: no core counts steps, and jobs must allow as many as play can take. Only for
    /// games of which it can be shown how many these are.
    #[serde(default)]
    pub unlimited: bool,
    /// Bits of a counter in the report, 16 to 64. A counter that runs over is reported.
    pub counter_bits: u32,
    /// Whether there are also counters for each first joint move, of 32 bits.
    pub first_moves: bool,
    /// Bits of the multiplicand that the seeder takes in a cycle: 1, 2 or 4. With 2 a seed takes about 70 cycles.
    pub seeder_digit: u32,
    /// Whether picks multiply with the FPGA's multipliers, where synthesis is told to use them. Where there are none it
    /// makes them of LUTs: more than are needed without this.
    pub multipliers: bool,
    /// Cores that do so, the first ones: FPGAs have fewer multipliers than many small cores need.
    #[serde(default = "all")]
    pub multiplied_cores: u32,
    /// Whether what goes round beside the game, the number of steps, goes through memories of LUTs where that is
    /// long enough; else through flip-flops.
    #[serde(default)]
    pub memories: bool,
    /// Cores, the first ones, in which state that stages only hand on goes through block RAMs.
    #[serde(default)]
    pub carrying_cores: u32,
    /// Bits of a word of a block RAM, 1 to 64: 16 in an iCE40, 36 in an ECP5.
    #[serde(default = "block_bits")]
    pub block_bits: u32,
    /// Whether flip-flops have no resets of their own where they need none: for FPGAs whose flip-flops share resets, as those
    /// of an ECP5 by eight. With them generators take fewer cells of an iCE40.
    #[serde(default)]
    pub few_resets: bool,
    /// Whether engine and cores have ports that show every step, [`DebugPort`](super::DebugPort). Without them no lane
    /// has its number in a core. Synthesis drops what nobody reads, but only where it looks into cores.
    #[serde(default = "debug_ports")]
    pub debug_ports: bool,
    /// Whether the host makes seeds: a job is one lane, and there is nothing in the engine that makes seeds or hands lanes
    /// out. For FPGAs that are too small for that.
    #[serde(default)]
    pub host_seeds: bool,
    /// Lanes that are fed together, 1 to [`MAX_CORES`]: a register for the cores of so many.
    #[serde(default = "cluster")]
    pub cluster: u32,
}

/// Each core has a lane of its own where nothing else is said.
fn one() -> u32 {
    1
}

/// Lanes that are fed together where nothing else is said.
fn cluster() -> u32 {
    8
}

/// All cores, where nothing else is said.
fn all() -> u32 {
    MAX_CORES
}

/// Block RAMs of an iCE40 where nothing else is said.
fn block_bits() -> u32 {
    16
}

/// Engines have debug ports where nothing else is said.
fn debug_ports() -> bool {
    true
}

impl Default for Config {
    fn default() -> Self {
        Self {
            cores: 1,
            cores_per_lane: one(),
            slots: 1,
            lane_bits: 25,
            quota_bits: 16,
            step_bits: 16,
            unlimited: false,
            counter_bits: 48,
            first_moves: false,
            seeder_digit: 2,
            multipliers: false,
            multiplied_cores: all(),
            memories: false,
            carrying_cores: 0,
            block_bits: block_bits(),
            few_resets: false,
            debug_ports: debug_ports(),
            host_seeds: false,
            cluster: cluster(),
        }
    }
}

/// Sizes no engine can have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConfigError {
    /// A number out of its range.
    #[error("{what} must be {least} to {most}, not {got}")]
    Range {
        /// What it is.
        what: &'static str,
        /// The number.
        got: u32,
        /// The least possible.
        least: u32,
        /// The most possible.
        most: u32,
    },
    /// Cores of a lane that are not all alike, or not all there.
    #[error("{what}, {got}, must be a multiple of the number of cores that play a lane together, {of}")]
    Multiple {
        /// What it is.
        what: &'static str,
        /// The number.
        got: u32,
        /// Cores of a lane.
        of: u32,
    },
    /// No generator gives so many random bits in a cycle.
    #[error(
        "{cores} cores that play a lane together need {bits} random bits in a cycle, of which a generator gives {most}"
    )]
    Bits {
        /// Cores of a lane.
        cores: u32,
        /// Random bits of all of them.
        bits: u32,
        /// The most possible.
        most: u32,
    },
    /// Playouts of the game need a step limit.
    #[error("nothing shows that playouts of this game end by themselves: cores must count steps up to a limit")]
    Endless,
    /// Playouts that end by themselves take more steps than a job can allow.
    #[error("playouts may take {longest} steps: more than {bits} bits of a step limit allow")]
    Long {
        /// Steps that playouts may take.
        longest: u64,
        /// Bits of the step limit.
        bits: u32,
    },
    /// Who has its seeds from the host plays one lane at a time.
    #[error(
        "an engine that has its seeds from the host plays one lane at a time, not {lanes}: {}",
        Remedy::CoresPerLane
    )]
    Lanes {
        /// Lanes at a time.
        lanes: u32,
    },
    /// Nor does it count by first moves.
    #[error("an engine that has its seeds from the host does not count by first moves")]
    FirstMoves,
    /// Its reports are small.
    #[error("an engine that has its seeds from the host has room for {most} counters, not for {counters}")]
    Counters {
        /// Counters of the game.
        counters: usize,
        /// The most possible.
        most: usize,
    },
    /// The seeder takes 1, 2 or 4 bits.
    #[error("the seeder takes 1, 2 or 4 bits in a cycle, not {0}")]
    Digit(u32),
    /// The moves of the game are too many to count by first joint moves.
    #[error("joint moves need {bits} bits: too many to count by first moves, at most {MAX_CODE_BITS} are possible")]
    Code {
        /// Bits that number the joint moves.
        bits: u32,
    },
}

impl Remedied for ConfigError {
    fn remedies(&self) -> Vec<Remedy> {
        if matches!(self, Self::Lanes { .. }) { vec![Remedy::CoresPerLane] } else { Vec::new() }
    }
}

impl Config {
    /// Lanes that are played at a time.
    #[must_use]
    pub fn lanes(&self) -> u32 {
        self.cores / self.cores_per_lane
    }

    /// Playouts in flight in each core.
    #[must_use]
    pub fn stages(&self) -> u32 {
        self.slots / self.cores_per_lane
    }

    /// The same, with seeds that the host makes: counters have no more bits than there can be then.
    #[must_use]
    pub fn with_host_seeds(self) -> Self {
        Self { host_seeds: true, counter_bits: self.counter_bits.min(HOST_COUNTER_BITS), ..self }
    }

    /// Most lanes of a job.
    #[must_use]
    pub fn most_lanes(&self) -> u64 {
        if self.host_seeds { 1 } else { u64::MAX >> (u64::BITS - self.lane_bits.clamp(1, 32)) }
    }

    /// Bits in which the number of playouts per lane comes: whole bytes where seeds come from the host.
    #[must_use]
    pub fn quota_register(&self) -> u32 {
        if self.host_seeds { self.quota_bits.next_multiple_of(8) } else { self.quota_bits }
    }

    /// Whether all numbers are in range.
    ///
    /// # Errors
    /// [`ConfigError`].
    pub fn check(&self) -> Result<(), ConfigError> {
        let ranges = [
            ("the number of cores", self.cores, 1, MAX_CORES),
            ("the number of playouts in flight", self.slots, 1, MAX_SLOTS),
            ("the number of cores that play a lane together", self.cores_per_lane, 1, MAX_SLOTS),
            ("the number of lanes that are fed together", self.cluster, 1, MAX_CORES),
            ("the bits of the number of lanes", self.lane_bits, 1, 32),
            ("the bits of the number of playouts", self.quota_bits, 1, 32),
            ("the bits of the step limit", self.step_bits, 1, 32),
            ("the bits of a counter", self.counter_bits, 16, if self.host_seeds { HOST_COUNTER_BITS } else { 64 }),
            ("the bits of a word of a block RAM", self.block_bits, 1, 64),
        ];
        for (what, got, least, most) in ranges {
            if !(least..=most).contains(&got) {
                return Err(ConfigError::Range { what, got, least, most });
            }
        }
        let of = self.cores_per_lane;
        for (what, got) in [("the number of cores", self.cores), ("the number of playouts in flight", self.slots)] {
            if got % of != 0 {
                return Err(ConfigError::Multiple { what, got, of });
            }
        }
        if self.host_seeds && self.lanes() != 1 {
            return Err(ConfigError::Lanes { lanes: self.lanes() });
        }
        if self.host_seeds && self.first_moves {
            return Err(ConfigError::FirstMoves);
        }
        match self.seeder_digit {
            1 | 2 | 4 => Ok(()),
            digit => Err(ConfigError::Digit(digit)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_named() {
        assert_eq!(Config::default().check(), Ok(()));
        let refused = |config: Config| config.check().unwrap_err().to_string();
        let cores = refused(Config { cores: 0, ..Config::default() });
        assert_eq!(cores, "the number of cores must be 1 to 4096, not 0");
        let lanes = refused(Config { slots: 17, ..Config::default() });
        assert_eq!(lanes, "the number of playouts in flight must be 1 to 16, not 17");
        let few = refused(Config { cores: 4, slots: 3, cores_per_lane: 2, ..Config::default() });
        let expected = "the number of playouts in flight, 3, must be a multiple of the number of cores that play a lane \
            together, 2";
        assert_eq!(few, expected);
        let digit = refused(Config { seeder_digit: 3, ..Config::default() });
        assert_eq!(digit, "the seeder takes 1, 2 or 4 bits in a cycle, not 3");
    }
}
