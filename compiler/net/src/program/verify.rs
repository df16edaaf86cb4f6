//! Soundness of programs: machines rely on it.

use super::{Cell, Op, Program, Value};
use rustc_hash::FxHashSet;

/// What is wrong with a program: always a defect of what made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// An operation uses a value that is not earlier.
    #[error("operation {0} uses a value that is not earlier")]
    Order(usize),
    /// An operation has an argument that its table ignores and that does not repeat another one.
    #[error("operation {0} has an argument that does not matter")]
    Idle(usize),
    /// An output or counter is of a value that does not exist.
    #[error("value {0} does not exist")]
    NoValue(u32),
    /// A cell is read, written or counted twice, or counted and also read or written.
    #[error("word {} of region {} is used twice", .0.index, .0.region)]
    Twice(Cell),
}

impl Program {
    /// Checks what machines rely on. **Cost:** linear.
    ///
    /// # Errors
    /// The first flaw.
    pub fn verify(&self) -> Result<(), Flaw> {
        for (i, op) in self.ops.iter().enumerate() {
            let constant = op.support() == [false; 3];
            if !constant && op.args.iter().any(|arg| arg.index() >= self.inputs.len() + i) {
                return Err(Flaw::Order(i));
            }
            if op.has_idle_argument() {
                return Err(Flaw::Idle(i));
            }
        }
        let stored = || self.outputs.iter().chain(&self.counts);
        if let Some((_, value)) = stored().find(|(_, value)| value.index() >= self.num_values()) {
            return Err(Flaw::NoValue(value.0));
        }
        once(self.inputs.iter().copied())?;
        once(stored().map(|(cell, _)| *cell))?;
        once(self.inputs.iter().copied().chain(self.counts.iter().map(|(cell, _)| *cell)))
    }
}

/// Each cell at most once.
fn once(mut cells: impl Iterator<Item = Cell>) -> Result<(), Flaw> {
    let mut seen = FxHashSet::default();
    cells.find(|&cell| !seen.insert(cell)).map_or(Ok(()), |cell| Err(Flaw::Twice(cell)))
}

impl Op {
    /// Which arguments the table depends on.
    #[must_use]
    pub fn support(&self) -> [bool; 3] {
        [4, 2, 1].map(|step| (0..8).any(|row| row & step == 0 && self.bit(row) != self.bit(row | step)))
    }

    fn bit(&self, row: u8) -> bool {
        self.table >> row & 1 == 1
    }

    /// Whether an argument is neither used nor a repetition of a used one.
    fn has_idle_argument(&self) -> bool {
        let support = self.support();
        let used = |value: Value| (0..3).any(|i| support[i] && self.args[i] == value);
        let none = support.iter().all(|used| !used);
        (0..3).any(|i| !support[i] && if none { self.args[i] != Value(0) } else { !used(self.args[i]) })
    }
}
