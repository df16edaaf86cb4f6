//! Signals that travel with a playout from clock to clock.
//!
//! A value `name` that is there at time `t` of a step is the Verilog signal `name_t`. Who needs it later asks for it at
//! that time: the registers between are made when they are first asked for, so that nothing is carried that nobody needs.

use crate::playout::text::{Text, range};
use std::collections::BTreeMap;

/// The text of a core, and which of its values is there at which times.
pub(in crate::playout) struct Pipe {
    pub(in crate::playout) out: Text,
    values: BTreeMap<String, Value>,
}

/// Bits of a value, and the last time at which it is there. It is there at all times from its first one on.
struct Value {
    bits: usize,
    first: usize,
    last: usize,
}

impl Pipe {
    pub(in crate::playout) fn new(out: Text) -> Self {
        Self { out, values: BTreeMap::new() }
    }

    /// Declares a wire of a value, and says its name.
    pub(in crate::playout) fn wire(&mut self, name: &str, bits: usize, time: usize) -> String {
        self.declare("wire", name, bits, time, "")
    }

    /// Declares a register of a value that is set elsewhere, and says its name.
    pub(in crate::playout) fn register(&mut self, name: &str, bits: usize, time: usize) -> String {
        self.declare("reg", name, bits, time, "")
    }

    fn declare(&mut self, kind: &str, name: &str, bits: usize, time: usize, value: &str) -> String {
        self.values.insert(name.to_owned(), Value { bits, first: time, last: time });
        let signal = format!("{name}_{time}");
        self.out.line(format!("  {kind} {}{signal}{value};", range(bits)));
        signal
    }

    /// Declares a wire of a value and gives it an expression.
    pub(in crate::playout) fn assign(&mut self, name: &str, bits: usize, time: usize, value: &str) -> String {
        self.declare("wire", name, bits, time, &format!(" = {value}"))
    }

    /// A value at a time, through as many registers as it takes.
    pub(in crate::playout) fn at(&mut self, name: &str, time: usize) -> String {
        if let Some(value) = self.values.get_mut(name) {
            debug_assert!(time >= value.first, "`{name}` is not there at {time}");
            for later in value.last + 1..=time {
                self.out.line(format!("  reg {}{name}_{later};", range(value.bits)));
                self.out.line(format!("  always @(posedge clk_i) {name}_{later} <= {name}_{};", later - 1));
            }
            value.last = value.last.max(time);
        }
        format!("{name}_{time}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_made_once_and_only_as_far_as_needed() {
        let mut pipe = Pipe::new(Text::default());
        assert_eq!(pipe.assign("sum", 4, 1, "a + b"), "sum_1");
        assert_eq!(pipe.at("sum", 1), "sum_1");
        assert_eq!(pipe.at("sum", 3), "sum_3");
        assert_eq!(pipe.at("sum", 2), "sum_2");
        let text = pipe.out.finish();
        assert_eq!(text.lines().filter(|line| line.contains("reg [3:0]")).count(), 2);
        assert!(text.contains("always @(posedge clk_i) sum_3 <= sum_2;"));
    }
}
