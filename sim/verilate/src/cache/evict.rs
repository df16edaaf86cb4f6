//! Keeps the cache within its size, oldest use first, and clears what killed builds left behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Cache, EntryKind, SUMS};

/// A build cannot take this long: each of its tools has a time-out.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

struct Entry {
    used: SystemTime,
    bytes: u64,
    path: PathBuf,
    kind: EntryKind,
}

/// Removes entries, oldest use first, until the rest fits. `keep` stays. Failures are harmless here and are left to
/// the next call: the cache is only bigger than wished.
pub(super) fn shrink(cache: &Cache, keep: &Path) {
    clear_abandoned(&cache.root.join("tmp"));
    let mut entries: Vec<Entry> = EntryKind::ALL.into_iter().flat_map(|kind| list(cache, kind)).collect();
    entries.sort_by(|a, b| (a.used, &a.path).cmp(&(b.used, &b.path)));
    let mut total: u64 = entries.iter().map(|e| e.bytes).sum();
    for entry in entries.iter().filter(|e| e.path != keep) {
        if total <= cache.max_bytes {
            return;
        }
        if remove(cache, entry) {
            total -= entry.bytes;
        }
    }
}

/// Takes the entry out of sight in one step, then deletes it. An entry that is being made or opened stays.
fn remove(cache: &Cache, entry: &Entry) -> bool {
    let Some(lock_name) = entry.path.file_name().and_then(|n| n.to_str()).and_then(|n| n.get(..2)) else {
        return false;
    };
    let Ok(lock) = cache.lock_file(entry.kind, lock_name) else { return false };
    if lock.try_lock().is_err() {
        return false;
    }
    // The temporary folder deletes itself with all that was moved into it.
    cache.temp_dir().is_ok_and(|temp| fs::rename(&entry.path, temp.path().join("old")).is_ok())
}

fn list(cache: &Cache, kind: EntryKind) -> Vec<Entry> {
    let Ok(items) = fs::read_dir(cache.root.join(kind.folder())) else { return Vec::new() };
    items
        .filter_map(|item| {
            let path = item.ok()?.path();
            // Without sums it is broken: as old as can be.
            let used = fs::metadata(path.join(SUMS)).and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            Some(Entry { used, bytes: size(&path), path, kind })
        })
        .collect()
}

fn size(dir: &Path) -> u64 {
    let Ok(items) = fs::read_dir(dir) else { return 0 };
    items.filter_map(|item| Some(item.ok()?.metadata().ok()?.len())).sum()
}

fn clear_abandoned(tmp: &Path) {
    let Ok(items) = fs::read_dir(tmp) else { return };
    for item in items.flatten() {
        let age = item.metadata().and_then(|m| m.modified()).ok().and_then(|t| t.elapsed().ok());
        if age.is_some_and(|age| age > ABANDONED) {
            drop(fs::remove_dir_all(item.path()));
        }
    }
}
