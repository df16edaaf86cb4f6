//! Steps an engine about, counts the states it comes to, and knows when to stop.

use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_play::engine::{Engine, EngineError};

/// Why a search ends before it is done.
pub(super) enum Halt {
    /// The observer says so, or a budget is used up.
    Stopped,
    /// The engine failed.
    Failed(EngineError),
}

impl From<EngineError> for Halt {
    fn from(error: EngineError) -> Self {
        // The engine may hear the same clock as the observer, in the middle of a state.
        if error.is_out_of_time() { Self::Stopped } else { Self::Failed(error) }
    }
}

/// An engine that is searched.
pub(super) struct Walk<'a> {
    engine: &'a mut dyn Engine,
    observer: &'a dyn Observer,
    nodes: u64,
    most: u64,
}

impl<'a> Walk<'a> {
    /// May come to so many states.
    pub(super) fn new(engine: &'a mut dyn Engine, observer: &'a dyn Observer, most: u64) -> Self {
        Self { engine, observer, nodes: 0, most }
    }

    /// The states it has come to.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The names of the roles.
    pub(super) fn roles(&self) -> &[String] {
        self.engine.roles()
    }

    /// Goes to a state that it has been in.
    pub(super) fn load(&mut self, facts: &[String]) -> Result<(), Halt> {
        Ok(self.engine.load(facts)?)
    }

    /// Makes a joint move. The state it comes to is counted.
    pub(super) fn step(&mut self, joint: &[String]) -> Result<(), Halt> {
        if self.nodes >= self.most || self.observer.stopped() {
            return Err(Halt::Stopped);
        }
        self.nodes += 1;
        Ok(self.engine.step(joint)?)
    }

    /// Goes to the state after a joint move made in another state.
    pub(super) fn child(&mut self, facts: &[String], joint: &[String]) -> Result<(), Halt> {
        self.load(facts)?;
        self.step(joint)
    }

    /// The facts of the state.
    pub(super) fn facts(&mut self) -> Result<Vec<String>, Halt> {
        Ok(self.engine.state()?)
    }

    /// Whether the state is terminal.
    pub(super) fn terminal(&mut self) -> Result<bool, Halt> {
        Ok(self.engine.terminal()?)
    }

    /// The legal moves of all roles; `None` where a role has none.
    pub(super) fn moves(&mut self) -> Result<Option<Vec<Vec<String>>>, Halt> {
        let mut all = Vec::new();
        for role in 0..self.engine.roles().len() {
            let moves = self.engine.legal(role)?;
            if moves.is_empty() {
                return Ok(None);
            }
            all.push(moves);
        }
        Ok(Some(all))
    }

    /// What the state is worth to a role: its goal, and 0 where it has not exactly one.
    pub(super) fn goal(&mut self, role: usize) -> Result<f64, Halt> {
        match self.engine.goals(role)?.as_slice() {
            [value] => Ok(*value as f64),
            _ => Ok(0.0),
        }
    }

    /// What the state is worth to each role.
    pub(super) fn goals(&mut self) -> Result<Vec<f64>, Halt> {
        (0..self.engine.roles().len()).map(|role| self.goal(role)).collect()
    }
}
