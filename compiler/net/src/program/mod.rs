//! Straight-line programs over words: a word holds one bit of many positions (lanes), an operation is any function of
//! three bits, applied to whole words.
//!
//! This is what processors execute: `vpternlog` computes every such function in one instruction; other machines
//! compose it from two-input operations. A program has no branches, so all lanes take the same time.

mod builder;
mod edge;
mod schedule;
mod verify;

pub use builder::Builder;
pub use edge::Edge;
pub use verify::Flaw;

use gdl2hdl_gdl::id::id;

/// A value of a program: an input or the result of an operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Value(pub u32);

impl Value {
    /// As a position.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A word in memory: a region, and a place in it. The machine that runs a program decides where a region lies and may
/// move it between runs, so places can be negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Number of the region.
    pub region: u8,
    /// Place in the region, in words.
    pub index: i32,
}

impl Cell {
    /// The word at a place of a region.
    ///
    /// # Panics
    /// Where the place is not within 32 bits: a region that large fits no memory.
    #[must_use]
    pub fn at(region: u8, place: i64) -> Self {
        Self { region, index: i32::try_from(place).expect("places of words are within 32 bits") }
    }
}

/// One operation: `table` bit `4 * a + 2 * b + c` is the result for argument bits `a`, `b`, `c`.
///
/// Arguments the table does not depend on repeat another argument (or are value 0 when it depends on none).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Op {
    /// Truth table.
    pub table: u8,
    /// Arguments, earlier values.
    pub args: [Value; 3],
}

/// A straight-line program. Value `i` is input `i`, then value `inputs.len() + j` is operation `j`.
///
/// A run reads all inputs before it writes any output: a cell may be both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// Where the first values come from; each cell once.
    pub inputs: Vec<Cell>,
    /// Operations, arguments before users.
    pub ops: Vec<Op>,
    /// Values to be stored; each cell once.
    pub outputs: Vec<(Cell, Value)>,
    /// Counters: each 64-lane part of the cell, as an unsigned number, grows by the number of set bits of the value's
    /// part. Cells are neither inputs nor outputs; each once.
    pub counts: Vec<(Cell, Value)>,
}

/// Tables of operations that are used by name.
pub mod table {
    /// First argument.
    pub const A: u8 = 0b1111_0000;
    /// Second argument.
    pub const B: u8 = 0b1100_1100;
    /// Third argument.
    pub const C: u8 = 0b1010_1010;
    /// Sum bit of a full adder.
    pub const SUM: u8 = A ^ B ^ C;
    /// Carry of a full adder.
    pub const CARRY: u8 = A & B | A & C | B & C;
    /// `a ? b : c`.
    pub const MUX: u8 = A & B | !A & C;
}

impl Program {
    /// Number of values.
    #[must_use]
    pub fn num_values(&self) -> usize {
        self.inputs.len() + self.ops.len()
    }

    /// The value of an operation.
    #[must_use]
    pub fn value_of(&self, op: usize) -> Value {
        Value(id(self.inputs.len() + op))
    }

    /// The lowest and highest place used in each region, up to the highest region used; `None` for unused ones.
    #[must_use]
    pub fn extents(&self) -> Vec<Option<(i32, i32)>> {
        let mut extents: Vec<Option<(i32, i32)>> = Vec::new();
        let stored = self.outputs.iter().chain(&self.counts).map(|(cell, _)| cell);
        for cell in self.inputs.iter().chain(stored) {
            let region = cell.region as usize;
            if extents.len() <= region {
                extents.resize(region + 1, None);
            }
            let (low, high) = extents[region].unwrap_or((cell.index, cell.index));
            extents[region] = Some((low.min(cell.index), high.max(cell.index)));
        }
        extents
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_cover_all_cells() {
        let cell = |region, index| Cell { region, index };
        let program = Program {
            inputs: vec![cell(0, 3), cell(2, -4)],
            ops: vec![Op { table: table::A & table::B, args: [Value(0), Value(1), Value(1)] }],
            outputs: vec![(cell(0, 9), Value(2))],
            counts: vec![(cell(2, 1), Value(2))],
        };
        assert_eq!(program.extents(), [Some((3, 9)), None, Some((-4, 1))]);
        assert_eq!(program.verify(), Ok(()));
        assert_eq!(program.value_of(0), Value(2));
    }
}
