//! Programs as text, for people and tests: one line for each input, operation, output and counter.

use super::{Cell, Program};
use std::fmt::Write as _;

/// A program as text: `v0 = r0[3]`, `v2 = 80(v0 v1 v1)`, `r0[9] = v2`, `r2[1] += v2`; tables in hexadecimal.
#[must_use]
pub fn print(program: &Program) -> String {
    let cell = |cell: &Cell| format!("r{}[{}]", cell.region, cell.index);
    let mut out = String::new();
    for (i, input) in program.inputs.iter().enumerate() {
        let _written = writeln!(out, "v{i} = {}", cell(input));
    }
    for (i, op) in program.ops.iter().enumerate() {
        let [a, b, c] = op.args.map(|arg| arg.0);
        let _written = writeln!(out, "v{} = {:02x}(v{a} v{b} v{c})", program.value_of(i).0, op.table);
    }
    program.outputs.iter().for_each(|(at, value)| {
        let _written = writeln!(out, "{} = v{}", cell(at), value.0);
    });
    program.counts.iter().for_each(|(at, value)| {
        let _written = writeln!(out, "{} += v{}", cell(at), value.0);
    });
    out
}
