//! Made-up programs with realistic locality.

use gdl2hdl_net::playout::generator::mix;
use gdl2hdl_net::program::{Cell, Op, Program, Value};

/// A made-up program of `size` operations, all used.
pub(super) fn synthetic(size: usize) -> Program {
    let mut random = Random(1);
    let inputs = size / 20 + 3;
    let value = |number: usize| Value(u32::try_from(number).unwrap_or(u32::MAX));
    let mut ops: Vec<Op> = Vec::with_capacity(size);
    let mut unused: Vec<usize> = Vec::new();
    while ops.len() < size {
        // Half of the recent results are among the last eight, a quarter among the last 64, the others farther.
        let span = [8, 8, 64, 512][random.below(4)].min(ops.len());
        let recent = |random: &mut Random| inputs + ops.len() - 1 - random.below(span);
        // So are seven of eight inputs near the one whose turn it is.
        let input = |random: &mut Random| {
            let near = (ops.len() / 20 + random.below(32)).min(inputs - 1);
            if random.below(8) == 0 { random.below(inputs) } else { near }
        };
        let mut args =
            [(); 3].map(|()| if span == 0 || random.below(4) == 0 { input(&mut random) } else { recent(&mut random) });
        // No result stays unused for long.
        if unused.len() > 12 {
            args[0] = unused.swap_remove(random.below(unused.len()));
        }
        let op = Op { table: u8::try_from(random.below(256)).unwrap_or(0), args: args.map(value) };
        if op.support() == [true; 3] && args[0] != args[1] && args[1] != args[2] && args[0] != args[2] {
            unused.retain(|value| !args.contains(value));
            unused.push(inputs + ops.len());
            ops.push(op);
        } else if args[0] >= inputs {
            unused.retain(|value| *value != args[0]);
            unused.push(args[0]);
        }
    }
    let cell = |region, index: usize| Cell { region, index: i32::try_from(index).unwrap_or(0) };
    let results = (inputs..inputs + size).filter(|value| value % 40 == 0 || unused.contains(value));
    Program {
        inputs: (0..inputs).map(|index| cell(0, index)).collect(),
        outputs: results.enumerate().map(|(index, number)| (cell(1, index), value(number))).collect(),
        ops,
        counts: vec![],
    }
}

/// A generator for made-up programs.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        usize::try_from(mix(self.0) % end as u64).unwrap_or(0)
    }
}
