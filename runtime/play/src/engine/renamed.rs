//! A renamed game under the names it had before: what a symbolized or obfuscated game plays, said in the words of the
//! game it was made of.

use super::{Engine, EngineError};
use gdl2hdl_ground::metagame::{NameTable, TableError};

/// An engine whose sentences are translated by a table.
pub struct Renamed<E> {
    engine: E,
    /// From the engine's names.
    back: NameTable,
    /// To the engine's names.
    there: NameTable,
    roles: Vec<String>,
}

impl<E: Engine> Renamed<E> {
    /// Joins an engine and the table of its game.
    ///
    /// # Errors
    /// When the table is not one to one.
    pub fn new(engine: E, table: NameTable) -> Result<Self, TableError> {
        table.check()?;
        let roles = engine.roles().iter().map(|role| table.translate(role)).collect();
        Ok(Self { engine, there: table.inverse(), back: table, roles })
    }

    fn sorted(&self, sentences: &[String]) -> Vec<String> {
        let mut translated: Vec<String> = sentences.iter().map(|sentence| self.back.translate(sentence)).collect();
        translated.sort_unstable();
        translated
    }

    fn renamed(&self, sentences: &[String]) -> Vec<String> {
        sentences.iter().map(|sentence| self.there.translate(sentence)).collect()
    }
}

impl<E: Engine> Engine for Renamed<E> {
    fn name(&self) -> &str {
        self.engine.name()
    }

    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn keeps(&self, fact: &str) -> bool {
        self.engine.keeps(&self.there.translate(fact))
    }

    fn drops_facts(&self) -> bool {
        self.engine.drops_facts()
    }

    fn reset(&mut self) -> Result<(), EngineError> {
        self.engine.reset()
    }

    fn load(&mut self, facts: &[String]) -> Result<(), EngineError> {
        self.engine.load(&self.renamed(facts)).map_err(|error| match error {
            EngineError::UnknownFact(fact) => EngineError::UnknownFact(self.back.translate(&fact)),
            other => other,
        })
    }

    fn state(&mut self) -> Result<Vec<String>, EngineError> {
        let facts = self.engine.state()?;
        Ok(self.sorted(&facts))
    }

    fn legal(&mut self, role: usize) -> Result<Vec<String>, EngineError> {
        let moves = self.engine.legal(role)?;
        Ok(self.sorted(&moves))
    }

    fn goals(&mut self, role: usize) -> Result<Vec<i64>, EngineError> {
        self.engine.goals(role)
    }

    fn terminal(&mut self) -> Result<bool, EngineError> {
        self.engine.terminal()
    }

    fn sees(&mut self, joint: &[String]) -> Result<Vec<Vec<String>>, EngineError> {
        let percepts = self.engine.sees(&self.renamed(joint))?;
        Ok(percepts.iter().map(|seen| self.sorted(seen)).collect())
    }

    fn step(&mut self, joint: &[String]) -> Result<(), EngineError> {
        self.engine.step(&self.renamed(joint))
    }
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;
    use gdl2hdl_ground::metagame::NamingKind;

    fn table(names: &[(&str, &str)]) -> NameTable {
        let names = names.iter().map(|(new, old)| ((*new).to_owned(), (*old).to_owned())).collect();
        NameTable { names, ..NameTable::new(NamingKind::Words) }
    }

    #[test]
    fn sentences_are_those_of_the_game_before() {
        // In these words the order of the moves is the other way round.
        let words = [("you", "robot"), ("push", "z"), ("wait", "a"), ("on", "bright"), ("off", "dark")];
        let mut engine = Renamed::new(example::lamps(), table(&words)).unwrap();
        engine.reset().unwrap();
        assert_eq!(engine.roles(), ["robot"]);
        assert_eq!(
            (engine.state().unwrap(), engine.legal(0).unwrap()),
            (vec!["dark".into()], vec!["a".into(), "z".into()])
        );
        engine.step(&["z".to_owned()]).unwrap();
        assert_eq!((engine.state().unwrap(), engine.terminal().unwrap()), (vec!["bright".into()], true));
        engine.load(&["dark".to_owned()]).unwrap();
        assert!(!engine.terminal().unwrap() && engine.keeps("dark"));
        assert_eq!(engine.load(&["strange".to_owned()]), Err(EngineError::UnknownFact("strange".into())));
    }

    #[test]
    fn a_table_that_is_not_one_to_one_is_refused() {
        let twice = table(&[("push", "z"), ("wait", "z")]);
        assert!(matches!(Renamed::new(example::lamps(), twice), Err(TableError::Twice(_))));
    }
}
