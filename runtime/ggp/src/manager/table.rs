//! The game on the table: an engine in one state, and what may be done there.

use super::error::ManagerError;
use crate::record::StateHash;
use gdl2hdl_gdl::random::{SplitMix64, mix};
use gdl2hdl_play::engine::{Engine, EngineError};

pub(super) struct Table<E> {
    engine: E,
    seed: u64,
    steps: u64,
    legal: Vec<Vec<String>>,
}

impl<E: Engine> Table<E> {
    /// The game in its initial state.
    pub(super) fn new(mut engine: E, seed: u64) -> Result<Self, ManagerError> {
        if engine.drops_facts() {
            return Err(ManagerError::DropsFacts);
        }
        engine.reset()?;
        Ok(Self { engine, seed, steps: 0, legal: Vec::new() })
    }

    pub(super) fn roles(&self) -> &[String] {
        self.engine.roles()
    }

    pub(super) fn hash(&mut self) -> Result<StateHash, EngineError> {
        Ok(StateHash::of(&self.engine.state()?))
    }

    pub(super) fn is_terminal(&mut self) -> Result<bool, EngineError> {
        self.engine.terminal()
    }

    /// Looks up the legal moves of the state.
    /// **Returns:** a role that has none, if there is one.
    pub(super) fn look(&mut self) -> Result<Option<usize>, EngineError> {
        let roles = 0..self.engine.roles().len();
        self.legal = roles.map(|role| self.engine.legal(role)).collect::<Result<_, _>>()?;
        Ok(self.legal.iter().position(Vec::is_empty))
    }

    /// Whether a move is among those that were looked up.
    pub(super) fn is_legal(&self, role: usize, mv: &str) -> bool {
        // They are sorted.
        self.legal.get(role).is_some_and(|moves| moves.binary_search_by(|legal| legal.as_str().cmp(mv)).is_ok())
    }

    /// A random legal move. It depends on seed, step and role alone, so the same match is the same whoever fails.
    pub(super) fn random(&self, role: usize) -> String {
        let mut random = SplitMix64(mix(mix(self.seed ^ mix(self.steps)) ^ role as u64));
        let moves = self.legal.get(role).map_or(&[][..], Vec::as_slice);
        moves.get(random.index(moves.len())).cloned().unwrap_or_default()
    }

    pub(super) fn sees(&mut self, joint: &[String]) -> Result<Vec<Vec<String>>, EngineError> {
        self.engine.sees(joint)
    }

    pub(super) fn step(&mut self, joint: &[String]) -> Result<(), EngineError> {
        self.steps += 1;
        self.engine.step(joint)
    }

    /// The goal values; `None` for a role with none or several.
    pub(super) fn values(&mut self) -> Result<Vec<Option<i64>>, EngineError> {
        let roles = 0..self.engine.roles().len();
        roles.map(|role| Ok(one(&self.engine.goals(role)?))).collect()
    }
}

fn one(values: &[i64]) -> Option<i64> {
    if let [value] = values { Some(*value) } else { None }
}
