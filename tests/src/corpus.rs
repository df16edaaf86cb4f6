//! The corpus of public games, where there is one. It is not part of the project: tests that want it
//! check nothing without it, and say so.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Names the corpus folder.
pub const ENV_CORPUS: &str = "GDL2HDL_CORPUS";

/// The corpus folder: [`ENV_CORPUS`], or `../shared/corpus` beside the workspace; `None` without either.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    asked_for().unwrap_or_default()
}

/// As [`folder`], but a folder that is named and not there is an error: who asks for a test wants it run.
///
/// # Errors
/// When [`ENV_CORPUS`] names no folder with games.
pub fn asked_for() -> Result<Option<PathBuf>, String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    choose(env::var_os(ENV_CORPUS), &beside)
}

fn choose(named: Option<OsString>, beside: &Path) -> Result<Option<PathBuf>, String> {
    let has_games = |folder: &Path| folder.join("gdl/games").is_dir();
    match named.filter(|name| !name.is_empty()).map(PathBuf::from) {
        Some(folder) if has_games(&folder) => Ok(Some(folder)),
        Some(folder) => Err(format!("{ENV_CORPUS} is `{}`, where no corpus is", folder.display())),
        None => Ok(has_games(beside).then(|| beside.to_owned())),
    }
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
    /// The recorded playouts, none where none were recorded.
    pub traces: Vec<PathBuf>,
}

/// The GDL games of a corpus folder with their traces, sorted by name.
///
/// # Errors
/// When the folder can't be read or holds no games.
pub fn entries(corpus: &Path) -> io::Result<Vec<Entry>> {
    let entries = listed(&corpus.join("gdl"), "kif", "")?;
    if entries.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("no games in {}", corpus.display())));
    }
    Ok(entries)
}

/// The games in action rules of a corpus folder, named `action/NAME`; none where there is no such folder.
///
/// # Errors
/// When the folder can't be read.
pub fn action_entries(corpus: &Path) -> io::Result<Vec<Entry>> {
    let folder = corpus.join("action");
    if folder.is_dir() { listed(&folder, "hrf", "action/") } else { Ok(Vec::new()) }
}

/// Games of one folder: `games/NAME.ENDING`, with `traces/NAME.jsonl.gz` and `traces/NAME.more.jsonl.gz`.
fn listed(folder: &Path, ending: &str, prefix: &str) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for file in fs::read_dir(folder.join("games"))? {
        let game = file?.path();
        let name = game.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if game.extension().is_none_or(|extension| extension != ending) || name.is_empty() {
            continue;
        }
        let traces = ["", ".more"].map(|more| folder.join(format!("traces/{name}{more}.jsonl.gz")));
        let traces = traces.into_iter().filter(|trace| trace.is_file()).collect();
        entries.push(Entry { name: format!("{prefix}{name}"), game, traces });
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_folder_must_be_there() {
        let (with, without) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir_all(with.path().join("gdl/games")).unwrap();
        let named = |folder: &tempfile::TempDir| Some(folder.path().as_os_str().to_owned());
        assert_eq!(choose(named(&with), without.path()), Ok(Some(with.path().to_owned())));
        assert!(choose(named(&without), with.path()).is_err());
        assert_eq!(choose(None, with.path()), Ok(Some(with.path().to_owned())));
        assert_eq!(choose(None, without.path()), Ok(None));
        assert_eq!(choose(Some(OsString::new()), without.path()), Ok(None));
    }
}
