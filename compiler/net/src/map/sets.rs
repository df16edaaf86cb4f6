//! Sorted sets of numbers in one pool, that only shrink and split.

use std::ops::Range;

/// From this ratio of sizes on, elements of the smaller set are searched for in the larger one.
const SEARCHED: usize = 8;

/// Sorted sets, numbered from 0.
#[derive(Debug, Default)]
pub(super) struct Sets {
    pool: Vec<u32>,
    ranges: Vec<Range<usize>>,
    /// What two sets have in common, while they are split.
    both: Vec<u32>,
}

impl Sets {
    /// Sets of members `(set, element)`, which come by ascending element; set `i` has `sizes[i]` members.
    pub(super) fn new(sizes: &[usize], members: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut end = 0;
        let empty = |size: &usize| {
            end += size;
            end - size..end - size
        };
        let ranges = sizes.iter().map(empty).collect();
        let mut sets = Self { pool: vec![0; sizes.iter().sum()], ranges, both: Vec::new() };
        for (set, element) in members {
            let range = &mut sets.ranges[set as usize];
            sets.pool[range.end] = element;
            range.end += 1;
        }
        sets
    }

    /// The elements of a set, ascending.
    pub(super) fn get(&self, set: u32) -> &[u32] {
        &self.pool[self.ranges[set as usize].clone()]
    }

    /// How many elements two sets have in common.
    pub(super) fn common(&self, a: u32, b: u32) -> usize {
        let mut count = 0;
        each_common(self.get(a), self.get(b), |_| count += 1);
        count
    }

    /// Moves what two sets have in common into a new set behind all others.
    pub(super) fn split(&mut self, a: u32, b: u32) {
        let mut both = std::mem::take(&mut self.both);
        both.clear();
        each_common(self.get(a), self.get(b), |element| both.push(element));
        for set in [a, b] {
            let range = &mut self.ranges[set as usize];
            range.end = range.start + remove(&mut self.pool[range.clone()], &both);
        }
        self.ranges.push(self.pool.len()..self.pool.len() + both.len());
        self.pool.extend_from_slice(&both);
        self.both = both;
    }
}

/// Calls `visit` on the elements of both sets.
fn each_common(a: &[u32], b: &[u32], mut visit: impl FnMut(u32)) {
    let (small, large) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let (mut i, mut j) = (0, 0);
    let search = small.len() * SEARCHED < large.len();
    while i < small.len() && j < large.len() {
        if search {
            j += lower_bound(&large[j..], small[i]);
        }
        let (x, y) = (small[i], large.get(j).copied().unwrap_or(u32::MAX));
        if x == y {
            visit(x);
        }
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
}

/// Removes elements of a set from it; gives how many are left.
fn remove(set: &mut [u32], gone: &[u32]) -> usize {
    let (mut from, mut kept) = (0, 0);
    for &element in gone {
        let at = from + lower_bound(&set[from..], element);
        set.copy_within(from..at, kept);
        kept += at - from;
        from = at + 1;
    }
    set.copy_within(from.., kept);
    kept + set.len() - from
}

/// The position of the first element that is not below another, near the front.
fn lower_bound(set: &[u32], element: u32) -> usize {
    let mut bound = 1;
    while bound < set.len() && set[bound] < element {
        bound *= 2;
    }
    let low = bound / 2;
    low + set[low..set.len().min(bound + 1)].partition_point(|&other| other < element)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitting_moves_what_is_common() {
        let members = (0..100).flat_map(|i| [(0, i), (1, i)].into_iter().filter(move |m| m.0 == 0 || i % 40 == 7));
        let mut sets = Sets::new(&[100, 3], members);
        assert_eq!(sets.common(0, 1), 3);
        sets.split(1, 0);
        assert_eq!((sets.get(2), sets.get(1), sets.get(0).len()), (&[7, 47, 87][..], &[][..], 97));
        assert!(sets.get(0).iter().all(|i| i % 40 != 7) && sets.get(0).is_sorted());
    }
}
