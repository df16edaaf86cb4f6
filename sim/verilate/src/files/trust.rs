//! Whether anybody else could have put something at a path.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::geteuid;
use thiserror::Error;

use super::shown;
use super::users::Users;

/// Others may rename and remove in a folder only what is their own.
const STICKY: u32 = 0o1000;
const WRITABLE_BY_GROUP: u32 = 0o020;
const WRITABLE_BY_ALL: u32 = 0o002;
const EVERYBODY: &str = "everybody";

/// Why what is at a path is not run, loaded or worked in.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Distrust {
    /// It belongs to somebody else, who may change it at any time.
    #[error("`{}` belongs to user {owner}", shown(path))]
    Owner {
        /// The file or folder.
        path: PathBuf,
        /// The number of its owner.
        owner: u32,
    },
    /// Others may write there.
    #[error("`{}` can be written by {whom}", shown(path))]
    Writable {
        /// The file or folder.
        path: PathBuf,
        /// `everybody` or `its group`.
        whom: &'static str,
    },
    /// It can't be looked at.
    #[error("`{}` can't be examined: {reason}", shown(path))]
    Unseen {
        /// The file or folder.
        path: PathBuf,
        /// The system's words.
        reason: String,
    },
}

/// The file or folder without links in its path, when it and every folder above it belong to the user or to root, and
/// nobody else may write there. Above it a folder with the sticky bit may be open to all, as `/tmp` is: nobody else can
/// rename there what is the user's. So what is found at the path later is still the user's.
///
/// # Errors
/// [`Distrust`], with the first path that is not as it must be; [`Distrust::Unseen`] when there is nothing.
pub fn trusted(path: &Path) -> Result<PathBuf, Distrust> {
    chain(path, 0)
}

/// The same for a folder in which something is to be made: it may be open to all itself where it has the sticky bit.
///
/// # Errors
/// As [`trusted`].
pub fn trusted_to_hold(folder: &Path) -> Result<PathBuf, Distrust> {
    chain(folder, STICKY)
}

/// The same for a folder of results, where tools work: those above it may be of others, as where a container has a folder of
/// its host, but not open to all.
///
/// # Errors
/// As [`trusted`].
pub fn trusted_to_work_in(folder: &Path) -> Result<(), Distrust> {
    let found = fs::canonicalize(folder).map_err(|error| unseen(folder, &error))?;
    for above in found.ancestors().skip(1) {
        let mode = fs::symlink_metadata(above).map_err(|error| unseen(above, &error))?.mode();
        if mode & WRITABLE_BY_ALL != 0 && mode & STICKY == 0 {
            return Err(Distrust::Writable { path: above.to_owned(), whom: EVERYBODY });
        }
    }
    Judge::of_process().judge(&found, 0)
}

/// The same for one file or folder alone, without a look at those above it: for what is in a folder that was judged. A
/// link leads somewhere else, so it is judged with what it leads to, and with every folder above that.
///
/// # Errors
/// As [`trusted`].
pub fn judged(path: &Path) -> Result<(), Distrust> {
    Judge::of_process().judge(path, 0)?;
    if path.is_symlink() { trusted(path).map(drop) } else { Ok(()) }
}

/// From the root down: what was judged can't be exchanged any more when what is below it is.
fn chain(path: &Path, allowed: u32) -> Result<PathBuf, Distrust> {
    let found = fs::canonicalize(path).map_err(|error| unseen(path, &error))?;
    let judge = Judge::of_process();
    let mut folders: Vec<&Path> = found.ancestors().skip(1).collect();
    folders.reverse();
    for folder in folders {
        judge.judge(folder, STICKY)?;
    }
    judge.judge(&found, allowed)?;
    Ok(found)
}

/// For whom something is judged.
struct Judge<'a> {
    user: u32,
    users: &'a Users,
}

impl Judge<'static> {
    fn of_process() -> Self {
        Self { user: geteuid().as_raw(), users: Users::of_system() }
    }
}

impl Judge<'_> {
    /// `allowed` are the bits that make it harmless that others may write.
    fn judge(&self, path: &Path, allowed: u32) -> Result<(), Distrust> {
        let meta = fs::symlink_metadata(path).map_err(|error| unseen(path, &error))?;
        let path = || path.to_owned();
        if meta.uid() != 0 && meta.uid() != self.user {
            return Err(Distrust::Owner { path: path(), owner: meta.uid() });
        }
        // The mode of a link says nothing.
        match self.writers(meta.mode(), meta.gid()).filter(|_| !meta.is_symlink()) {
            Some(whom) if meta.mode() & allowed == 0 => Err(Distrust::Writable { path: path(), whom }),
            _ => Ok(()),
        }
    }

    /// Who beside the user and root may write. A group of the user alone is as good as none, whoever the owner is: many
    /// systems give each user one, and let it write.
    fn writers(&self, mode: u32, group: u32) -> Option<&'static str> {
        if mode & WRITABLE_BY_ALL != 0 {
            return Some(EVERYBODY);
        }
        (mode & WRITABLE_BY_GROUP != 0 && !self.users.is_private(group, self.user)).then_some("its group")
    }
}

