//! The games that are timed.

use gdl2hdl_bench::peers::Peer;
use std::io;
use std::path::{Path, PathBuf};

/// Where a game's rules come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Source {
    /// This project.
    Own,
    /// The public collection.
    Corpus,
}

impl Source {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Own => "games",
            Self::Corpus => "corpus",
        }
    }
}

/// A game to be timed.
pub(crate) struct Game {
    pub(crate) source: Source,
    /// File name without its ending.
    pub(crate) name: String,
    pub(crate) file: PathBuf,
}

/// Games sorted by source and name, and the names that were looked for in vain.
pub(crate) struct Games {
    pub(crate) found: Vec<Game>,
    pub(crate) missing: Vec<String>,
}

/// All games of this project, and of the corpus those that peers were measured with.
pub(crate) fn all(own: &Path, corpus: &Path, peers: &[Peer]) -> io::Result<Games> {
    let mut found = Vec::new();
    for entry in own.read_dir()? {
        let file = entry?.path();
        // Some games are there in another syntax too.
        if let (Some(name), true) = (file.file_stem(), file.extension().is_some_and(|ending| ending == "kif")) {
            found.push(Game { source: Source::Own, name: name.to_string_lossy().into_owned(), file });
        }
    }
    let mut missing = Vec::new();
    for name in peers.iter().filter_map(|peer| peer.games.first()) {
        let file = corpus.join("gdl/games").join(format!("{name}.kif"));
        if file.is_file() {
            found.push(Game { source: Source::Corpus, name: name.clone(), file });
        } else {
            missing.push(name.clone());
        }
    }
    found.sort_by(|a, b| (a.source, &a.name).cmp(&(b.source, &b.name)));
    Ok(Games { found, missing })
}
