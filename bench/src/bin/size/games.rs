//! The games that are measured.

use gdl2hdl_tests::corpus;
use std::io;
use std::path::{Path, PathBuf};

/// What names of games of this project begin with.
pub(crate) const OWN: &str = "games/";

/// A game to be measured.
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) file: PathBuf,
}

/// The games of this project, then those of the corpus where there is one, each sorted by name. `only` holds parts of
/// names; without any all games are taken.
pub(crate) fn all(own: &Path, corpus: &Path, only: &[String]) -> io::Result<Vec<Game>> {
    let mut games = Vec::new();
    for entry in own.read_dir()? {
        let file = entry?.path();
        // Some games are there in another syntax too.
        if let (Some(name), true) = (file.file_stem(), file.extension().is_some_and(|ending| ending == "kif")) {
            games.push(Game { name: format!("{OWN}{}", name.to_string_lossy()), file });
        }
    }
    games.sort_by(|a, b| a.name.cmp(&b.name));
    if corpus.join("gdl/games").is_dir() {
        games.extend(corpus::entries(corpus)?.into_iter().map(|entry| Game { name: entry.name, file: entry.game }));
    }
    games.retain(|game| only.is_empty() || only.iter().any(|part| game.name.contains(part.as_str())));
    Ok(games)
}
