//! A place for an engine that is exchanged for a better one while a game is played.

use super::{Engine, EngineError};

/// An engine whose place another engine of the same game can take, in the middle of a game.
///
/// The new engine is brought to the present position by the moves that led there. So it does not matter which facts the
/// old engine keeps.
pub struct Swappable {
    engine: Box<dyn Engine + Send>,
    /// The facts that were loaded; `None` where play began in the initial state.
    start: Option<Vec<String>>,
    /// The joint moves since then.
    moves: Vec<Vec<String>>,
}

impl Swappable {
    /// Begins with an engine, in its initial state.
    ///
    /// # Errors
    /// When it can't go there.
    pub fn new(mut engine: Box<dyn Engine + Send>) -> Result<Self, EngineError> {
        engine.reset()?;
        Ok(Self { engine, start: None, moves: Vec::new() })
    }

    /// Puts another engine of the same game in the place of the present one. Its roles have the same order.
    ///
    /// **Cost:** a step of the new engine for each joint move since the game began.
    ///
    /// # Errors
    /// When the new engine can't come to the present position; then the old one stays.
    pub fn swap(&mut self, mut engine: Box<dyn Engine + Send>) -> Result<(), EngineError> {
        match &self.start {
            Some(facts) => engine.load(facts)?,
            None => engine.reset()?,
        }
        self.moves.iter().try_for_each(|joint| engine.step(joint))?;
        self.engine = engine;
        Ok(())
    }

    /// The engine in its place, for whoever tries moves. What is done to it is no move of the game: bring it back, or have
    /// it brought back by [`Self::restore`].
    pub fn lent(&mut self) -> &mut (dyn Engine + Send) {
        &mut *self.engine
    }

    /// Brings the engine back to the present position, wherever it was left.
    ///
    /// **Cost:** a step for each joint move since the game began.
    ///
    /// # Errors
    /// When the engine fails. It may be anywhere then.
    pub fn restore(&mut self) -> Result<(), EngineError> {
        match &self.start {
            Some(facts) => self.engine.load(facts)?,
            None => self.engine.reset()?,
        }
        self.moves.iter().try_for_each(|joint| self.engine.step(joint))
    }
}

impl Engine for Swappable {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn roles(&self) -> &[String] {
        self.engine.roles()
    }

    fn keeps(&self, fact: &str) -> bool {
        self.engine.keeps(fact)
    }

    fn drops_facts(&self) -> bool {
        self.engine.drops_facts()
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.engine.reset()?;
        self.start = None;
        self.moves.clear();
        Ok(())
    }

    fn load(&mut self, facts: &[String]) -> Result<(), EngineError> {
        self.engine.load(facts)?;
        self.start = Some(facts.to_vec());
        self.moves.clear();
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<String>, EngineError> {
        self.engine.state()
    }

    fn legal(&mut self, role: usize) -> Result<Vec<String>, EngineError> {
        self.engine.legal(role)
    }

    fn goals(&mut self, role: usize) -> Result<Vec<i64>, EngineError> {
        self.engine.goals(role)
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        self.engine.terminal()
    }

    fn sees(&mut self, joint: &[String]) -> Result<Vec<Vec<String>>, EngineError> {
        self.engine.sees(joint)
    }

    fn step(&mut self, joint: &[String]) -> Result<(), EngineError> {
        self.engine.step(joint)?;
        self.moves.push(joint.to_vec());
        Ok(())
    }
}
