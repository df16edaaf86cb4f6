//! Folders that are trusted once they are made.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use rustix::fs::Mode;
use rustix::process::umask;

/// For the user alone to write, whatever the mask of the process: a loose mask would make a folder that is not trusted.
const MODE: u32 = 0o755;

/// Makes a folder where it is missing, and those above it, such that [`super::trusted`] takes them.
///
/// # Errors
/// Those of the system.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(MODE).create(path)
}

/// From now on others can't write what this program or those that it starts make, however loose its mask was: among the
/// files of a build are scripts that tools run.
pub fn close_mask() {
    let others = Mode::WGRP | Mode::WOTH;
    let old = umask(Mode::RWXG | Mode::RWXO);
    umask(old | others);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::trusted;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    const PLACE: &str = "GDL2HDL_TEST_PLACE";

    /// The mask is the whole process's: other tests must not see another one, so this one runs once more by itself.
    #[test]
    fn what_is_made_is_trusted_whatever_the_mask() {
        if let Some(place) = std::env::var_os(PLACE) {
            let folder = Path::new(&place).join("a/b");
            make_folder(&folder).unwrap();
            trusted(&folder).unwrap();
            make_folder(&folder).unwrap();
            close_mask();
            return fs::write(folder.join("file"), "").unwrap();
        }
        let name = "files::folder::tests::what_is_made_is_trusted_whatever_the_mask";
        for (mask, folder, file) in
            [("000", 0o755, 0o644), ("002", 0o755, 0o644), ("022", 0o755, 0o644), ("077", 0o700, 0o600)]
        {
            let place = tempfile::tempdir().unwrap();
            let mut shell = Command::new("sh");
            shell.args(["-c", "umask $1; exec \"$0\" --exact \"$2\""]).arg(std::env::current_exe().unwrap());
            let ended = shell.args([mask, name]).env(PLACE, place.path()).output().unwrap();
            assert!(ended.status.success(), "{mask}: {}", String::from_utf8_lossy(&ended.stdout));
            let mode = |path| fs::metadata(place.path().join(path)).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode("a"), mode("a/b/file")), (folder, file), "{mask}");
        }
    }
}
