//! Values of states that a search has been to before.

use rustc_hash::FxHashMap;

/// Bytes of an entry beside its text and its values, about.
const OVERHEAD: usize = 320;

/// What a search found out about a state.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// What it is worth to each role.
    pub(super) values: Vec<f64>,
    /// The longest way to the end of the game, where the search saw all ends.
    pub(super) height: Option<u32>,
}

struct Entry {
    depth: u32,
    outcome: Outcome,
}

/// Outcomes by states, within a bound of memory. Keys are whole states, so no value is taken for that of another one.
pub(super) struct Table {
    /// A state has an entry for each depth: where all states come again one entry would be overwritten time and again.
    entries: FxHashMap<Box<str>, Vec<Entry>>,
    bytes: usize,
    most: usize,
}

impl Table {
    /// May take so many bytes.
    pub(super) fn new(most: usize) -> Self {
        Self { entries: FxHashMap::default(), bytes: 0, most }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }

    /// The outcome that a search of this depth would have.
    pub(super) fn find(&self, state: &str, depth: u32) -> Option<&Outcome> {
        let seen_all = |entry: &Entry| entry.outcome.height.is_some_and(|height| height <= depth);
        let mut entries = self.entries.get(state)?.iter();
        entries.find(|entry| entry.depth == depth || seen_all(entry)).map(|entry| &entry.outcome)
    }

    /// Keeps the outcome of a search of this depth, which is not in the table. A full table begins anew.
    pub(super) fn keep(&mut self, state: Box<str>, depth: u32, outcome: &Outcome) {
        let bytes = state.len() + outcome.values.len() * size_of::<f64>() + OVERHEAD;
        if self.bytes.saturating_add(bytes) > self.most {
            self.clear();
        }
        if bytes <= self.most {
            // A state that is there already is counted again: the bound holds all the same.
            self.bytes += bytes;
            self.entries.entry(state).or_default().push(Entry { depth, outcome: outcome.clone() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(height: Option<u32>) -> Outcome {
        Outcome { values: vec![1.0], height }
    }

    #[test]
    fn an_outcome_answers_for_depths_that_would_find_the_same() {
        let mut table = Table::new(1 << 20);
        table.keep("cut".into(), 4, &outcome(None));
        table.keep("whole".into(), 9, &outcome(Some(3)));
        table.keep("cut".into(), 7, &outcome(None));
        let found = |state, depth| table.find(state, depth).is_some();
        assert_eq!([3, 4, 5, 7].map(|depth| found("cut", depth)), [false, true, false, true]);
        assert_eq!([2, 3, 8].map(|depth| found("whole", depth)), [false, true, true]);
    }

    #[test]
    fn memory_is_bounded() {
        let mut table = Table::new(10 * OVERHEAD);
        for state in 0..1000 {
            table.keep(state.to_string().into(), 1, &outcome(None));
            assert!(table.entries.len() <= 10 && table.bytes <= 10 * OVERHEAD);
        }
        let mut none = Table::new(0);
        none.keep("state".into(), 1, &outcome(None));
        assert!(none.find("state", 1).is_none());
    }
}
