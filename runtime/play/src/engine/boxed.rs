//! Engines of which only the trait is known, owned or lent.

use super::{Engine, EngineError};

/// The trait for something that leads to an engine.
macro_rules! leads_to_an_engine {
    ($($place:ty),*) => {
        $(impl<E: Engine + ?Sized> Engine for $place {
            fn name(&self) -> &str {
                (**self).name()
            }

            fn roles(&self) -> &[String] {
                (**self).roles()
            }

            fn keeps(&self, fact: &str) -> bool {
                (**self).keeps(fact)
            }

            fn drops_facts(&self) -> bool {
                (**self).drops_facts()
            }

            fn reset(&mut self) -> Result<(), EngineError> {
                (**self).reset()
            }

            fn load(&mut self, facts: &[String]) -> Result<(), EngineError> {
                (**self).load(facts)
            }

            fn state(&mut self) -> Result<Vec<String>, EngineError> {
                (**self).state()
            }

            fn legal(&mut self, role: usize) -> Result<Vec<String>, EngineError> {
                (**self).legal(role)
            }

            fn goals(&mut self, role: usize) -> Result<Vec<i64>, EngineError> {
                (**self).goals(role)
            }

            fn terminal(&mut self) -> Result<bool, EngineError> {
                (**self).terminal()
            }

            fn sees(&mut self, joint: &[String]) -> Result<Vec<Vec<String>>, EngineError> {
                (**self).sees(joint)
            }

            fn step(&mut self, joint: &[String]) -> Result<(), EngineError> {
                (**self).step(joint)
            }
        })*
    };
}

leads_to_an_engine!(Box<E>, &mut E);
