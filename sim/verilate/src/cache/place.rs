//! Where the cache is, and whether what lies there may be run.

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::EntryKind;
use crate::SimError;
use crate::files::{judged, shown, trusted, trusted_to_hold};

/// Names the cache directory.
pub const ENV_CACHE: &str = "GDL2HDL_CACHE";
/// Folders of the cache beside those of entries.
const OTHERS: [&str; 2] = ["lock", "tmp"];

/// Where the cache is to be.
#[derive(Default)]
pub(super) struct Named {
    pub(super) root: Option<PathBuf>,
    /// Whether the user asked for this very folder: then no other one stands for it.
    pub(super) asked_for: bool,
    /// What is to be said of variables that name no folder.
    pub(super) notes: Vec<String>,
}

/// The folder that variables of the environment name.
pub(super) fn named(variable: impl Fn(&str) -> Option<OsString>) -> Named {
    let mut notes = Vec::new();
    let mut absolute = |name: &str| {
        let path = variable(name).map(PathBuf::from).filter(|path| !path.as_os_str().is_empty())?;
        if path.is_absolute() {
            return Some(path);
        }
        // As the base directory rules of XDG ask.
        notes.push(format!("note: {name} is not used: `{}` is not an absolute path", shown(&path)));
        None
    };
    let asked = absolute(ENV_CACHE);
    let asked_for = asked.is_some();
    let root = asked
        .or_else(|| absolute("XDG_CACHE_HOME").map(|path| path.join("gdl2hdl")))
        .or_else(|| absolute("HOME").map(|path| path.join(".cache/gdl2hdl")));
    Named { root, asked_for, notes }
}

/// Makes the folders of a cache where they are missing, and gives its root without links. Nobody but the user and root
/// may have put anything there, or may do so later: its files are run as code.
pub(super) fn prepared(root: &Path) -> Result<PathBuf, SimError> {
    let root = std::path::absolute(root).map_err(SimError::io("find", root))?;
    // Nothing is made where others may take it away.
    if let Some(above) = root.ancestors().find(|folder| folder.exists()) {
        trusted_to_hold(above)?;
    }
    make_folder(&root)?;
    let root = trusted(&root)?;
    for folder in EntryKind::ALL.map(EntryKind::folder).into_iter().chain(OTHERS) {
        make_folder(&root.join(folder))?;
        judged(&root.join(folder))?;
    }
    Ok(root)
}

/// Whether nobody else could have made or changed an entry: its folder and all files in it.
///
/// # Errors
/// [`SimError::UnsafeCache`].
pub(super) fn check_entry(entry: &Path) -> Result<(), SimError> {
    match judged(entry) {
        Err(_) if !entry.exists() => return Ok(()),
        judged => judged?,
    }
    let items = fs::read_dir(entry).map_err(SimError::io("read", entry))?;
    for item in items {
        let item = item.map_err(SimError::io("read", entry))?;
        if !item.file_type().map_err(SimError::io("examine", item.path()))?.is_file() {
            let reason = format!("`{}` is no plain file", shown(&item.path()));
            return Err(SimError::UnsafeCache { reason, path: item.path() });
        }
        judged(&item.path())?;
    }
    Ok(())
}

/// Takes away what lets others write in a new entry, whatever mask its files were made with.
pub(super) fn close(folder: &Path) -> Result<(), SimError> {
    let close = |path: &Path| {
        let mode = fs::metadata(path)?.permissions().mode();
        fs::set_permissions(path, fs::Permissions::from_mode(mode & !0o022))
    };
    for item in fs::read_dir(folder).map_err(SimError::io("read", folder))? {
        let path = item.map_err(SimError::io("read", folder))?.path();
        close(&path).map_err(SimError::io("close", path))?;
    }
    close(folder).map_err(SimError::io("close", folder))
}

/// Private to the user: the files are run as code.
pub(super) fn make_folder(path: &Path) -> Result<(), SimError> {
    DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(SimError::io("make", path))
}

/// Whether an error means that a cache can't be written.
pub(super) fn is_unwritable(error: &SimError, root: &Path) -> bool {
    let SimError::Io { source, path, .. } = error else { return false };
    path.starts_with(root)
        && matches!(
            source.kind(),
            ErrorKind::PermissionDenied
                | ErrorKind::ReadOnlyFilesystem
                | ErrorKind::StorageFull
                | ErrorKind::QuotaExceeded
                | ErrorKind::NotADirectory
        )
}
