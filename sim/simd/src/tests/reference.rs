//! The meaning of a program, word part by word part.

use super::super::Memory;
use gdl2hdl_net::program::Program;

/// Runs a program the slow way.
pub(super) fn run(program: &Program, memory: &mut Memory) {
    for part in 0..memory.width().parts() {
        let mut values: Vec<u64> =
            program.inputs.iter().map(|cell| memory.cell(cell.region, cell.index)[part]).collect();
        for op in &program.ops {
            let args = op.args.map(|arg| values.get(arg.index()).copied().unwrap_or(0));
            values.push((0..64).fold(0, |word, lane| {
                let [a, b, c] = args.map(|arg| arg >> lane & 1);
                word | u64::from(op.table >> (4 * a + 2 * b + c) & 1) << lane
            }));
        }
        for (cell, value) in &program.outputs {
            memory.cell_mut(cell.region, cell.index)[part] = values[value.index()];
        }
        for (cell, value) in &program.counts {
            let sum = &mut memory.cell_mut(cell.region, cell.index)[part];
            *sum = sum.wrapping_add(u64::from(values[value.index()].count_ones()));
        }
    }
}
