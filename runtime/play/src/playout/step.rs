//! One state of one playout, as every engine must see it.

use super::State;
use bitvec::prelude::BitVec;

/// Records a trace may have: bounds the memory of engines that have to sort them.
pub const MAX_RECORDS: u64 = 1 << 20;

/// One move of each role. **Shape:** for each role the number of its move among its moves in port order.
pub type JointMove = Vec<u32>;

/// A state, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepRecord {
    /// Stream, `start * lanes + lane`.
    pub stream: u64,
    /// Playout of the lane, from 0.
    pub playout: u64,
    /// Joint moves made before in this playout.
    pub step: u64,
    /// Registers.
    pub state: State,
    /// For each move of all roles in port order: whether it is legal. Empty where nobody asks: in
    /// terminal states, and where the playout is cut off.
    pub legal: BitVec,
    /// What came of the state.
    pub then: Then,
}

/// What comes of a state. The first that applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Then {
    /// It is terminal; for each goal of all roles in port order, whether it holds.
    Finished(BitVec),
    /// As many steps were made as may be.
    Truncated,
    /// Some role has no legal move.
    Stuck,
    /// A joint move is made.
    Moves(JointMove),
}
