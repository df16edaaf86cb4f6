//! Files that are whole or not there, also after a full disk, a signal, or the power.

use std::cell::Cell;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat};
use rustix::process::geteuid;
use tempfile::{Builder, NamedTempFile};

use super::scratch::UnderWay;

/// What a new file is for all that may read and write, before the user's mask.
const MODE: u32 = 0o666;
/// How the names of files begin that are not yet in their place, where there is no way without a name.
const PREFIX: &str = ".gdl2hdl-";
/// Characters behind that.
const RANDOM: usize = 6;
/// A file that was not written for so long is nobody's any more, if nobody holds it.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// A file that is being written, out of sight, and will stand in place of another.
///
/// Where the file system can do that it has no name until it takes its place: whatever ends the program before, nothing of it
/// stays. Elsewhere what a killed program left is removed when the next file is written into the same folder, an hour later
/// or more.
#[derive(Debug)]
pub struct Aside {
    file: Written,
    target: PathBuf,
}

#[derive(Debug)]
enum Written {
    Nameless(File),
    Named(NamedTempFile, UnderWay),
}

impl Aside {
    /// Begins a file that is to stand at `target`. **Shape:** `target` is no link, and what is there is no folder.
    ///
    /// It may be read and written by whom any new file may be, but by nobody that could not read or write what is there
    /// now.
    ///
    /// # Errors
    /// Those of the system, without any path.
    pub fn at(target: &Path) -> io::Result<Self> {
        let folder = folder_of(target);
        let file = match nameless(folder) {
            Some(file) => Written::Nameless(file),
            None => named(folder)?,
        };
        let aside = Self { file, target: target.to_owned() };
        if let Ok(old) = fs::symlink_metadata(target) {
            let mode = aside.file().metadata()?.permissions().mode() & old.permissions().mode() & MODE;
            aside.file().set_permissions(Permissions::from_mode(mode))?;
        }
        Ok(aside)
    }

    fn file(&self) -> &File {
        match &self.file {
            Written::Nameless(file) => file,
            Written::Named(file, _) => file.as_file(),
        }
    }

    /// Sees to it that all of it is on the disk.
    ///
    /// # Errors
    /// Those of the system.
    pub fn sync(&self) -> io::Result<()> {
        self.file().sync_all()
    }

    /// Gives it a name of its own beside its place.
    fn named(self) -> io::Result<(NamedTempFile<()>, PathBuf)> {
        let path = match self.file {
            Written::Nameless(file) => {
                let from = format!("/proc/self/fd/{}", file.as_raw_fd());
                let link = |name: &Path| Ok(linkat(CWD, from.as_str(), CWD, name, AtFlags::SYMLINK_FOLLOW)?);
                make_in(folder_of(&self.target), link)?
            }
            Written::Named(file, _under_way) => {
                let (_, path) = file.into_parts();
                NamedTempFile::from_parts((), path)
            }
        };
        Ok((path, self.target))
    }
}

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// Puts files in their places, all or none: what can fail is done before the first is where it belongs.
///
/// # Errors
/// Those of the system, with the place that could not be taken; all places are as they were, but for those before it
/// where a place was taken away meanwhile.
pub fn keep_all(files: Vec<Aside>) -> Result<(), (PathBuf, io::Error)> {
    let with_name = |file: Aside| {
        let target = file.target.clone();
        file.named().map_err(|error| (target, error))
    };
    let files: Vec<_> = files.into_iter().map(with_name).collect::<Result<_, _>>()?;
    for (file, target) in files {
        file.persist(&target).map_err(|error| (target, error.error))?;
    }
    Ok(())
}

/// Writes a file, and sees to it that all of it is on the disk before it takes its place.
///
/// # Errors
/// Those of the system, without any path.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Aside::at(path)?;
    file.write_all(bytes)?;
    file.sync()?;
    keep_all(vec![file]).map_err(|(_, error)| error)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// `None` where the file system has no files without a name, or nothing says how to give them one.
fn nameless(folder: &Path) -> Option<File> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = openat(CWD, folder, flags, Mode::from_raw_mode(MODE)).ok()?;
    Path::new("/proc/self/fd").exists().then(|| File::from(file))
}

fn named(folder: &Path) -> io::Result<Written> {
    clear_abandoned(folder);
    let file = make_in(folder, |path| File::options().write(true).create_new(true).mode(MODE).open(path))?;
    let under_way = UnderWay::new(file.path());
    // Held as long as somebody writes. Where there are no locks, the file's age must do.
    let _locked = file.as_file().try_lock();
    Ok(Written::Named(file, under_way))
}

