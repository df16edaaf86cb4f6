//! What playouts are played on, one state at a time.

use super::{StartState, State};
use crate::engine::{BitCore, EngineError, GateCore, Gates};
use bitvec::prelude::BitSlice;

/// A machine in one state. Moves, goals and registers are numbered by the net's ports; what it keeps of a state is its own
/// affair, and at least as much as its answers depend on.
pub trait Machine {
    /// All it keeps of a state.
    type Position: Clone;

    /// Goes to a start state.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn begin(&mut self, start: &StartState) -> Result<(), EngineError>;

    /// The state it is in, to come back to.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn position(&mut self) -> Result<Self::Position, EngineError>;

    /// Goes back to a state.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn go(&mut self, position: &Self::Position) -> Result<(), EngineError>;

    /// Writes the registers that the net would have in this state.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn registers(&mut self, out: &mut BitSlice) -> Result<(), EngineError>;

    /// Writes one bit for each move: whether it is legal.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn legal(&mut self, out: &mut BitSlice) -> Result<(), EngineError>;

    /// Writes one bit for each role and goal value: whether it holds.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn goals(&mut self, out: &mut BitSlice) -> Result<(), EngineError>;

    /// Whether the state is terminal.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn terminal(&mut self) -> Result<bool, EngineError>;

    /// Makes the joint move with one set bit for each role.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError>;
}

/// Machines over the net's own registers: of a state that is all there is.
impl<G: Gates> Machine for GateCore<G> {
    type Position = State;

    fn begin(&mut self, start: &StartState) -> Result<(), EngineError> {
        self.load(&start.registers)
    }

    fn position(&mut self) -> Result<State, EngineError> {
        let mut state = State::repeat(false, self.num_bases());
        BitCore::registers(self, &mut state)?;
        Ok(state)
    }

    fn go(&mut self, position: &State) -> Result<(), EngineError> {
        self.load(position)
    }

    fn registers(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        BitCore::registers(self, out)
    }

    fn legal(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        BitCore::legal(self, out)
    }

    fn goals(&mut self, out: &mut BitSlice) -> Result<(), EngineError> {
        BitCore::goals(self, out)
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        BitCore::terminal(self)
    }

    fn step(&mut self, does: &BitSlice) -> Result<(), EngineError> {
        BitCore::step(self, does)
    }
}
