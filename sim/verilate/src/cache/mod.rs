//! Built libraries, objects and netlists, kept by content hash.
//!
//! ```text
//! ROOT/models/<key>/   model.so, sums        ROOT/lock/<kind>-<two digits>   file locks, 256 of each kind
//! ROOT/runtime/<key>/  *.o, sums             ROOT/tmp/                       work in progress
//! ROOT/netlists/<key>/ netlist.v, statistics.json, sums
//! ROOT/texts/<key>/    what a caller names, sums
//! ```
//!
//! An entry is made aside and moved into place, so a reader sees all of it or nothing. `sums` holds the SHA-256 of
//! every file: an entry that does not match (a crash, a full disk, a changed byte) is made again. Two makers of one
//! entry exclude each other by a file lock, also across processes. The oldest entries go when the cache grows too big.
//!
//! The sums are no protection against anybody: who can write an entry can write its sums. So nothing is taken that
//! somebody else could have put there: the root, all folders above and below it and all files of an entry belong to the
//! user or to root, and nobody else may write them. Where the cache is not such a place, what is built is not kept, unless the
//! user asked for that very place. A cache that can't be written serves what it has; all else is made in a temporary folder.

mod evict;
mod key;
mod place;

use std::env;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

pub use key::{Key, KeyBuilder, digest};
pub use place::ENV_CACHE;
use place::make_folder;

use crate::files::Scratch;
use crate::tools::{Budget, ToolLimits};
use crate::{Observer, SimError};

/// Size above which old entries are removed.
pub const DEFAULT_MAX_BYTES: u64 = 2 << 30;
/// The file with the hashes of an entry; its date is the date of the entry's last use.
const SUMS: &str = "sums";

/// Pause between two tries to get a lock.
const PAUSE: Duration = Duration::from_millis(10);
/// The stages of a build in which no tool runs.
const FROM_CACHE: &str = "from the cache";
const WAIT: &str = "wait for another build";

/// What an entry holds; entries of different kinds lie in different folders and have different locks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EntryKind {
    /// A loadable model.
    Model,
    /// Verilator's runtime as object files.
    Runtime,
    /// A netlist and its statistics.
    Netlist,
    /// Texts that tools of the caller make.
    Texts,
}

impl EntryKind {
    const ALL: [Self; 4] = [Self::Model, Self::Runtime, Self::Netlist, Self::Texts];

    fn folder(self) -> &'static str {
        match self {
            Self::Model => "models",
            Self::Runtime => "runtime",
            Self::Netlist => "netlists",
            Self::Texts => "texts",
        }
    }
}

/// A directory of built models, shared by threads and processes.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
    max_bytes: u64,
    /// Removes the folder of a cache that nobody else shares.
    temporary: Option<Arc<Scratch>>,
    /// Takes what this one has no room for, once it is needed.
    spare: Arc<Mutex<Option<Self>>>,
    /// Whether it was said that this one can't be written.
    is_told: Arc<AtomicBool>,
}

/// The user's cache, or what stands for it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The cache.
    pub cache: Cache,
    /// What the user is to be told of it: a line each, without full stop.
    pub notes: Vec<String>,
}

impl Cache {
    /// The user's cache: [`ENV_CACHE`], else `$XDG_CACHE_HOME/gdl2hdl`, else `~/.cache/gdl2hdl`. Where there is none
    /// that can be written, or others could put files there, which would be run as code, a temporary one, which is gone
    /// with this value.
    ///
    /// # Errors
    /// [`SimError::UnsafeCache`] when others could put files into the folder that [`ENV_CACHE`] names, or among temporary
    /// files; [`SimError::Io`] when there is no room for temporary files either.
    pub fn find() -> Result<Found, SimError> {
        Self::find_at(place::named(|name| env::var_os(name)))
    }

    fn find_at(place::Named { root, asked_for, mut notes }: place::Named) -> Result<Found, SimError> {
        let opened = root.ok_or(SimError::NoCacheDirectory).and_then(|root| Self::open(&root));
        let cache = match opened {
            Err(error @ SimError::UnsafeCache { .. }) if asked_for => return Err(error),
            Ok(cache) => {
                if let Err(error) = cache.temp_dir() {
                    notes.extend(cache.alone(&error));
                }
                cache
            }
            Err(error) => {
                notes.push(format!("note: {error}; what is built is not kept"));
                Self::temporary()?
            }
        };
        Ok(Found { cache, notes })
    }

