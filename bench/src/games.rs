//! Games of this project and of a corpus, in one list.

use gdl2hdl_tests::{corpus, examples};
use std::io;
use std::path::{Path, PathBuf};

/// A game to be played.
pub struct Game {
    /// What it is called in tables.
    pub name: String,
    /// Its rules.
    pub file: PathBuf,
    /// Of this project: it is looked at however large or slow it is.
    pub own: bool,
}

/// The games of this project.
#[must_use]
pub fn own() -> Vec<Game> {
    let files = examples::files().into_iter();
    files.map(|file| Game { name: examples::name(&file), file, own: true }).collect()
}

/// The games of a corpus, by name.
///
/// # Errors
/// When its folder can't be read.
pub fn of_corpus(corpus: &Path) -> io::Result<Vec<Game>> {
    let entries = corpus::entries(corpus)?.into_iter();
    Ok(entries.map(|entry| Game { name: entry.name, file: entry.game, own: false }).collect())
}
