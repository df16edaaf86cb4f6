//! Truth tables of few variables.

use super::truth::VARIABLES;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// The value for each assignment: bit `i` is that where variable `j` has bit `j` of `i`. A power of two of words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TruthTable<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> TruthTable<WORDS> {
    /// Variables of a table, at most.
    pub const MOST: usize = 6 + WORDS.ilog2() as usize;
    /// Constant false.
    pub const FALSE: Self = Self([0; WORDS]);
    /// Constant true.
    pub const TRUE: Self = Self([u64::MAX; WORDS]);

    /// The table of a variable.
    pub fn variable(variable: usize) -> Self {
        let mut table = Self::FALSE;
        for (place, word) in table.0.iter_mut().enumerate() {
            *word = match variable.checked_sub(6) {
                None => VARIABLES[variable],
                Some(high) if place >> high & 1 == 1 => u64::MAX,
                Some(_) => 0,
            };
        }
        table
    }

    /// The table where a variable has a value.
    pub fn cofactor(self, variable: usize, value: bool) -> Self {
        let mut table = self;
        match variable.checked_sub(6) {
            None => {
                let (mask, shift) = (VARIABLES[variable], 1 << variable);
                for word in &mut table.0 {
                    let half = if value { *word & mask } else { *word & !mask };
                    *word = if value { half | half >> shift } else { half | half << shift };
                }
            }
            Some(high) => {
                let distance = 1 << high;
                for place in 0..WORDS {
                    let from = if value { place | distance } else { place & !distance };
                    table.0[place] = self.0[from];
                }
            }
        }
        table
    }

    /// Whether the variable matters.
    pub fn depends_on(self, variable: usize) -> bool {
        self.cofactor(variable, false) != self.cofactor(variable, true)
    }

    /// The complement where `flip` says so.
    pub fn flip_if(self, flip: bool) -> Self {
        if flip { !self } else { self }
    }

    /// Whether it is false everywhere.
    pub fn is_false(self) -> bool {
        self == Self::FALSE
    }

    /// Whether two functions are never true at once.
    pub fn excludes(self, other: Self) -> bool {
        (self & other).is_false()
    }

    /// For how many assignments it is true.
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Makes the value true for one assignment.
    pub fn set(&mut self, assignment: usize) {
        self.0[assignment >> 6] |= 1 << (assignment & 63);
    }

    /// The same whatever variables beyond `count` are, of a table made where these are false.
    pub fn spread_set(mut self, count: usize) -> Self {
        for variable in count..Self::MOST {
            self = self.cofactor(variable, false);
        }
        self
    }
}

impl<const WORDS: usize> BitAnd for TruthTable<WORDS> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const WORDS: usize> BitOr for TruthTable<WORDS> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const WORDS: usize> BitXor for TruthTable<WORDS> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

impl<const WORDS: usize> Not for TruthTable<WORDS> {
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
        let all: Vec<TruthTable<4>> = (0..TruthTable::<4>::MOST).map(TruthTable::variable).collect();
        let both = all.iter().fold(TruthTable::TRUE, |both, &variable| both & variable);
        assert_eq!(both.count(), 1);
        let none = all.iter().fold(TruthTable::TRUE, |none, &variable| none & !variable);
        assert_eq!(none.count(), 1);
        assert!((all[0] ^ all[7]).excludes(all[0] & all[7]) && (all[1] | !all[1]) == TruthTable::TRUE);
    }
}
