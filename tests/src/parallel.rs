//! Work that is shared between threads, with all failures told at the end.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Items that are worked on at a time: the machines that run the tests have two cores or more.
const THREADS: usize = 2;

/// Calls `check` on every item, two at a time. An error does not keep the others from being checked.
///
/// # Panics
/// When there were errors, with all of them in the order of the items; and when `check` panics.
pub fn check_all<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some((i, item)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, items.get(i)?))) {
            if let Err(error) = check(item) {
                failures.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((i, error));
            }
        }
    };
    thread::scope(|scope| {
        (0..THREADS).for_each(|_| {
            scope.spawn(work);
        });
    });
    let mut failures = failures.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    failures.sort();
    let messages: Vec<String> = failures.into_iter().map(|(_, error)| error).collect();
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
