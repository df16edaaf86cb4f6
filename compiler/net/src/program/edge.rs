//! Values of a program being built, and their complements.

use super::Cell;
use gdl2hdl_gdl::id::id;
use std::ops::Not;

/// A bit of a program being built, or its complement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge(pub(super) u32);

impl Edge {
    /// Always clear.
    pub const FALSE: Self = Self(0);
    /// Always set.
    pub const TRUE: Self = Self(1);

    pub(super) fn new(node: usize, complement: bool) -> Self {
        Self(id(node << 1 | usize::from(complement)))
    }

    pub(super) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn complement(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Edge {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A value of a program being built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    /// Node 0.
    False,
    Input(Cell),
    /// A table that is clear for all-clear arguments, depends on each of them, and has them in ascending order; the
    /// last argument is repeated where there are fewer than three.
    Op(u8, [u32; 3]),
}

/// The operation of a node as it is executed: complemented where wanted.
pub(super) fn executed(table: u8, complement: bool) -> u8 {
    if complement { !table } else { table }
}
