//! Random programs and memories.

use super::super::{MachineChoice, Memory, Width};
use gdl2hdl_net::playout::generator::mix;
use gdl2hdl_net::program::{Cell, Op, Program, Value};

/// A small generator, so that programs of any size follow from one number.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.word() % end as u64).unwrap()
    }
}

/// An operation whose idle arguments repeat others, as programs need it.
pub(super) fn op(table: u8, mut args: [Value; 3]) -> Op {
    let support = Op { table, args }.support();
    let used = (0..3).find(|&i| support[i]).map_or(Value(0), |i| args[i]);
    (0..3).filter(|&i| !support[i]).for_each(|i| args[i] = used);
    Op { table, args }
}

/// A program of `size` operations over cells of `regions` regions, places around 0. Cells may be read and written.
pub(super) fn program(seed: u64, size: usize, regions: u8) -> Program {
    let mut random = Random(seed);
    let places = 1 + size / 8 + random.below(24);
    let mut cells: Vec<Cell> = (0..places)
        .map(|i| Cell { region: u8::try_from(i).unwrap_or(0) % regions, index: i32::try_from(i).unwrap() - 20 })
        .collect();
    for i in (1..cells.len()).rev() {
        cells.swap(i, random.below(i + 1));
    }
    let counted = random.below(places.min(6));
    let inputs = cells[counted..counted + random.below(places - counted) + 1].to_vec();
    let values = inputs.len();
    let ops = (0..size).map(|i| random_op(&mut random, values + i)).collect();
    let mut any = || Value(u32::try_from(random.below(values + size)).unwrap());
    let counts = cells[..counted].iter().map(|cell| (*cell, any())).collect();
    let written = cells[counted..].iter().filter(|cell| cell.index % 3 != 0).map(|cell| (*cell, any())).collect();
    Program { inputs, ops, outputs: written, counts }
}

/// Arguments are mostly recent values.
fn random_op(random: &mut Random, values: usize) -> Op {
    let table = u8::try_from(random.below(256)).unwrap();
    let args = [(); 3].map(|()| {
        let span = if random.below(4) == 0 { values } else { values.min(60) };
        Value(u32::try_from(values - 1 - random.below(span)).unwrap())
    });
    op(table, args)
}

/// A memory for a program, filled at random.
pub(super) fn memory(program: &Program, width: Width, seed: u64) -> Memory {
    let mut random = Random(!seed);
    let mut memory = Memory::covering(width, &program.extents());
    for cell in used(program) {
        memory.cell_mut(cell.region, cell.index).fill_with(|| random.word());
    }
    memory
}

/// All cells of two memories are equal.
pub(super) fn assert_equal(found: &Memory, expected: &Memory, program: &Program, choice: MachineChoice) {
    for cell in used(program) {
        let [found, expected] = [found, expected].map(|memory| memory.cell(cell.region, cell.index));
        assert_eq!(found, expected, "{cell:?} {choice:?}");
    }
}

fn used(program: &Program) -> impl Iterator<Item = Cell> {
    let stored = program.outputs.iter().chain(&program.counts).map(|(cell, _)| *cell);
    program.inputs.iter().copied().chain(stored)
}
