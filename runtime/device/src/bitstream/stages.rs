//! Stages of a build that are not run again while nothing they depend on has changed.
//!
//! A stage is a tool that makes files of files. What it made is kept with a key: a hash over the tool's version, its
//! arguments and the bytes of its inputs. What stands in the folder is taken only when its own hash is the recorded
//! one: a file that somebody changed, or that a tool left half written, is made anew.

use super::BuildError;
use gdl2hdl_verilate::files::{Aside, make_folder, read_in, trusted_to_work_in};
use gdl2hdl_verilate::{KeyBuilder, digest};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The file that keeps the keys.
const FILE: &str = "stages.json";
/// The file that is locked while somebody builds in a folder.
const LOCK: &str = "build.lock";

/// Longest file that is read; the netlist of an ECP5-85F that is filled has 200 MB as JSON. **Units:** bytes.
const MAX_BYTES: u64 = 4 << 30;

/// More than tools write at once: where a tool found no room, there is none for so many bytes. **Units:** bytes.
const ROOM: usize = 1 << 20;

/// Keeps other builds out of a folder as long as what is returned lives: they would overwrite each other's files. Where
/// the file system has no locks nobody is kept out.
pub(super) fn lock(folder: &Path) -> Result<File, BuildError> {
    let path = folder.join(LOCK);
    no_link(&path)?;
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(BuildError::file("write", &path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(BuildError::InUse { folder: folder.to_owned() }),
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
            Err(BuildError::file("lock", &path)(error))
        }
        _ => Ok(file),
    }
}

/// Whether tools may work in a folder: it is the user's, and nobody else may put there what they read, or run; of a link
/// that holds for what it leads to.
fn own(folder: &Path) -> Result<(), BuildError> {
    trusted_to_work_in(folder).map_err(|distrust| BuildError::Foreign { distrust })
}

/// Makes a folder where it is missing, in which tools may work.
pub(super) fn make_own(folder: &Path) -> Result<(), BuildError> {
    make_folder(folder).map_err(BuildError::file("make", folder))?;
    own(folder)
}

/// Tools write through links, wherever they lead.
fn no_link(path: &Path) -> Result<(), BuildError> {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_symlink() => Err(BuildError::Link { path: path.to_owned() }),
        _ => Ok(()),
    }
}

/// What a stage has made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Made {
    key: String,
    /// Name and hash of each file.
    files: BTreeMap<String, String>,
}

/// The folder of a build, and what its stages have made there.
pub(super) struct Folder {
    base: PathBuf,
    /// Its name in `base`.
    name: String,
    path: PathBuf,
    made: BTreeMap<String, Made>,
}

/// A stage that has its outputs.
pub(super) struct Done {
    /// Whether they were there already.
    pub(super) reused: bool,
}

impl Folder {
    /// Makes the folder where it is missing. A record of stages that can't be read is as good as none.
    ///
    /// # Errors
    /// [`BuildError::File`]; [`BuildError::Foreign`] and [`BuildError::Link`] where somebody else could have a hand in
    /// what tools read and write there.
    pub(super) fn open(path: &Path) -> Result<Self, BuildError> {
        no_link(path)?;
        make_own(path)?;
        let items = fs::read_dir(path).map_err(BuildError::file("read", path))?;
        items.flatten().try_for_each(|item| no_link(&item.path()))?;
        Ok(Self::found(path.parent().unwrap_or(path), &path.file_name().unwrap_or_default().to_string_lossy()))
    }

    /// A folder in that of a build, as it is found, to read what is there.
    pub(super) fn found(base: &Path, name: &str) -> Self {
        let mut folder =
            Self { base: base.to_owned(), name: name.to_owned(), path: base.join(name), made: BTreeMap::new() };
        folder.made = folder.read(FILE).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        folder
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs a stage, unless `files` are what it made last time of the same `key`. `work` makes them, in this folder.
    pub(super) fn stage(
        &mut self,
        name: &str,
        key: KeyBuilder,
        files: &[&str],
        work: impl FnOnce(&Path) -> Result<(), BuildError>,
    ) -> Result<Done, BuildError> {
        let key = key.finish().to_string();
        if self.made.get(name).is_some_and(|made| made.key == key) && self.has(name, files) {
            return Ok(Done { reused: true });
        }
        self.made.remove(name);
        work(&self.path)?;
        self.check_room()?;
        let hashed = |file: &&str| Ok(((*file).to_owned(), digest(&self.read(file)?)));
        let files = files.iter().map(hashed).collect::<Result<_, BuildError>>()?;
        self.made.insert(name.to_owned(), Made { key, files });
        let text = serde_json::to_string_pretty(&self.made).map_err(|error| BuildError::Broken(error.to_string()))?;
        write_whole(&self.path.join(FILE), text.as_bytes())?;
        Ok(Done { reused: false })
    }

    /// Whether the files that a stage made are there as it made them.
    fn has(&self, stage: &str, files: &[&str]) -> bool {
        let number = self.made.get(stage).map(|made| made.files.len());
        number == Some(files.len()) && files.iter().all(|file| self.as_made(stage, file).is_some())
    }

    /// A file that a stage made, if it is there as it was made. It is read once: what is hashed is what is given.
    pub(super) fn as_made(&self, stage: &str, file: &str) -> Option<Vec<u8>> {
        let hash = self.made.get(stage)?.files.get(file)?;
        self.read(file).ok().filter(|bytes| digest(bytes) == *hash)
    }

    /// Whether there still is room for files. Not every tool minds when there is none: what it wrote ends somewhere in
    /// the middle then, and it says that all went well.
    fn check_room(&self) -> Result<(), BuildError> {
        let written = Aside::at(&self.path.join(FILE)).and_then(|mut file| {
            file.write_all(&vec![0; ROOM])?;
            file.sync()
        });
        written.map_err(BuildError::file("write more into", &self.path))
    }

    pub(super) fn read(&self, file: &str) -> Result<Vec<u8>, BuildError> {
        let bytes = read_in(&self.base, &Path::new(&self.name).join(file), MAX_BYTES);
        bytes.map_err(BuildError::file("read", &self.path.join(file)))
    }

    pub(super) fn read_text(&self, file: &str) -> Result<String, BuildError> {
        Ok(String::from_utf8_lossy(&self.read(file)?).into_owned())
    }
}

/// Writes a file that is whole or not there, also when the disk is full or the program is killed. As any file, it is not
/// for its owner alone: who flashes a board need not be who built for it.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    gdl2hdl_verilate::files::write_whole(path, bytes).map_err(BuildError::file("write", path))
}

