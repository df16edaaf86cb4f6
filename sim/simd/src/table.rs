//! Truth tables of three arguments: what they depend on, with arguments exchanged, as two-input operations.

pub(super) use gdl2hdl_net::program::table::{A, B};

/// Which arguments a table depends on.
pub(super) const fn support(table: u8) -> [bool; 3] {
    [(table ^ table >> 4) & 0x0f != 0, (table ^ table >> 2) & 0x33 != 0, (table ^ table >> 1) & 0x55 != 0]
}

/// The table of the same function with `vars` as arguments; arguments that are not among them are 0.
pub(super) fn over(table: u8, args: [u32; 3], vars: &[u32]) -> u8 {
    let places = args.map(|arg| vars.iter().position(|&var| var == arg));
    let bit = |row: u8, place: Option<usize>| place.map_or(0, |i| row >> (2 - i) & 1);
    (0..8).fold(0, |sum, row| {
        let [a, b, c] = places.map(|place| bit(row, place));
        sum | (table >> (4 * a + 2 * b + c) & 1) << row
    })
}

/// The four rows of a table that ignores its third argument.
pub(super) const fn rows(table: u8) -> u8 {
    table & 1 | table >> 1 & 2 | table >> 2 & 4 | table >> 3 & 8
}

/// A table with its first two arguments exchanged.
pub(super) const fn exchanged(table: u8) -> u8 {
    table & 0xc3 | (table & 0x0c) << 2 | (table & 0x30) >> 2
}

/// How two-input operations make a function of three arguments: `base(y, z)` joined with `x & factor(y, z)`, where
/// `x` is one of the arguments and `y`, `z` are the others in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Split {
    /// Position of `x`.
    pub(super) pivot: usize,
    /// Whether `x` is taken inverted.
    pub(super) inverted: bool,
    /// What the two are joined by.
    pub(super) join: Join,
    /// Table of `y` (bit 1 of the row) and `z` (bit 0).
    pub(super) base: u8,
    /// Table of `y` and `z`.
    pub(super) factor: u8,
}

/// See [`Split`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Join {
    /// `base | x & factor`.
    Or,
    /// `base ^ x & factor`.
    Xor,
}

impl Split {
    /// The cheapest way of this kind; no function takes more than four operations.
    pub(super) const fn of(table: u8) -> Self {
        let mut best = Self::with(table, 0, false, Join::Xor);
        let mut i = 0;
        while i < 12 {
            let join = if i % 4 < 2 { Join::Xor } else { Join::Or };
            let next = Self::with(table, i / 4, i % 2 == 1, join);
            if next.possible(table) && next.cost() < best.cost() {
                best = next;
            }
            i += 1;
        }
        best
    }

    const fn with(table: u8, pivot: usize, inverted: bool, join: Join) -> Self {
        let (low, high) = cofactors(table, pivot);
        let (base, other) = if inverted { (high, low) } else { (low, high) };
        let factor = match join {
            Join::Xor => base ^ other,
            // Where the base is 1 the factor does not matter: 1 is the simplest function wherever it will do.
            Join::Or if base | other == 0xf => 0xf,
            Join::Or => other,
        };
        Self { pivot, inverted, join, base, factor }
    }

    const fn possible(self, table: u8) -> bool {
        let (low, high) = cofactors(table, self.pivot);
        let (base, other) = if self.inverted { (high, low) } else { (low, high) };
        match self.join {
            Join::Xor => true,
            Join::Or => base & !other == 0,
        }
    }

    /// Number of operations. Inversions are free: whoever uses a value can take it inverted.
    const fn cost(self) -> u8 {
        let product = match self.factor {
            0 => return operations(self.base),
            0xf => 0,
            _ => 1 + operations(self.factor),
        };
        product + operations(self.base) + !matches!(self.base, 0 | 0xf) as u8
    }
}

/// The tables of the other two arguments where the one at `pivot` is 0, and where it is 1.
const fn cofactors(table: u8, pivot: usize) -> (u8, u8) {
    let (rows, step): ([u8; 4], u8) = match pivot {
        0 => ([0, 1, 2, 3], 4),
        1 => ([0, 1, 4, 5], 2),
        _ => ([0, 2, 4, 6], 1),
    };
    let (mut low, mut high, mut i) = (0, 0, 0);
    while i < 4 {
        low |= (table >> rows[i] & 1) << i;
        high |= (table >> (rows[i] + step) & 1) << i;
        i += 1;
    }
    (low, high)
}

/// Operations that make a function of two arguments: none for constants, copies and inversions.
const fn operations(table: u8) -> u8 {
    !matches!(table, 0 | 0xf | 0b1100 | 0b0011 | 0b1010 | 0b0101) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_net::program::table::{C, CARRY, MUX, SUM};

    #[test]
    fn splits_are_right_and_cheap() {
        for table in 0..=255_u8 {
            let split = Split::of(table);
            for row in 0..8_u8 {
                let [x, y, z] = match split.pivot {
                    0 => [2, 1, 0],
                    1 => [1, 2, 0],
                    _ => [0, 2, 1],
                }
                .map(|bit| row >> bit & 1);
                let (base, factor) = (split.base >> (2 * y + z) & 1, split.factor >> (2 * y + z) & 1);
                let product = (x ^ u8::from(split.inverted)) & factor;
                let result = if split.join == Join::Or { base | product } else { base ^ product };
                assert_eq!(result, table >> row & 1, "{table:02x} row {row}: {split:?}");
            }
            assert!(split.cost() <= 4);
        }
        let costs = [0, A, !C, A & B, A & B & C, A | B | C, MUX, SUM, CARRY].map(|table| Split::of(table).cost());
        assert_eq!(costs, [0, 0, 0, 1, 2, 2, 3, 2, 4]);
    }

    #[test]
    fn supports() {
        assert_eq!([0, A, B ^ C, MUX].map(support), [[false; 3], [true, false, false], [false, true, true], [true; 3]]);
    }
}
