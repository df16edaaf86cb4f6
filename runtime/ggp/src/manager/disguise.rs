//! The words that players see: those of the game, or others.

use super::error::ManagerError;
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::syntax::print;
use gdl2hdl_ground::metagame::{NameTable, NamingKind, obfuscate};

/// Rules as players see them, and the way between their words and those of the game.
#[derive(Clone, Debug)]
pub struct Disguise {
    rules: String,
    /// To the words that players see; `None` when they see those of the game.
    tables: Option<Tables>,
}

#[derive(Clone, Debug)]
struct Tables {
    there: NameTable,
    back: NameTable,
}

impl Disguise {
    /// What all players can hear: none where the game is in ASCII, else scrambled words, which are. Players of `ggp-base`
    /// take the length of a message for one in characters: they wait for the rest of any other text until they are late.
    ///
    /// # Errors
    /// [`ManagerError::Scramble`], which only a defect gives.
    pub fn audible(game: &Checked, seed: u64) -> Result<Self, ManagerError> {
        let none = Self::none(game);
        if none.rules.is_ascii() { Ok(none) } else { Self::scrambled(game, seed) }
    }

    /// None: players see the game as it is.
    #[must_use]
    pub fn none(game: &Checked) -> Self {
        Self { rules: print::kif(game), tables: None }
    }

    /// Other words for all that are not reserved, and are no goal values. The same seed gives the same words.
    ///
    /// # Errors
    /// [`ManagerError::Scramble`], which only a defect gives.
    pub fn scrambled(game: &Checked, seed: u64) -> Result<Self, ManagerError> {
        let made = obfuscate(game, seed).map_err(|refused| ManagerError::Scramble(refused.message))?;
        let back = NameTable { kind: NamingKind::Words, ..made.gain.table };
        Ok(Self { rules: print::kif(&made.sheet), tables: Some(Tables { there: back.inverse(), back }) })
    }

    /// The rules that players see, in prefix syntax.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Whether players see other words.
    #[must_use]
    pub fn is_scrambled(&self) -> bool {
        self.tables.is_some()
    }

    /// A sentence of the game in the words of players.
    #[must_use]
    pub fn there(&self, sentence: &str) -> String {
        self.tables.as_ref().map_or_else(|| sentence.to_owned(), |tables| tables.there.translate(sentence))
    }

    /// A sentence of a player in the words of the game. **Shape:** canonical texts.
    #[must_use]
    pub fn back(&self, sentence: &str) -> String {
        self.tables.as_ref().map_or_else(|| sentence.to_owned(), |tables| tables.back.translate(sentence))
    }
}
