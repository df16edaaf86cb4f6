//! A program reduced to what has to be computed: arguments that matter, no copies, nothing unused.

use super::{STEPS, table};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use gdl2hdl_net::program::{Cell, Program, Value};

/// A function of `arity` different values. Table as in a program's operations; the arguments beyond `arity` are
/// ignored by the table and repeat the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Logic {
    pub(super) table: u8,
    pub(super) arity: u8,
    pub(super) args: [u32; 3],
    /// What it defines.
    pub(super) value: u32,
}

impl Logic {
    /// A function of the given arguments, of which some may be equal or without influence.
    pub(super) fn new(table: u8, args: [u32; 3], value: u32) -> Self {
        let [a, b, c] = args;
        if table::support(table) == [true; 3] && a != b && b != c && a != c {
            return Self { table, arity: 3, args, value };
        }
        let mut vars: Vec<u32> = Vec::with_capacity(3);
        args.iter().for_each(|arg| {
            if !vars.contains(arg) {
                vars.push(*arg)
            }
        });
        let support = table::support(table::over(table, args, &vars));
        let mut position = 0..;
        vars.retain(|_| position.next().is_some_and(|i| support[i]));
        let table = table::over(table, args, &vars);
        let first = vars.first().copied().unwrap_or(0);
        let args = [0, 1, 2].map(|i| vars.get(i).copied().unwrap_or(first));
        Self { table, arity: [0, 1, 2, 3][vars.len()], args, value }
    }

    /// The arguments that matter.
    pub(super) fn arguments(&self) -> &[u32] {
        &self.args[..usize::from(self.arity)]
    }
}

/// What has to be computed. Value `i` below `inputs.len()` is input `i`; operations define higher ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Logics {
    pub(super) inputs: Vec<Cell>,
    /// Number of values, some of which may be unused.
    pub(super) num_values: u32,
    pub(super) ops: Vec<Logic>,
    pub(super) outputs: Vec<(Cell, u32)>,
    pub(super) counts: Vec<(Cell, u32)>,
}

impl Logics {
    /// Reduces a verified program of less than 2³¹ values.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub(super) fn new(program: &Program, observer: &dyn Observer) -> Result<Self, Stopped> {
        let mut pace = Pace::new(observer, STEPS);
        let inputs = id(program.inputs.len());
        let mut same: Vec<u32> = (0..inputs).collect();
        same.reserve(program.ops.len());
        let mut ops = Vec::with_capacity(program.ops.len());
        for (op, value) in program.ops.iter().zip(inputs..) {
            pace.step()?;
            // A constant may name value 0 where there is none.
            let find = |arg: Value| same.get(arg.index()).copied().unwrap_or(0);
            let logic = Logic::new(op.table, op.args.map(find), value);
            let copy = logic.arity == 1 && logic.table == table::A;
            same.push(if copy { logic.args[0] } else { value });
            if !copy {
                ops.push(logic);
            }
        }
        let found = |stored: &[(Cell, Value)]| stored.iter().map(|(cell, v)| (*cell, same[v.index()])).collect();
        let (outputs, counts) = (found(&program.outputs), found(&program.counts));
        let num_values = id(same.len());
        let mut logics = Self { inputs: program.inputs.clone(), num_values, ops, outputs, counts };
        observer.go_on()?;
        logics.drop_unused();
        Ok(logics)
    }

    fn drop_unused(&mut self) {
        let mut used = vec![false; self.num_values as usize];
        for (_, value) in self.outputs.iter().chain(&self.counts) {
            used[*value as usize] = true;
        }
        for logic in self.ops.iter().rev().filter(|logic| logic.arity > 0) {
            if used[logic.value as usize] {
                logic.arguments().iter().for_each(|&arg| used[arg as usize] = true);
            }
        }
        self.ops.retain(|logic| used[logic.value as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_gdl::observer::Unobserved;
    use gdl2hdl_net::program::{Op, table::*};

    #[test]
    fn arguments_that_do_not_matter_go() {
        assert_eq!(Logic::new(MUX, [5, 6, 7], 9), Logic { table: MUX, arity: 3, args: [5, 6, 7], value: 9 });
        assert_eq!(Logic::new(MUX, [5, 6, 6], 9), Logic { table: A, arity: 1, args: [6; 3], value: 9 });
        assert_eq!(Logic::new(B & C, [7, 6, 7], 9), Logic { table: A & B, arity: 2, args: [7, 6, 7], value: 9 });
        assert_eq!(Logic::new(A & !B, [6, 6, 6], 9), Logic { table: 0, arity: 0, args: [0; 3], value: 9 });
    }

    #[test]
    fn copies_and_unused_operations_go() {
        let cell = |index| Cell { region: 0, index };
        let op = |table, args: [u32; 3]| Op { table, args: args.map(Value) };
        let program = Program {
            inputs: vec![cell(0), cell(1)],
            ops: vec![op(C, [1, 1, 1]), op(A & B, [0, 1, 1]), op(A ^ B, [2, 0, 0])],
            outputs: vec![(cell(2), Value(4)), (cell(3), Value(2))],
            counts: vec![],
        };
        let logics = Logics::new(&program, &Unobserved).unwrap();
        assert_eq!(logics.ops, [Logic { table: A ^ B, arity: 2, args: [1, 0, 1], value: 4 }]);
        assert_eq!(logics.outputs, [(cell(2), 4), (cell(3), 1)]);
    }
}
