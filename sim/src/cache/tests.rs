use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::*;
use crate::tools::Limits;
use crate::{Reason, Stage, Watch};

fn unwatched() -> Budget<'static> {
    Limits::default().start()
}

fn key(text: &str) -> Key {
    KeyBuilder::default().part(text).finish()
}

fn read(entry: &Path) -> Result<String, SimError> {
    fs::read_to_string(entry.join("file")).map_err(SimError::io("read", entry))
}

fn put(cache: &Cache, name: &str, text: &str) -> (String, bool) {
    let make = |_: &Path, out: &Path| fs::write(out.join("file"), text).map_err(SimError::io("write", out));
    cache.get(Kind::Model, &key(name), unwatched(), make, read).unwrap()
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
    let entry = cache.entry(Kind::Model, &key("a"));
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
    assert!(cache.get(Kind::Model, &key("a"), unwatched(), fail, read).is_err());
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

impl Watch for Impatient {
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
    let lock = cache.lock_file(Kind::Model, key("a").lock_name()).unwrap();
    lock.lock().unwrap();
    let make = |_: &Path, _: &Path| Ok(());
    let watch = Impatient::default();
    let budget = Limits::default().watched(&watch);
    let error = cache.get(Kind::Model, &key("a"), budget, make, read).unwrap_err();
    assert!(matches!(error, SimError::Stopped { stage } if stage.name == WAIT), "{error}");
    lock.unlock().unwrap();
    assert_eq!(put(&cache, "a", "one"), ("one".to_owned(), true));
}

/// Which of four entries are left when three fit; the first was used last.
fn left_of_four() -> [bool; 4] {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    let text = "x".repeat(1000);
    for (name, age) in [("a", 30), ("b", 20), ("c", 10)] {
        put(&cache, name, &text);
        let sums = cache.entry(Kind::Model, &key(name)).join(SUMS);
        let then = SystemTime::now() - std::time::Duration::from_secs(age);
        File::options().append(true).open(sums).unwrap().set_modified(then).unwrap();
    }
    // A hit makes `a` the youngest.
    put(&cache, "a", &text);
    put(&Cache { max_bytes: 3500, ..cache.clone() }, "d", &text);
    ["a", "b", "c", "d"].map(|name| cache.entry(Kind::Model, &key(name)).exists())
}

#[test]
fn the_oldest_use_goes_first() {
    // A process that another test is just starting has a copy of every open lock until it runs its own program.
    // An entry whose lock is held is passed over, so one try may be disturbed, but not each of many.
    assert!((0..20).any(|_| left_of_four() == [true, false, true, true]));
}

#[test]
fn a_folder_open_to_everybody_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
    assert!(matches!(Cache::open(dir.path()), Err(SimError::UnsafeCache { .. })));
}
