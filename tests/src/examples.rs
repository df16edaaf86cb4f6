//! The example games of the project.

use std::fs;
use std::path::{Path, PathBuf};

/// The game files of `games/`, sorted.
///
/// # Panics
/// When the folder can't be read or holds no games: nothing can be tested then.
#[must_use]
pub fn files() -> Vec<PathBuf> {
    in_folder("../games")
}

/// The games of the lecture on grounding, in `games/lecture/`, sorted.
///
/// # Panics
/// As [`files`].
#[must_use]
pub fn lecture_files() -> Vec<PathBuf> {
    in_folder("../games/lecture")
}

fn in_folder(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let is_game = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "kif" || ending == "hrf");
    let mut files: Vec<PathBuf> = entries.filter(is_game).collect();
    files.sort();
    assert!(!files.is_empty(), "no games in {}", folder.display());
    files
}

/// The file of a game of `games/` in prefix syntax.
#[must_use]
pub fn path(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(format!("{game}.kif"))
}

/// A game file's name without the folder; with its ending it names the game in messages.
#[must_use]
pub fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
