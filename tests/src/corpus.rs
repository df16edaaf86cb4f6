//! The corpus of public games, where there is one. It is not part of the project: tests that want it
//! check nothing without it, and say so.

use std::path::{Path, PathBuf};
use std::{env, fs};

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
