//! Tables of names: from a renamed game back to the game it was made of.

use gdl2hdl_gdl::diagnostics::Diagnostic;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What a table renames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NamingKind {
    /// Single words: relations, functions, constants.
    Words,
    /// Whole sentences: facts, moves, percepts, views.
    Sentences,
}

/// A table of names, one to one. Names that are not listed are the same in both games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NameTable {
    /// Version of this format: 1.
    pub format: u32,
    /// What is renamed.
    pub kind: NamingKind,
    /// New names, each with what it stands for in canonical prefix text.
    pub names: BTreeMap<String, String>,
    /// The same for variables.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub variables: BTreeMap<String, String>,
}

/// A table that can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// Another version of the format.
    #[error("a table of format {0}, not 1: use the version of the program that wrote it")]
    Format(u32),
    /// Two names stand for the same.
    #[error("two names stand for `{0}`: a table is one to one, take it as it was written")]
    Twice(String),
    /// A word of the game is one that the table gives to another.
    #[error("two words of the game would be `{0}`: give the table that was written with this game")]
    Foreign(String),
    /// A table of sentences, where words are needed.
    #[error("a table of sentences: give one that `obfuscate` wrote")]
    Kind,
    /// With these names it is no game.
    #[error("{}: give the table that was written with this game", .0.message)]
    Refused(Box<Diagnostic>),
}

impl NameTable {
    /// An empty table.
    #[must_use]
    pub fn new(kind: NamingKind) -> Self {
        Self { format: 1, kind, names: BTreeMap::new(), variables: BTreeMap::new() }
    }

    /// Checks a table that was read.
    ///
    /// # Errors
    /// [`TableError`].
    pub fn check(&self) -> Result<(), TableError> {
        if self.format != 1 {
            return Err(TableError::Format(self.format));
        }
        for names in [&self.names, &self.variables] {
            let mut seen = BTreeSet::new();
            if let Some(twice) = names.values().find(|name| !seen.insert(*name)) {
                return Err(TableError::Twice(twice.clone()));
            }
        }
        Ok(())
    }

    /// The table that leads the other way.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let turn =
            |names: &BTreeMap<String, String>| names.iter().map(|(new, old)| (old.clone(), new.clone())).collect();
        Self { format: self.format, kind: self.kind, names: turn(&self.names), variables: turn(&self.variables) }
    }

    /// What a sentence in canonical prefix text stands for.
    #[must_use]
    pub fn translate(&self, sentence: &str) -> String {
        match self.kind {
            NamingKind::Sentences => self.names.get(sentence).map_or(sentence, String::as_str).to_owned(),
            NamingKind::Words => {
                let mut text = String::with_capacity(sentence.len());
                for piece in sentence.split_inclusive(['(', ')', ' ']) {
                    let word = piece.trim_end_matches(['(', ')', ' ']);
                    text.push_str(self.names.get(word).map_or(word, String::as_str));
                    text.push_str(&piece[word.len()..]);
                }
                text
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(kind: NamingKind, names: &[(&str, &str)]) -> NameTable {
        let names = names.iter().map(|(new, old)| ((*new).to_owned(), (*old).to_owned())).collect();
        NameTable { names, ..NameTable::new(kind) }
    }

    #[test]
    fn words_and_sentences_are_translated_and_back() {
        let words = table(NamingKind::Words, &[("bako", "cell"), ("lume", "x")]);
        assert_eq!(words.translate("(bako 1 (lume bako))"), "(cell 1 (x cell))");
        assert_eq!(words.inverse().translate("(cell 1 (x cell))"), "(bako 1 (lume bako))");
        let sentences = table(NamingKind::Sentences, &[("cell1x", "(cell 1 x)")]);
        assert_eq!(sentences.translate("cell1x"), "(cell 1 x)");
        assert_eq!(sentences.translate("noop"), "noop");
        assert_eq!(sentences.inverse().translate("(cell 1 x)"), "cell1x");
    }

    #[test]
    fn damaged_tables_are_refused() {
        assert_eq!(NameTable { format: 2, ..NameTable::new(NamingKind::Words) }.check(), Err(TableError::Format(2)));
        let twice = table(NamingKind::Words, &[("a", "cell"), ("b", "cell")]);
        assert_eq!(twice.check(), Err(TableError::Twice("cell".into())));
        assert_eq!(table(NamingKind::Words, &[("a", "b"), ("b", "a")]).check(), Ok(()));
    }
}
