//! Files and folders that are gone when they are not needed any more, also when this program ends in the middle of its
//! work.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::{Builder, TempDir};

/// What is to be removed at the end, whoever still uses it.
static UNDER_WAY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes all that is under way: for who is about to end this program in the middle of its work.
pub fn abandon() {
    let paths = std::mem::take(&mut *UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner));
    for path in paths {
        // What is not there any more, or still written into, stays as it is: there is nobody left to be told.
        let _gone = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
    }
}

/// A path is among those that are under way as long as this lives.
#[derive(Debug)]
pub(super) struct UnderWay(PathBuf);

impl UnderWay {
    pub(super) fn new(path: &Path) -> Self {
        UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}

/// A private folder, removed with all that is in it.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _under_way: UnderWay,
}

impl Scratch {
    /// A folder where temporary files are.
    ///
    /// # Errors
    /// Those of the system.
    pub fn new() -> io::Result<Self> {
        Self::new_in(&std::env::temp_dir(), "gdl2hdl-")
    }

    /// A folder in another one, with a name that begins so.
    ///
    /// # Errors
    /// Those of the system.
    pub fn new_in(folder: &Path, prefix: &str) -> io::Result<Self> {
        let folder = Builder::new().prefix(prefix).permissions(Permissions::from_mode(0o700)).tempdir_in(folder)?;
        Ok(Self { _under_way: UnderWay::new(folder.path()), folder })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Not [`abandon`] itself: other tests have something under way.
    #[test]
    fn folders_are_private_and_known_as_long_as_they_live() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        let known = || UNDER_WAY.lock().unwrap().contains(&path);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
        assert!(known());
        drop(scratch);
        assert!(!known() && !path.exists());
    }
}
