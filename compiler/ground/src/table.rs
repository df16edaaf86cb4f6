//! Rows of terms with hash indexes: the store the grounder joins over.

use super::TermId;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// No row.
const NONE: u32 = u32::MAX;

fn hash_row<'a>(terms: impl Iterator<Item = &'a TermId>) -> u64 {
    let mut hasher = FxHasher::default();
    terms.for_each(|term| term.0.hash(&mut hasher));
    hasher.finish()
}

/// A set of rows, numbered in order of arrival. During a round of evaluation the rows are
/// `0..old` (seen before), `old..delta` (new in the last round), `delta..len` (found in this round).
#[derive(Clone, Debug, Default)]
pub(super) struct RowTable {
    arity: usize,
    rows: Vec<TermId>,
    len: u32,
    ids: HashTable<u32>,
    indexes: Vec<Index>,
    distinct: Vec<Distinct>,
    pub old: u32,
    pub delta: u32,
}

/// Rows by the values in some columns; rows with equal values are chained in ascending order.
#[derive(Clone, Debug)]
struct Index {
    columns: Vec<u8>,
    buckets: HashTable<(u32, u32)>,
    next: Vec<u32>,
}

/// The values seen in a column.
#[derive(Debug, Default, Clone)]
struct Distinct {
    seen: Vec<u64>,
    count: u32,
}

impl Distinct {
    fn add(&mut self, term: TermId) {
        let (word, bit) = (term.index() / 64, 1_u64 << (term.index() % 64));
        if word >= self.seen.len() {
            self.seen.resize(word + 1, 0);
        }
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.count += 1;
        }
    }
}

impl RowTable {
    pub(super) fn new(arity: usize) -> Self {
        Self { arity, distinct: vec![Distinct::default(); arity], ..Self::default() }
    }

    pub(super) fn len(&self) -> u32 {
        self.len
    }

    pub(super) fn row(&self, id: u32) -> &[TermId] {
        let start = id as usize * self.arity;
        &self.rows[start..start + self.arity]
    }

    pub(super) fn value(&self, id: u32, column: usize) -> TermId {
        self.rows[id as usize * self.arity + column]
    }

    /// Number of different values in a column.
    pub(super) fn distinct(&self, column: usize) -> u32 {
        self.distinct[column].count
    }

    /// The values seen in a column, as bits by term number.
    pub(super) fn values(&self, column: usize) -> &[u64] {
        &self.distinct[column].seen
    }

    /// The number of a row, if it is there.
    pub(super) fn find(&self, row: &[TermId]) -> Option<u32> {
        self.ids.find(hash_row(row.iter()), |&id| self.row(id) == row).copied()
    }

    /// The number of a row, added when it is new.
    pub(super) fn insert(&mut self, row: &[TermId]) -> u32 {
        debug_assert_eq!(row.len(), self.arity);
        let hash = hash_row(row.iter());
        let (rows, arity) = (&self.rows, self.arity);
        let at = |id: u32| &rows[id as usize * arity..(id as usize + 1) * arity];
        if let Some(&id) = self.ids.find(hash, |&id| at(id) == row) {
            return id;
        }
        let id = self.len;
        self.len += 1;
        self.rows.extend_from_slice(row);
        let (rows, arity) = (&self.rows, self.arity);
        self.ids.insert_unique(hash, id, |&id| hash_row(rows[id as usize * arity..(id as usize + 1) * arity].iter()));
        for (distinct, &term) in self.distinct.iter_mut().zip(row) {
            distinct.add(term);
        }
        id
    }

    /// The number of an index over these columns (ascending), made on first use.
    pub(super) fn index(&mut self, columns: &[u8]) -> usize {
        if let Some(found) = self.indexes.iter().position(|index| index.columns == columns) {
            return found;
        }
        self.indexes.push(Index { columns: columns.to_vec(), buckets: HashTable::new(), next: Vec::new() });
        self.indexes.len() - 1
    }

    /// Brings an index up to date with all rows. Must not run while rows of it are being walked.
    pub(super) fn refresh(&mut self, index: usize) {
        let (rows, arity) = (&self.rows, self.arity);
        let Index { columns, buckets, next } = &mut self.indexes[index];
        let key = |id: u32| {
            let row = &rows[id as usize * arity..(id as usize + 1) * arity];
            columns.iter().map(move |&c| &row[c as usize])
        };
        for id in gdl2hdl_gdl::id::id(next.len())..self.len {
            next.push(NONE);
            let hash = hash_row(key(id));
            match buckets.find_mut(hash, |&(first, _)| key(first).eq(key(id))) {
                Some((_, last)) => {
                    next[*last as usize] = id;
                    *last = id;
                }
                None => {
                    buckets.insert_unique(hash, (id, id), |&(first, _)| hash_row(key(first)));
                }
            }
        }
    }

    /// The first row whose indexed columns hold `key`.
    pub(super) fn first(&self, index: usize, key: &[TermId]) -> Option<u32> {
        let Index { columns, buckets, .. } = &self.indexes[index];
        let same = |&(first, _): &(u32, u32)| {
            let row = self.row(first);
            columns.iter().zip(key).all(|(&c, term)| row[c as usize] == *term)
        };
        buckets.find(hash_row(key.iter()), same).map(|&(first, _)| first)
    }

    /// The next row with the same key.
    pub(super) fn following(&self, index: usize, id: u32) -> Option<u32> {
        let next = self.indexes[index].next[id as usize];
        (next != NONE).then_some(next)
    }

    /// Ends a round: what was found in it becomes the delta of the next. Whether there is any.
    pub(super) fn advance(&mut self) -> bool {
        self.old = self.delta;
        self.delta = self.len;
        self.old < self.delta
    }

    /// Makes every row delta: at the start of the evaluation the table takes part in.
    pub(super) fn restart(&mut self) {
        (self.old, self.delta) = (0, self.len);
    }

    /// Bytes held, for the memory bound.
    pub(super) fn bytes(&self) -> usize {
        let indexes: usize = self.indexes.iter().map(|i| i.next.capacity() * 4 + i.buckets.capacity() * 9).sum();
        let seen: usize = self.distinct.iter().map(|d| d.seen.capacity() * 8).sum();
        self.rows.capacity() * 4 + self.ids.capacity() * 5 + indexes + seen
    }
}
