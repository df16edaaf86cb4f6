use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::*;
use crate::tools::ToolLimits;
use crate::{Observer, Reason, Stage};

fn unobserved() -> Budget<'static> {
    ToolLimits::default().start()
}

fn key(text: &str) -> Key {
    KeyBuilder::default().part(text).finish()
}

fn read(entry: &Path) -> Result<String, SimError> {
    fs::read_to_string(entry.join("file")).map_err(SimError::io("read", entry))
}

fn put(cache: &Cache, name: &str, text: &str) -> (String, bool) {
    let make = |_: &Path, out: &Path| fs::write(out.join("file"), text).map_err(SimError::io("write", out));
    cache.get(EntryKind::Model, &key(name), unobserved(), make, read).unwrap()
}

#[test]
fn an_entry_is_made_once() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    assert_eq!(put(&cache, "a", "one"), ("one".to_owned(), true));
    assert_eq!(put(&cache, "a", "two"), ("one".to_owned(), false));
}

#[test]
fn damaged_entries_are_made_again() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    put(&cache, "a", "one");
    let entry = cache.entry(EntryKind::Model, &key("a"));
    fs::write(entry.join("file"), "oops").unwrap();
    assert_eq!(put(&cache, "a", "two"), ("two".to_owned(), true));
    fs::remove_file(entry.join("file")).unwrap();
    assert_eq!(put(&cache, "a", "three"), ("three".to_owned(), true));
    fs::remove_file(entry.join(SUMS)).unwrap();
    assert_eq!(put(&cache, "a", "four"), ("four".to_owned(), true));
}

#[test]
fn a_failed_make_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    let fail = |_: &Path, out: &Path| {
        fs::write(out.join("file"), "half").map_err(SimError::io("write", out))?;
        Err(SimError::NoClock)
    };
    assert!(cache.get(EntryKind::Model, &key("a"), unobserved(), fail, read).is_err());
    assert_eq!(fs::read_dir(dir.path().join("tmp")).unwrap().count(), 0);
    assert_eq!(put(&cache, "a", "whole"), ("whole".to_owned(), true));
}

#[test]
fn parallel_makers_make_once() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    let made = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| made.fetch_add(usize::from(put(&cache, "a", "one").1), Ordering::Relaxed));
        }
    });
    assert_eq!(made.into_inner(), 1);
}

/// Stops as soon as it is told that another build is waited for.
#[derive(Default)]
struct Impatient(AtomicUsize);

impl Observer for Impatient {
    fn reason(&self) -> Option<Reason> {
        (self.0.load(Ordering::Relaxed) > 0).then_some(Reason::Deadline)
    }
    fn stage(&self, stage: Stage) {
        self.0.fetch_add(usize::from(stage.name == WAIT), Ordering::Relaxed);
    }
}

#[test]
fn who_waits_for_another_build_can_be_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    let lock = cache.lock_file(EntryKind::Model, key("a").lock_name()).unwrap();
    lock.lock().unwrap();
    let make = |_: &Path, _: &Path| Ok(());
    let observer = Impatient::default();
    let budget = ToolLimits::default().observed(&observer);
    let error = cache.get(EntryKind::Model, &key("a"), budget, make, read).unwrap_err();
    assert!(matches!(error, SimError::Stopped { stage } if stage.name == WAIT), "{error}");
    lock.unlock().unwrap();
    assert_eq!(put(&cache, "a", "one"), ("one".to_owned(), true));
}

/// While another build holds the lock, what it exchanges is not judged.
#[test]
fn an_entry_is_judged_under_its_lock() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    put(&cache, "a", "one");
    let file = cache.entry(EntryKind::Model, &key("a")).join("file");
    let lock = cache.lock_file(EntryKind::Model, key("a").lock_name()).unwrap();
    lock.lock().unwrap();
    mode(&file, 0o666);
    let observer = Impatient::default();
    let make = |_: &Path, _: &Path| Err(SimError::NoClock);
    let error =
        cache.get(EntryKind::Model, &key("a"), ToolLimits::default().observed(&observer), make, read).unwrap_err();
    assert!(matches!(error, SimError::Stopped { stage } if stage.name == WAIT), "{error}");
    lock.unlock().unwrap();
    unsafe_reason(planted(&cache));
}

/// Which of four entries are left when three fit; the first was used last.
fn left_of_four() -> [bool; 4] {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    let text = "x".repeat(1000);
    for (name, age) in [("a", 30), ("b", 20), ("c", 10)] {
        put(&cache, name, &text);
        let sums = cache.entry(EntryKind::Model, &key(name)).join(SUMS);
        let then = SystemTime::now() - std::time::Duration::from_secs(age);
        File::options().append(true).open(sums).unwrap().set_modified(then).unwrap();
    }
    // A hit makes `a` the youngest.
    put(&cache, "a", &text);
    put(&Cache { max_bytes: 3500, ..cache.clone() }, "d", &text);
    ["a", "b", "c", "d"].map(|name| cache.entry(EntryKind::Model, &key(name)).exists())
}

