//! Cuts: a node as a function of at most K other nodes.

use super::super::truth::{VARIABLES, depends, swap};

/// Stands behind the leaves of a cut that has fewer than K.
pub(super) const NONE: u32 = u32::MAX;

/// A cut of at most `K` leaves, all of which matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut<const K: usize> {
    /// Nodes of the subject, ascending, then [`NONE`].
    leaves: [u32; K],
    /// The function; leaf `i` is variable `i`.
    pub table: u64,
}

impl<const K: usize> Cut<K> {
    /// Constant false.
    pub const FALSE: Self = Self { leaves: [NONE; K], table: 0 };

    /// A node as itself.
    pub fn trivial(node: u32) -> Self {
        let mut leaves = [NONE; K];
        leaves[0] = node;
        Self { leaves, table: VARIABLES[0] }
    }

    /// Whether it takes a LUT: the function is no constant and neither a leaf nor its complement.
    pub(crate) fn is_lut(&self) -> bool {
        K > 1 && self.leaves[1] != NONE
    }

    /// Number of leaves.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.leaves.iter().position(|&leaf| leaf == NONE).unwrap_or(K)
    }

    /// The leaves, ascending.
    pub fn leaves(&self) -> impl Iterator<Item = u32> + '_ {
        self.leaves.iter().copied().take_while(|&leaf| leaf != NONE)
    }

    /// The leaves of both, without a function yet, when they are not too many.
    pub fn union(a: &Self, b: &Self) -> Option<Self> {
        let mut leaves = [NONE; K];
        let (mut i, mut j) = (0, 0);
        let at = |cut: &Self, i: usize| if i < K { cut.leaves[i] } else { NONE };
        for leaf in &mut leaves {
            let (x, y) = (at(a, i), at(b, j));
            *leaf = x.min(y);
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        (at(a, i) == NONE && at(b, j) == NONE).then_some(Self { leaves, table: 0 })
    }

    /// Whether all leaves are leaves of the other cut, too.
    pub fn is_within(&self, other: &Self) -> bool {
        self.leaves.iter().all(|leaf| *leaf == NONE || other.leaves.contains(leaf))
    }

    /// The function of `part` over the leaves of this cut, which are a superset.
    pub fn lift(&self, part: &Self) -> u64 {
        let mut table = part.table;
        let mut to = K;
        for from in (0..part.len()).rev() {
            // Places above are taken already, the one aimed at is free: this moves one variable.
            while to > from + 1 && self.leaves[to - 1] != part.leaves[from] {
                to -= 1;
            }
            to -= 1;
            if to > from {
                table = swap(table, from, to);
            }
        }
        table
    }

    /// Drops the leaves the function ignores.
    pub fn reduce(&mut self) {
        for i in (0..self.len()).rev() {
            if depends(self.table, i) {
                continue;
            }
            for j in i + 1..K {
                self.table = swap(self.table, j - 1, j);
                self.leaves[j - 1] = self.leaves[j];
            }
            self.leaves[K - 1] = NONE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_follow_their_leaves() {
        let [x, y, z] = [3, 5, 9].map(Cut::<3>::trivial);
        let mut both = Cut::union(&x, &z).unwrap();
        both.table = both.lift(&x) & !both.lift(&z);
        let mut all = Cut::union(&both, &y).unwrap();
        assert_eq!(all.leaves().collect::<Vec<_>>(), [3, 5, 9]);
        all.table = all.lift(&both) | all.lift(&y);
        assert_eq!(all.table, VARIABLES[0] & !VARIABLES[2] | VARIABLES[1]);
        all.table = all.lift(&both);
        all.reduce();
        assert_eq!(all, both);
        assert!(Cut::union(&all, &Cut::trivial(1)).is_some() && both.is_within(&all));
        assert_eq!(Cut::union(&Cut::union(&both, &y).unwrap(), &Cut::trivial(1)), None);
    }
}