/// Removes a file that may be there, of an earlier build.
pub(super) fn remove(path: &Path) -> Result<(), BuildError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(BuildError::file("remove", path)(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    /// Runs a stage that writes `text`; whether it ran.
    fn stage(folder: &mut Folder, key: &str, text: &str) -> bool {
        let work = |path: &Path| write_whole(&path.join("out"), text.as_bytes());
        !folder.stage("tool", KeyBuilder::default().part(key), &["out"], work).unwrap().reused
    }

    #[test]
    fn a_folder_is_built_in_by_one_at_a_time() {
        let place = tempfile::tempdir().unwrap();
        let first = lock(place.path()).unwrap();
        let second = lock(place.path()).unwrap_err().to_string();
        assert!(second.starts_with("another build works in /") && second.ends_with("in another folder"), "{second}");
        drop(first);
        assert!(lock(place.path()).is_ok(), "it ended");
    }

    #[test]
    fn a_folder_is_judged_by_where_it_is() {
        let place = tempfile::tempdir().unwrap();
        let (open, link) = (place.path().join("open"), place.path().join("link"));
        fs::create_dir_all(open.join("below")).unwrap();
        symlink(open.join("below"), &link).unwrap();
        for folder in [&link, &open.join("below")] {
            fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
            assert!(matches!(own(folder), Err(BuildError::Foreign { .. })), "others may exchange it");
            fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).unwrap();
            assert!(own(folder).is_ok());
        }
        // A folder of somebody else, as a container has it of its host.
        if fs::metadata(&open).unwrap().uid() == 0 {
            chown(&open, Some(1000), Some(1000)).unwrap();
            assert!(own(&open.join("below")).is_ok());
            assert!(matches!(own(&open), Err(BuildError::Foreign { .. })));
        }
    }

    #[test]
    fn a_stage_runs_when_something_changed() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(place.path()).unwrap();
        assert!(stage(&mut folder, "a", "1"));
        assert!(!stage(&mut folder, "a", "never written"));
        assert!(stage(&mut folder, "b", "2"), "another key");
        let mut folder = Folder::open(place.path()).unwrap();
        assert!(!stage(&mut folder, "b", "never written"), "the record is kept");
        assert_eq!(folder.as_made("tool", "out"), Some(b"2".to_vec()));
        fs::write(place.path().join("out"), "half").unwrap();
        assert_eq!((folder.as_made("tool", "out"), folder.as_made("tool", "other")), (None, None));
        assert!(stage(&mut folder, "b", "2"), "a file that was changed");
        fs::remove_file(place.path().join("out")).unwrap();
        assert!(stage(&mut folder, "b", "2"), "a file that is gone");
        fs::write(place.path().join(FILE), "{ broken").unwrap();
        assert!(stage(&mut Folder::open(place.path()).unwrap(), "b", "2"), "a record that is broken");
    }

    #[test]
    fn a_stage_that_failed_has_made_nothing() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(place.path()).unwrap();
        assert!(stage(&mut folder, "a", "1"));
        let fail = |_: &Path| Err(BuildError::Broken("no".to_owned()));
        assert!(folder.stage("tool", KeyBuilder::default().part("b"), &["out"], fail).is_err());
        assert!(stage(&mut folder, "a", "1"), "what was made before is not trusted either");
        let nothing = folder.stage("tool", KeyBuilder::default().part("c"), &["missing"], |_| Ok(()));
        assert!(nothing.is_err(), "a tool that ends well without its output");
    }
}
