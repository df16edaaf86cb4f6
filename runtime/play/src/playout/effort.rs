//! What steps take of an engine.

use gdl2hdl_simd::MachineChoice;

/// The work of a step, to be compared with what the machine can do at best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How words are computed, and how many lanes a word has.
    pub choice: MachineChoice,
    /// Operations on words, picks and random bits included. What is only done where playouts end is left out.
    pub ops_per_step: usize,
}

/// The clocks that a job took of an engine with a clock, from the first word of the job to the last of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycles {
    /// Clocks.
    pub clocks: u64,
    /// Cores, each of which can make a step in every cycle.
    pub cores: u32,
}

impl Cycles {
    /// Steps a clock and core; 0 when no clock has passed.
    #[must_use]
    pub fn share(self, steps: u64) -> f64 {
        steps as f64 / (self.clocks as f64 * f64::from(self.cores)).max(1.0)
    }
}