fn unseen(path: &Path, error: &std::io::Error) -> Distrust {
    Distrust::Unseen { path: path.to_owned(), reason: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, chown, symlink};

    fn set(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn what_others_may_write_is_not_trusted() {
        let place = tempfile::tempdir().unwrap();
        let (folder, file) = (place.path().join("a"), place.path().join("a/file"));
        fs::create_dir(&folder).unwrap();
        fs::write(&file, "").unwrap();
        set(&folder, 0o755);
        set(&file, 0o755);
        assert_eq!(trusted(&file).unwrap(), fs::canonicalize(&file).unwrap());
        set(&folder, 0o1777);
        assert!(trusted(&file).is_ok(), "nobody else can move it");
        assert!(matches!(trusted(&folder), Err(Distrust::Writable { .. })), "everybody can put things there");
        set(&folder, 0o777);
        assert!(matches!(trusted(&file), Err(Distrust::Writable { path, .. }) if path.ends_with("a")));
        set(&folder, 0o755);
        set(&file, 0o757);
        let said = trusted(&file).unwrap_err().to_string();
        assert!(said.ends_with("a/file` can be written by everybody"), "{said}");
        assert!(matches!(trusted(&place.path().join("none")), Err(Distrust::Unseen { .. })));
    }

    #[test]
    fn a_link_is_judged_by_where_it_leads() {
        let place = tempfile::tempdir().unwrap();
        let (open, link) = (place.path().join("open"), place.path().join("link"));
        fs::create_dir(&open).unwrap();
        set(&open, 0o777);
        symlink(&open, &link).unwrap();
        assert!(matches!(trusted(&link), Err(Distrust::Writable { path, .. }) if path.ends_with("open")));
        assert!(matches!(judged(&link), Err(Distrust::Writable { path, .. }) if path.ends_with("open")));
        set(&open, 0o700);
        assert!(trusted(&link).is_ok() && judged(&link).is_ok());
        let above = place.path().join("above");
        fs::create_dir(&above).unwrap();
        fs::rename(&open, above.join("open")).unwrap();
        fs::remove_file(&link).unwrap();
        symlink("above/open", &link).unwrap();
        set(&above, 0o777);
        assert!(matches!(judged(&link), Err(Distrust::Writable { path, .. }) if path.ends_with("above")));
        set(&above, 0o755);
        assert_eq!(judged(&link), Ok(()));
        symlink("nowhere", place.path().join("broken")).unwrap();
        assert!(matches!(judged(&place.path().join("broken")), Err(Distrust::Unseen { .. })));
    }

    #[test]
    fn a_group_of_the_user_alone_may_write_whoever_the_owner_is() {
        let users = Users::parse("ann:x:1000:1000::/:\nbob:x:1001:1001::/:\n", "ann:x:1000:\nbob:x:1001:\n");
        let judge = Judge { user: 1000, users: &users };
        assert_eq!(
            [(0o775, 1000), (0o755, 1001), (0o775, 1001), (0o777, 1000)]
                .map(|(mode, group)| judge.writers(mode, group)),
            [None, None, Some("its group"), Some("everybody")]
        );
        // Only root can make somebody else the owner.
        let place = tempfile::tempdir().unwrap();
        set(place.path(), 0o775);
        if chown(place.path(), Some(0), Some(1000)).is_ok() {
            assert_eq!(judge.judge(place.path(), 0), Ok(()));
        }
    }

    /// Only root can give something away; others have what belongs to root.
    #[test]
    fn what_belongs_to_others_is_not_trusted() {
        assert!(trusted(Path::new("/")).is_ok(), "root's");
        if geteuid().is_root() {
            let place = tempfile::tempdir().unwrap();
            let (folder, file) = (place.path().join("a"), place.path().join("a/file"));
            fs::create_dir(&folder).unwrap();
            fs::write(&file, "").unwrap();
            chown(&file, Some(65534), None).unwrap();
            assert!(matches!(trusted(&file), Err(Distrust::Owner { owner: 65534, .. })));
            chown(&file, Some(0), None).unwrap();
            chown(&folder, Some(65534), None).unwrap();
            assert!(matches!(trusted(&file), Err(Distrust::Owner { path, .. }) if path.ends_with("a")));
        }
    }
}
