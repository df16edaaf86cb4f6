//! Truth tables of a window: one bit for each assignment of its leaves.

use crate::net::truth::VARIABLES;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Most leaves of a window.
pub(super) const LEAVES: usize = 8;
const WORDS: usize = 1 << (LEAVES - 6);

/// A function of [`LEAVES`] variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Table([u64; WORDS]);

impl Table {
    /// Constant false.
    pub(super) const FALSE: Self = Self([0; WORDS]);

    /// A variable. Those beyond six say which word it is.
    pub(super) fn variable(variable: usize) -> Self {
        let mut words = [0; WORDS];
        for (i, word) in words.iter_mut().enumerate() {
            *word = match variable.checked_sub(6) {
                None => VARIABLES[variable],
                Some(high) if i >> high & 1 == 1 => u64::MAX,
                Some(_) => 0,
            };
        }
        Self(words)
    }

    /// Whether it is false everywhere.
    pub(super) fn is_false(self) -> bool {
        self == Self::FALSE
    }

    /// Whether two functions are never true at once.
    pub(super) fn excludes(self, other: Self) -> bool {
        (self & other).is_false()
    }

    /// For how many assignments it is true.
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn with(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(word, other)| *word = operation(*word, other));
        Self(words)
    }
}

impl BitAnd for Table {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }
}

impl BitOr for Table {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }
}

impl BitXor for Table {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.with(other, |a, b| a ^ b)
    }
}

impl Not for Table {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_independent() {
        let all: Vec<Table> = (0..LEAVES).map(Table::variable).collect();
        let both = all.iter().fold(!Table::FALSE, |both, &variable| both & variable);
        assert_eq!(both.count(), 1);
        let none = all.iter().fold(!Table::FALSE, |none, &variable| none & !variable);
        assert_eq!(none.count(), 1);
        assert!((all[0] ^ all[7]).excludes(all[0] & all[7]) && (all[1] | !all[1]) == !Table::FALSE);
    }
}
