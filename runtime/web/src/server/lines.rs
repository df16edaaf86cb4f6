//! All connections of a server.

use super::stage::Stage;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All connections, by the order in which they came.
#[derive(Default)]
pub(super) struct Lines {
    all: Mutex<(u64, BTreeMap<u64, Arc<Stage>>)>,
}

/// A place among them, given back when it is dropped.
pub(super) struct Place {
    lines: Arc<Lines>,
    number: u64,
}

impl Lines {
    fn all(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Arc<Stage>>)> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for another connection. When there are `most`, the oldest on which the other side is slow has to go;
    /// `None` when there is none.
    pub(super) fn place(self: &Arc<Self>, stage: &Arc<Stage>, most: usize) -> Option<Place> {
        let mut all = self.all();
        let (next, lines) = &mut *all;
        if lines.len() >= most {
            let slow = lines.iter().find(|(_, stage)| stage.is_theirs()).map(|(number, _)| *number)?;
            lines.remove(&slow)?.close();
        }
        let number = *next;
        *next += 1;
        lines.insert(number, Arc::clone(stage));
        Some(Place { lines: Arc::clone(self), number })
    }

    /// Closes those on which the other side is to do something.
    pub(super) fn close_idle(&self) {
        self.all().1.values().filter(|stage| stage.is_theirs()).for_each(|stage| stage.close());
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.lines.all().1.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_oldest_slow_one_has_to_go() {
        let lines = Arc::new(Lines::default());
        let stage = || Arc::new(Stage::new(Duration::from_secs(100)));
        let (answered, slow, third) = (stage(), stage(), stage());
        answered.ours();
        let first = lines.place(&answered, 2);
        let _second = lines.place(&slow, 2);
        assert!(lines.place(&third, 2).is_some_and(|place| place.number == 2));
        assert!(!slow.is_theirs() && third.is_theirs());
        let busy = stage();
        busy.ours();
        let _fourth = lines.place(&busy, 2);
        assert!(lines.place(&third, 2).is_none(), "all are to be answered");
        drop(first);
        assert!(lines.place(&third, 2).is_some());
    }
}
