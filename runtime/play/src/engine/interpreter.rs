//! The naive interpreter of the rules as an engine.

use super::{Engine, EngineError};
use gdl2hdl_gdl::interpret::{InterpretError, Interpreter, InterpreterLimits, State};
use gdl2hdl_gdl::syntax::{Sheet, goal_value};

/// A game played by its rules, in one state.
pub struct Interpreted {
    game: Interpreter,
    state: State,
}

/// Makes an engine of a rule sheet.
///
/// # Errors
/// When the rules can't be evaluated within the limits.
pub fn interpreter(sheet: &Sheet, limits: InterpreterLimits) -> Result<Interpreted, InterpretError> {
    let mut game = Interpreter::new(sheet, limits)?;
    let state = game.initial();
    Ok(Interpreted { game, state })
}

impl Engine for Interpreted {
    fn name(&self) -> &str {
        "interpreter"
    }

    fn roles(&self) -> &[String] {
        self.game.roles()
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.state = self.game.initial();
        Ok(())
    }

    fn load(&mut self, facts: &[String]) -> Result<(), EngineError> {
        self.state = State::from_facts(facts.iter().map(String::as_str));
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<String>, EngineError> {
        Ok(self.state.facts())
    }

    fn legal(&mut self, role: usize) -> Result<Vec<String>, EngineError> {
        Ok(self.game.legal(&self.state, role)?)
    }

    fn goals(&mut self, role: usize) -> Result<Vec<i64>, EngineError> {
        let values = self.game.goals(&self.state, role)?;
        let mut values: Vec<i64> = values.iter().filter_map(|value| goal_value(value).map(i64::from)).collect();
        // They come sorted as texts.
        values.sort_unstable();
        values.dedup();
        Ok(values)
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        Ok(self.game.terminal(&self.state)?)
    }

    fn sees(&mut self, joint: &[String]) -> Result<Vec<Vec<String>>, EngineError> {
        let roles = 0..self.game.roles().len();
        roles.map(|role| Ok(self.game.sees(&self.state, joint, role)?)).collect()
    }

    fn step(&mut self, joint: &[String]) -> Result<(), EngineError> {
        self.state = self.game.next(&self.state, joint)?;
        Ok(())
    }
}