    /// Uses `root`, and makes it if it is not there.
    ///
    /// # Errors
    /// [`SimError::Io`]; [`SimError::UnsafeCache`] when others could put files there, which would be run as code.
    pub fn open(root: &Path) -> Result<Self, SimError> {
        let root = place::prepared(root)?;
        Ok(Self { root, max_bytes: DEFAULT_MAX_BYTES, temporary: None, spare: Arc::default(), is_told: Arc::default() })
    }

    /// What is to be said, once, of a cache that can't be written.
    fn alone(&self, error: &SimError) -> Option<String> {
        let note = || format!("note: {error}; what the cache does not have is built for this run alone");
        (!self.is_told.swap(true, Ordering::Relaxed)).then(note)
    }

    /// A cache that nobody else shares and that is gone with the last copy of this value.
    fn temporary() -> Result<Self, SimError> {
        let folder = Scratch::new().map_err(SimError::io("make a temporary folder in", env::temp_dir()))?;
        let cache = Self::open(folder.path())?;
        Ok(Self { temporary: Some(Arc::new(folder)), ..cache })
    }

    /// Files of text that tools of the caller make of what is in `key`: `make(work)` makes them in a folder that is
    /// private and empty.
    ///
    /// # Errors
    /// Those of `make`, [`SimError::UnsafeCache`], [`SimError::Stopped`] by the observer, [`SimError::Io`].
    pub fn texts<const N: usize>(
        &self,
        key: &Key,
        names: [&str; N],
        observer: &dyn Observer,
        make: impl Fn(&Path) -> Result<(), SimError>,
    ) -> Result<[String; N], SimError> {
        let make = |work: &Path, out: &Path| {
            make(work)?;
            let keep =
                |name: &str| fs::rename(work.join(name), out.join(name)).map_err(SimError::io("keep", work.join(name)));
            names.into_iter().try_for_each(keep)
        };
        let open = |entry: &Path| {
            let mut texts = names.map(|_| String::new());
            for (name, text) in names.into_iter().zip(&mut texts) {
                let bytes = fs::read(entry.join(name)).map_err(SimError::io("read", entry.join(name)))?;
                *text = String::from_utf8_lossy(&bytes).into_owned();
            }
            Ok(texts)
        };
        Ok(self.get(EntryKind::Texts, key, ToolLimits::default().observed(observer), make, open)?.0)
    }

    /// The cache for what this one has no room for.
    fn spare(&self) -> Result<Self, SimError> {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        match &*spare {
            Some(spare) => Ok(spare.clone()),
            None => Ok(spare.insert(Self::temporary()?).clone()),
        }
    }

    /// Opens an entry, after making it if it is missing or damaged. The flag tells whether `make` ran.
    ///
    /// `make(work, out)` may fill `work` as it likes and puts the entry's files into `out`. `open` runs under the lock,
    /// so the entry cannot be evicted before it is open. Where the cache can't be written, both are done in another
    /// place.
    pub(crate) fn get<T>(
        &self,
        kind: EntryKind,
        key: &Key,
        budget: Budget<'_>,
        make: impl Fn(&Path, &Path) -> Result<(), SimError>,
        open: impl Fn(&Path) -> Result<T, SimError>,
    ) -> Result<(T, bool), SimError> {
        match self.get_here(kind, key, budget, &make, &open) {
            Err(error) if self.temporary.is_none() && place::is_unwritable(&error, &self.root) => {
                self.alone(&error).iter().for_each(|note| budget.found(note));
                self.spare()?.get_here(kind, key, budget, &make, &open)
            }
            outcome => outcome,
        }
    }

