//! Work that is shared between threads, with all failures told at the end.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Items that are worked on at a time: the machines that run the tests have two cores or more.
const THREADS: usize = 2;

/// Calls `make` on every item, `jobs` at a time. Results in the order of the items.
///
/// # Errors
/// The first one, in the order of the items.
///
/// # Panics
/// When `make` does.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    make: impl Fn(&T) -> io::Result<R> + Sync,
) -> io::Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let made = Mutex::new(Vec::new());
    let work = || {
        while let Some((i, item)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, items.get(i)?))) {
            let result = make(item);
            made.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((i, result));
        }
    };
    thread::scope(|scope| {
        (0..jobs.max(1)).for_each(|_| {
            scope.spawn(work);
        });
    });
    let mut made = made.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    made.sort_by_key(|(i, _)| *i);
    made.into_iter().map(|(_, result)| result).collect()
}

/// Calls `check` on every item, two at a time. An error does not keep the others from being checked.
///
/// # Panics
/// When there were errors, with all of them in the order of the items; and when `check` panics.
pub fn check_all<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    let checked = map(items, THREADS, |item| Ok(check(item))).unwrap_or_default();
    let messages: Vec<String> = checked.into_iter().filter_map(Result::err).collect();
    assert!(messages.is_empty(), "{} of {} failed:\n{}", messages.len(), items.len(), messages.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_checked_once() {
        let seen = Mutex::new(Vec::new());
        check_all(&[1, 2, 3, 4, 5], |item| {
            seen.lock().unwrap().push(*item);
            Ok(())
        });
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert_eq!(seen, [1, 2, 3, 4, 5]);
    }

    #[test]
    #[should_panic(expected = "2 of 3 failed:\none\ntwo")]
    fn all_failures_are_told() {
        check_all(&["one", "two", ""], |item| if item.is_empty() { Ok(()) } else { Err((*item).to_owned()) });
    }
}
