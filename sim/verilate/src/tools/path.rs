//! Where programs and their libraries are found.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Variables with lists of folders in which programs and their libraries are found.
const LISTS: [&str; 2] = ["PATH", "LD_LIBRARY_PATH"];

/// The lists of folders for a program that is run, without entries that mean the folder that it happens to run in: an
/// empty one, `.`, or any other that is relative. What lies in a build folder is neither a tool nor a library.
pub(super) fn search_paths() -> impl Iterator<Item = (&'static str, OsString)> {
    LISTS.into_iter().filter_map(|name| Some((name, search_path(name)?)))
}

/// `None` also where nothing is left: an empty list would mean the current folder.
fn search_path(name: &str) -> Option<OsString> {
    let path = env::var_os(name)?;
    env::join_paths(absolute(&path)).ok().filter(|path| !path.is_empty())
}

/// The file that a name stands for; `None` where there is none. A path is the file itself.
pub(crate) fn program(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 || name.has_root() {
        return Some(name.to_owned());
    }
    found(name, &search_path("PATH")?)
}

fn found(name: &Path, path: &OsStr) -> Option<PathBuf> {
    let runs =
        |file: &PathBuf| file.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0);
    absolute(path).map(|folder| folder.join(name)).find(runs)
}

fn absolute(path: &OsStr) -> impl Iterator<Item = PathBuf> {
    env::split_paths(path).filter(|folder| folder.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_folder_one_is_in_is_not_searched() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("tool");
        fs::write(&file, "").unwrap();
        let path = |text: &str| found(Path::new("tool"), OsStr::new(text));
        let folder = place.path().to_str().unwrap();
        assert_eq!(path(folder), None, "nothing that runs");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(path(&format!(":.::/nowhere:{folder}")), Some(file));
        // `Cargo.toml` is in the folder that tests run in; so is `src`.
        for relative in ["", ":", ".", "src", "./src:.."] {
            assert_eq!(found(Path::new("lib.rs"), OsStr::new(relative)), None, "{relative}");
        }
    }

    #[test]
    fn paths_are_themselves() {
        assert_eq!(program(Path::new("/no/such/tool")), Some("/no/such/tool".into()));
        assert_eq!(program(Path::new("no_such_tool")), None);
        assert!(program(Path::new("sh")).is_some_and(|file| file.is_absolute()));
    }
}