    fn get_here<T>(
        &self,
        kind: EntryKind,
        key: &Key,
        budget: Budget<'_>,
        make: &impl Fn(&Path, &Path) -> Result<(), SimError>,
        open: &impl Fn(&Path) -> Result<T, SimError>,
    ) -> Result<(T, bool), SimError> {
        let entry = self.entry(kind, key);
        let lock = match self.lock_file(kind, key.lock_name()) {
            Ok(lock) => lock,
            // Nobody evicts anything from what can't be written.
            Err(_) if is_sound(&entry)? => return Ok((open(&entry)?, false)),
            Err(error) => return Err(error),
        };
        patiently(|| lock.try_lock_shared(), &entry, budget)?;
        if is_sound(&entry)? {
            // Verilator's runtime is a part of every model: only its making is worth telling.
            if kind != EntryKind::Runtime {
                budget.stage(FROM_CACHE);
            }
            touch(&entry);
            return Ok((open(&entry)?, false));
        }
        lock.unlock().map_err(SimError::io("unlock", &entry))?;
        patiently(|| lock.try_lock(), &entry, budget)?;
        // Another maker may have been faster.
        let made = !is_sound(&entry)?;
        if made {
            self.make(&entry, make)?;
        }
        let opened = open(&entry)?;
        drop(lock);
        if made {
            evict::shrink(self, &entry);
        }
        Ok((opened, made))
    }

    fn make(&self, entry: &Path, make: &impl Fn(&Path, &Path) -> Result<(), SimError>) -> Result<(), SimError> {
        let temp = self.temp_dir()?;
        let [work, out] = ["work", "out"].map(|name| temp.path().join(name));
        make_folder(&work)?;
        make_folder(&out)?;
        make(&work, &out)?;
        let sums = sums(&out).map_err(SimError::io("read", &out))?;
        fs::write(out.join(SUMS), sums).map_err(SimError::io("write", &out))?;
        place::close(&out)?;
        // A damaged predecessor is moved aside, not overwritten: somebody may still have it loaded.
        match fs::rename(entry, temp.path().join("old")) {
            Err(e) if e.kind() != ErrorKind::NotFound => return Err(SimError::io("remove", entry)(e)),
            _ => {}
        }
        fs::rename(&out, entry).map_err(SimError::io("make", entry))
    }

    fn entry(&self, kind: EntryKind, key: &Key) -> PathBuf {
        self.root.join(kind.folder()).join(key.to_string())
    }

    fn lock_file(&self, kind: EntryKind, name: &str) -> Result<File, SimError> {
        let path = self.root.join("lock").join(format!("{}-{name}", kind.folder()));
        File::options().create(true).append(true).open(&path).map_err(SimError::io("open", path))
    }

    fn temp_dir(&self) -> Result<Scratch, SimError> {
        let tmp = self.root.join("tmp");
        Scratch::new_in(&tmp, "build-").map_err(SimError::io("make a folder in", tmp))
    }
}

/// Takes a lock, however long another holds it, unless the build is stopped.
fn patiently(lock: impl Fn() -> Result<(), TryLockError>, entry: &Path, budget: Budget<'_>) -> Result<(), SimError> {
    let mut waiting = None;
    loop {
        match lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(SimError::io("lock", entry)(error)),
        }
        waiting.get_or_insert_with(|| budget.stage(WAIT)).go_on()?;
        thread::sleep(PAUSE);
    }
}

/// Notes the use, for the order of eviction. A cache that cannot be written still serves.
fn touch(entry: &Path) {
    let noted = File::options().append(true).open(entry.join(SUMS)).and_then(|f| f.set_modified(SystemTime::now()));
    drop(noted);
}

/// Whether an entry can be opened; it is looked at only while nobody can exchange it, under its lock.
///
/// # Errors
/// [`SimError::UnsafeCache`] when somebody else could have made or changed it.
fn is_sound(entry: &Path) -> Result<bool, SimError> {
    place::check_entry(entry)?;
    Ok(is_whole(entry))
}

/// Whether all files of the entry are there and unchanged.
fn is_whole(entry: &Path) -> bool {
    let Ok(noted) = fs::read_to_string(entry.join(SUMS)) else { return false };
    sums(entry).is_ok_and(|found| found == noted)
}

/// One line a file, sorted by name: hash, blank, name.
fn sums(dir: &Path) -> std::io::Result<String> {
    let mut lines = Vec::new();
    for item in fs::read_dir(dir)? {
        let item = item?;
        let name = item.file_name().to_string_lossy().into_owned();
        if name != SUMS {
            let hash = key::digest(&fs::read(item.path())?);
            lines.push((name, hash));
        }
    }
    lines.sort();
    Ok(lines.iter().map(|(name, hash)| format!("{hash} {name}\n")).collect())
}

#[cfg(test)]
mod tests;
