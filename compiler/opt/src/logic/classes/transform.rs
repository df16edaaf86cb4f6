//! Functions of four variables up to the order and the complements of variables, and the complement of the value.

/// A function of four variables: bit `i` is the value when variable `j` has bit `j` of `i`.
pub(in crate::logic) type Function = u16;

/// Assignments of four variables.
pub(super) const ASSIGNMENTS: usize = 16;
/// Orders of four variables.
const ORDERS: usize = 24;
/// Orders, each with all complements of variables.
pub(super) const TRANSFORMS: usize = ORDERS * ASSIGNMENTS;

/// What becomes of the variables: variable `i` of the class is variable `from[i]` of the function, complemented where bit
/// `i` of `flips` is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::logic) struct Transform {
    pub(in crate::logic) from: [u8; 4],
    pub(in crate::logic) flips: u8,
}

impl Transform {
    /// All transforms, by number.
    pub(super) fn all() -> Vec<Self> {
        let mut all = Vec::with_capacity(TRANSFORMS);
        for code in 0..=u8::MAX {
            let from = [0, 2, 4, 6].map(|shift| code >> shift & 3);
            if (0..4).all(|variable| from.contains(&variable)) {
                all.extend((0..16).map(|flips| Self { from, flips }));
            }
        }
        all
    }

    /// For each assignment of the function's variables that of the class's.
    pub(super) fn assignments(self) -> [u8; ASSIGNMENTS] {
        let mut moved = [0; ASSIGNMENTS];
        for (assignment, to) in (0_u8..).zip(&mut moved) {
            let bits = self.from.iter().rev().fold(0, |bits, variable| bits << 1 | assignment >> variable & 1);
            *to = bits ^ self.flips;
        }
        moved
    }
}

/// The function of whose variables a transform makes those of `function`.
pub(super) fn transformed(function: Function, assignments: &[u8; ASSIGNMENTS]) -> Function {
    let values = assignments.iter().rev();
    values.fold(0, |made, &assignment| made << 1 | function >> assignment & 1)
}
