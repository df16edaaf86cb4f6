//! The corpus of public games, where there is one. It is not part of the project: tests that want it
//! check nothing without it, and say so.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The corpus folder: `GDL2HDL_CORPUS`, or `../shared/corpus` beside the workspace; `None` without either.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let beside = workspace.join("../shared/corpus");
    env::var_os("GDL2HDL_CORPUS").map(PathBuf::from).or(Some(beside)).filter(|path| path.is_dir())
}

/// A game of the corpus.
#[derive(Debug)]
pub struct Game {
    /// File name without its ending.
    pub name: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

/// All GDL games, sorted by name; none without a corpus.
#[must_use]
pub fn gdl_games() -> Vec<Game> {
    let Some(folder) = folder() else { return Vec::new() };
    let Ok(entries) = fs::read_dir(folder.join("gdl/games")) else { return Vec::new() };
    let mut games: Vec<Game> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_stem()?.to_str()?.to_owned();
            Some(Game { name, bytes: fs::read(&path).ok()? })
        })
        .collect();
    games.sort_by(|a, b| a.name.cmp(&b.name));
    games
}

/// A game file and its trace, where it has one.
#[derive(Clone, Debug)]
pub struct Entry {
    /// File name without its ending.
    pub name: String,
    /// The game.
    pub game: PathBuf,
    /// The recorded playouts.
    pub trace: Option<PathBuf>,
}

/// The GDL games of a corpus folder with their traces, sorted by name.
///
/// # Errors
/// When the folder can't be read or holds no games.
pub fn entries(corpus: &Path) -> io::Result<Vec<Entry>> {
    let games = corpus.join("gdl/games");
    let mut entries = Vec::new();
    for file in fs::read_dir(&games)? {
        let game = file?.path();
        let name = game.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if game.extension().is_none_or(|extension| extension != "kif") || name.is_empty() {
            continue;
        }
        let trace = corpus.join(format!("gdl/traces/{name}.jsonl.gz"));
        entries.push(Entry { name, game, trace: trace.is_file().then_some(trace) });
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    if entries.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("no games in {}", games.display())));
    }
    Ok(entries)
}