/// Removes files with names that programs which were killed left in a folder. What can't be removed does no harm.
fn clear_abandoned(folder: &Path) {
    let Ok(items) = fs::read_dir(folder) else { return };
    let is_ours = |name: &str| name.strip_prefix(PREFIX).is_some_and(|rest| rest.len() == RANDOM);
    let paths = items.flatten().filter(|item| item.file_name().to_str().is_some_and(is_ours)).map(|item| item.path());
    paths.filter(|path| is_abandoned(path).unwrap_or(false)).for_each(|path| drop(fs::remove_file(path)));
}

/// Whether a file is this user's, was not written for long, and is held by nobody, on whichever machine.
fn is_abandoned(path: &Path) -> io::Result<bool> {
    let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = File::from(openat(CWD, path, flags, Mode::empty())?);
    let meta = file.metadata()?;
    let is_old = meta.modified()?.elapsed().is_ok_and(|age| age > ABANDONED);
    Ok(meta.is_file() && meta.uid() == geteuid().as_raw() && is_old && file.try_lock().is_ok())
}

/// Makes something with a name that nobody has. Errors are the system's, without the name, which says nothing to anybody.
fn make_in<T>(folder: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<NamedTempFile<T>> {
    let last = Cell::new(None);
    let noted = |path: &Path| make(path).inspect_err(|error| last.set(error.raw_os_error()));
    let made = Builder::new().prefix(PREFIX).rand_bytes(RANDOM).make_in(folder, noted);
    made.map_err(|error| last.get().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|item| item.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn nothing_is_there_before_all_of_it_is() {
        let place = tempfile::tempdir().unwrap();
        let target = place.path().join("a");
        let without_name = || Aside::at(&target).unwrap();
        let with_name = || Aside { file: named(place.path()).unwrap(), target: target.clone() };
        for begin in [&without_name as &dyn Fn() -> Aside, &with_name] {
            let mut aside = begin();
            aside.write_all(b"half").unwrap();
            assert!(!target.exists());
            drop(aside);
            assert!(names(place.path()).is_empty());
            let mut aside = begin();
            aside.write_all(b"whole").unwrap();
            keep_all(vec![aside]).unwrap();
            assert_eq!((names(place.path()), fs::read(&target).unwrap()), (vec!["a".to_owned()], b"whole".to_vec()));
            fs::remove_file(&target).unwrap();
        }
    }

    #[test]
    fn modes_are_those_of_a_new_file_at_most() {
        let place = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o7777;
        let (new, target) = (place.path().join("new"), place.path().join("a"));
        fs::write(&new, "").unwrap();
        for (old, expected) in [(0o6777, mode(&new)), (0o600, 0o600), (0o444, 0o444 & mode(&new))] {
            fs::write(&target, "").unwrap();
            fs::set_permissions(&target, Permissions::from_mode(old)).unwrap();
            write_whole(&target, b"b").unwrap();
            assert_eq!(mode(&target), expected, "{old:o}");
            fs::remove_file(&target).unwrap();
        }
        write_whole(&target, b"b").unwrap();
        assert_eq!(mode(&target), mode(&new));
    }

    #[test]
    fn of_several_files_all_or_none_are_there() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::create_dir(path("below")).unwrap();
        let files = vec![Aside::at(&path("a")).unwrap(), Aside::at(&path("below/b")).unwrap()];
        fs::remove_dir(path("below")).unwrap();
        let (at, error) = keep_all(files).unwrap_err();
        assert_eq!((at, error.kind()), (path("below/b"), io::ErrorKind::NotFound));
        assert!(names(place.path()).is_empty());
    }

    #[test]
    fn what_killed_programs_left_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        let old = |name: &str| {
            let file = File::create(path(name)).unwrap();
            file.set_modified(SystemTime::now() - ABANDONED * 2).unwrap();
            file
        };
        for name in [".gdl2hdl-aaaaaa", ".gdl2hdl-notes.txt", "other"] {
            old(name);
        }
        let held = old(".gdl2hdl-bbbbbb");
        held.lock().unwrap();
        File::create(path(".gdl2hdl-cccccc")).unwrap();
        std::os::unix::fs::symlink("other", path(".gdl2hdl-dddddd")).unwrap();
        drop(named(place.path()).unwrap());
        let left = [".gdl2hdl-bbbbbb", ".gdl2hdl-cccccc", ".gdl2hdl-dddddd", ".gdl2hdl-notes.txt", "other"];
        assert_eq!(names(place.path()), left);
        let writing = named(place.path()).unwrap();
        let Written::Named(file, _) = &writing else { panic!("it has a name") };
        file.as_file().set_modified(SystemTime::now() - ABANDONED * 2).unwrap();
        clear_abandoned(place.path());
        assert!(file.path().exists(), "somebody writes it");
    }

    #[test]
    fn errors_do_not_speak_of_other_files() {
        let error = write_whole(Path::new("/nowhere/at/all"), b"").unwrap_err().to_string();
        assert!(error.starts_with("No such file") && !error.contains("gdl2hdl"), "{error}");
    }
}