#[test]
fn the_oldest_use_goes_first() {
    // A process that another test is just starting has a copy of every open lock until it runs its own program.
    // An entry whose lock is held is passed over, so one try may be disturbed, but not each of many.
    assert!((0..20).any(|_| left_of_four() == [true, false, true, true]));
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// The reason why a cache, or an entry of it, is refused.
fn unsafe_reason<T: std::fmt::Debug>(outcome: Result<T, SimError>) -> String {
    let error = outcome.unwrap_err();
    assert!(matches!(error, SimError::UnsafeCache { .. }), "{error}");
    error.to_string()
}

/// Asks for the entry that `put(cache, "a", "one")` makes.
fn planted(cache: &Cache) -> Result<(String, bool), SimError> {
    let make = |_: &Path, _: &Path| Err(SimError::NoClock);
    cache.get(EntryKind::Model, &key("a"), unobserved(), make, read)
}

#[test]
fn a_place_where_others_may_write_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("cache");
    let cache = Cache::open(&root).unwrap();
    put(&cache, "a", "one");
    for folder in [dir.path().to_owned(), root.clone(), root.join("models"), root.join("tmp"), root.join("lock")] {
        for open in [0o777, 0o757, 0o702] {
            mode(&folder, open);
            let said = unsafe_reason(Cache::open(&root));
            assert!(said.contains("can be written by everybody") && said.contains("GDL2HDL_CACHE"), "{said}");
            mode(&folder, 0o700);
        }
    }
    mode(&root, 0o1777);
    unsafe_reason(Cache::open(&root));
    mode(&root, 0o700);
    let entry = cache.entry(EntryKind::Model, &key("a"));
    for path in [entry.clone(), entry.join("file"), entry.join(SUMS)] {
        let old = fs::metadata(&path).unwrap().permissions().mode();
        mode(&path, old | 0o022);
        unsafe_reason(planted(&cache));
        mode(&path, old);
    }
    assert_eq!(planted(&cache).unwrap(), ("one".to_owned(), false));
    std::os::unix::fs::symlink("file", entry.join("link")).unwrap();
    assert!(unsafe_reason(planted(&cache)).contains("is no plain file"));
}

#[test]
fn the_place_that_is_asked_for_is_refused_any_other_is_done_without() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().to_str().unwrap();
    let find = |name: &str| Cache::find_at(place::named(|asked| (asked == name).then(|| root.into())));
    for name in [ENV_CACHE, "XDG_CACHE_HOME", "HOME"] {
        mode(dir.path(), 0o700);
        let found = find(name).unwrap();
        assert!(found.cache.root.starts_with(root) && found.notes.is_empty(), "{name}");
        mode(dir.path(), 0o777);
        match (name, find(name)) {
            (ENV_CACHE, found) => assert!(unsafe_reason(found).contains("can be written by everybody")),
            (_, found) => {
                let Found { cache, notes } = found.unwrap();
                assert!(!cache.root.starts_with(root) && notes.len() == 1, "{notes:?}");
                assert!(
                    notes[0].contains("can be written by everybody") && notes[0].ends_with("is not kept"),
                    "{notes:?}"
                );
                assert!(put(&cache, "a", "one").1, "and serves");
            }
        }
    }
}

/// Counts what it is told.
#[derive(Default)]
struct Told(AtomicUsize);

impl Observer for Told {
    fn reason(&self) -> Option<Reason> {
        None
    }
    fn found(&self, _what: &str) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn that_nothing_is_kept_is_said_once() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    // No entry can be made any more, whoever tries.
    fs::remove_dir(dir.path().join("lock")).unwrap();
    fs::write(dir.path().join("lock"), "").unwrap();
    let observer = Told::default();
    let make = |_: &Path, out: &Path| fs::write(out.join("file"), "").map_err(SimError::io("write", out));
    for name in ["a", "b"] {
        cache.get(EntryKind::Model, &key(name), ToolLimits::default().observed(&observer), make, read).unwrap();
    }
    assert_eq!(observer.0.into_inner(), 1);
}

/// An entry with sums that fit, put there by somebody else. Only root can play somebody else.
#[test]
fn what_somebody_else_put_there_is_not_opened() {
    if !rustix::process::geteuid().is_root() {
        return assert!(Cache::open(Path::new("/proc/1/root/cache")).is_err(), "root's, and not to be seen");
    }
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("cache");
    let cache = Cache::open(&root).unwrap();
    put(&cache, "a", "one");
    let entry = cache.entry(EntryKind::Model, &key("a"));
    let owner = |path: &Path, owner| std::os::unix::fs::chown(path, Some(owner), None).unwrap();
    for path in [entry.clone(), entry.join("file"), entry.join(SUMS)] {
        owner(&path, 65534);
        assert!(unsafe_reason(planted(&cache)).contains("belongs to user 65534"));
        owner(&path, 0);
    }
    assert!(planted(&cache).is_ok());
    for path in [root.join("models"), root.clone(), dir.path().to_owned()] {
        owner(&path, 65534);
        assert!(unsafe_reason(Cache::open(&root)).contains("belongs to user 65534"));
        owner(&path, 0);
    }
}

#[test]
fn what_a_loose_mask_left_open_is_closed() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    let make = |_: &Path, out: &Path| {
        fs::write(out.join("file"), "one").map_err(SimError::io("write", out))?;
        mode(&out.join("file"), 0o666);
        Ok(())
    };
    cache.get(EntryKind::Model, &key("a"), unobserved(), make, read).unwrap();
    assert_eq!(planted(&cache).unwrap(), ("one".to_owned(), false));
}

#[test]
fn what_can_not_be_kept_is_made_all_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    put(&cache, "a", "one");
    // Neither locks nor entries can be made any more, whoever tries.
    for folder in ["lock", "tmp"] {
        fs::remove_dir_all(dir.path().join(folder)).unwrap();
        fs::write(dir.path().join(folder), "").unwrap();
    }
    assert_eq!(put(&cache, "a", "two"), ("one".to_owned(), false), "it serves what it has");
    assert_eq!(put(&cache, "b", "three"), ("three".to_owned(), true));
    assert_eq!(put(&cache, "b", "four"), ("three".to_owned(), false), "kept as long as the cache is in use");
}
