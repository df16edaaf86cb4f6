//! Folders that are trusted once they are made.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

/// For the user alone to write, whatever the mask of the process: a loose mask would make a folder that is not trusted.
const MODE: u32 = 0o755;

/// Makes a folder where it is missing, and those above it, such that [`super::trusted`] takes them.
///
/// # Errors
/// Those of the system.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(MODE).create(path)
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
    fn folders_are_trusted_whatever_the_mask() {
        if let Some(place) = std::env::var_os(PLACE) {
            let folder = Path::new(&place).join("a/b");
            make_folder(&folder).unwrap();
            trusted(&folder).unwrap();
            return make_folder(&folder).unwrap();
        }
        let name = "files::folder::tests::folders_are_trusted_whatever_the_mask";
        for (mask, mode) in [("000", 0o755), ("002", 0o755), ("022", 0o755), ("077", 0o700)] {
            let place = tempfile::tempdir().unwrap();
            let mut shell = Command::new("sh");
            shell.args(["-c", "umask $1; exec \"$0\" --exact \"$2\""]).arg(std::env::current_exe().unwrap());
            let ended = shell.args([mask, name]).env(PLACE, place.path()).output().unwrap();
            assert!(ended.status.success(), "{mask}: {}", String::from_utf8_lossy(&ended.stdout));
            let made = fs::metadata(place.path().join("a")).unwrap().permissions().mode();
            assert_eq!(made & 0o777, mode, "{mask}");
        }
    }
}
