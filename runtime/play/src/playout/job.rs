//! What is to be played.

use bitvec::prelude::BitVec;
use thiserror::Error;

/// A state of a game as its net keeps it. **Game:** one bit for each base of the net's ports, in their order.
pub type State = BitVec;

/// The whole of a state, as the rules have it. Registers hold less: optimisation drops facts that the net can do without,
/// and the rules may ask for them all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Whole {
    /// The state in which the game begins.
    Initial,
    /// Exactly these facts hold: canonical texts.
    Facts(Vec<String>),
    /// Nothing is known but the registers.
    Registers,
}

/// A state that playouts begin in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartState {
    /// What the net holds of it.
    pub registers: State,
    /// What engines made from the rules begin with.
    pub whole: Whole,
}

impl StartState {
    /// The state in which a game begins, of which the net holds these registers.
    #[must_use]
    pub fn initial(registers: State) -> Self {
        Self { registers, whole: Whole::Initial }
    }
}

/// Of which nothing else is known.
impl From<State> for StartState {
    fn from(registers: State) -> Self {
        Self { registers, whole: Whole::Registers }
    }
}

/// Streams a job may have: bounds the memory of all engines.
pub const MAX_STREAMS: u64 = 1 << 24;
pub use gdl2hdl_net::playout::MAX_SLOTS;

/// A number of random playouts from each of some states. Equal jobs on equal nets have equal reports, whatever plays
/// them; `docs/PLAYOUTS.md` says why.
///
/// The playouts of a job are divided among *lanes*: lane `l` of start state `s` plays `per_lane` playouts, `slots` of
/// them at a time, with the random bits of stream `s * lanes + l`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Start states, at least one.
    pub starts: Vec<StartState>,
    /// Lanes of each start state, at least one.
    pub lanes: u64,
    /// Playouts of each lane, at least one.
    pub per_lane: u64,
    /// Playouts of a lane that are in flight at a time, 1 to [`MAX_SLOTS`]: they have turns, and share the lane's bits.
    pub slots: u32,
    /// Seed of all random bits.
    pub seed: u64,
    /// Steps after which a playout that has not ended is cut off. With 0 no move is ever made.
    pub max_steps: u64,
    /// Whether the report also counts by the first joint move.
    pub first_moves: bool,
}

/// A job nobody can play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum JobError {
    /// No start state.
    #[error("a job needs at least one start state")]
    NoStart,
    /// No lanes.
    #[error("a job needs at least one lane")]
    NoLane,
    /// No playouts.
    #[error("a job needs at least one playout per lane")]
    NoPlayout,
    /// No playout in flight, or more than any engine keeps.
    #[error("a lane has 1 to {MAX_SLOTS} playouts in flight, not {0}")]
    Slots(u32),
    /// More streams than any engine keeps.
    #[error("{starts} start states with {lanes} lanes each are more than {MAX_STREAMS} lanes; play more in each")]
    Lanes {
        /// Number of start states.
        starts: u64,
        /// Lanes of each.
        lanes: u64,
    },
    /// More playouts than can be counted.
    #[error("{streams} lanes with {per_lane} playouts each can't be counted")]
    Playouts {
        /// Lanes of all start states.
        streams: u64,
        /// Playouts of each.
        per_lane: u64,
    },
    /// A start state of another net.
    #[error("start state {start} has {got} bits, the net has {registers} registers")]
    Width {
        /// Number of the start state, from 0.
        start: usize,
        /// Its bits.
        got: usize,
        /// Registers of the net.
        registers: usize,
    },
}

impl Job {
    /// Lanes of all start states. Exact for a job that [`Job::check`] accepts.
    #[must_use]
    pub fn streams(&self) -> u64 {
        (self.starts.len() as u64).saturating_mul(self.lanes)
    }

    /// Playouts of all lanes. Exact for a job that [`Job::check`] accepts.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.streams().saturating_mul(self.per_lane)
    }

    /// Slots of a lane that have a playout to begin with.
    #[must_use]
    pub fn filled(&self) -> u64 {
        self.per_lane.min(u64::from(self.slots))
    }

    /// Whether a net with so many registers can play the job. Engines ask first.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, registers: usize) -> Result<(), JobError> {
        let (starts, lanes, per_lane) = (self.starts.len() as u64, self.lanes, self.per_lane);
        let streams = self.streams();
        match () {
            () if starts == 0 => return Err(JobError::NoStart),
            () if lanes == 0 => return Err(JobError::NoLane),
            () if per_lane == 0 => return Err(JobError::NoPlayout),
            () if !(1..=MAX_SLOTS).contains(&self.slots) => return Err(JobError::Slots(self.slots)),
            () if streams > MAX_STREAMS => return Err(JobError::Lanes { starts, lanes }),
            () if streams.checked_mul(per_lane).is_none() => return Err(JobError::Playouts { streams, per_lane }),
            () => {}
        }
        match self.starts.iter().position(|state| state.registers.len() != registers) {
            Some(start) => Err(JobError::Width { start, got: self.starts[start].registers.len(), registers }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(starts: usize, lanes: u64, per_lane: u64) -> Job {
        let starts = vec![State::repeat(false, 3).into(); starts];
        Job { starts, lanes, per_lane, slots: 1, seed: 0, max_steps: 0, first_moves: false }
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(job(0, 1, 1).check(3), Err(JobError::NoStart));
        assert_eq!(job(1, 0, 1).check(3), Err(JobError::NoLane));
        assert_eq!(job(1, 1, 0).check(3), Err(JobError::NoPlayout));
        for slots in [0, MAX_SLOTS + 1] {
            assert_eq!(Job { slots, ..job(1, 1, 1) }.check(3), Err(JobError::Slots(slots)));
        }
        assert_eq!(job(2, MAX_STREAMS, 1).check(3), Err(JobError::Lanes { starts: 2, lanes: MAX_STREAMS }));
        assert_eq!(job(2, u64::MAX, 1).check(3), Err(JobError::Lanes { starts: 2, lanes: u64::MAX }));
        assert_eq!(job(1, 2, u64::MAX).check(3), Err(JobError::Playouts { streams: 2, per_lane: u64::MAX }));
        assert_eq!(job(2, 1, 1).check(4), Err(JobError::Width { start: 0, got: 3, registers: 4 }));
        assert_eq!(job(2, 3, 4).check(3), Ok(()));
        assert_eq!(job(2, 3, 4).playouts(), 24);
    }
}
