//! How hard the tools work, by the size of the model.
//!
//! CPU seconds, random net of two-input gates, 5,000 flip-flops, depth 40, scalar wires:
//!
//! | gates | Verilator | C++ | g++ `-O0` | g++ `-O1` |
//! |---|---|---|---|---|
//! | 50,000, functions as Verilator likes | 10.9 | 17.7 MB | 19 | 241 |
//! | 50,000, 500 statements a function | 10.5 | 18.2 MB | 18 | 63 |
//! | 50,000, 150 statements a function | 11.2 | 19.4 MB | | 47 |
//! | 50,000, with Verilator's graph optimiser | 13.9, 1.9 GB instead of 0.3 GB | 18.0 MB | | |
//! | 200,000, 500 statements a function | 51.7, 1.0 GB | 59.8 MB | | |
//!
//! A whole build of such a net of 200,000 gates, one module with its state as one port of 5,000 bits, as chosen here:
//! 137 CPU seconds, no program above 0.95 GB. 100 cycles of its model take 0.2 s.

use crate::{Optimise, Spec};

/// Above this width of a vector the graph optimiser's time and memory grow with the square of it. The playout engine of a
/// game of so many moves and facts, Verilator 5.006:
///
/// | bits | with it | without it |
/// |---|---|---|
/// | 500 | 3.0 s, 0.33 GB | 2.2 s, 0.06 GB |
/// | 1,000 | 6.7 s, 1.31 GB | 4.0 s, 0.11 GB |
/// | 2,000 | 19.0 s, 5.33 GB | 6.4 s, 0.19 GB |
const GRAPH_OPTIMISER_BITS: u32 = 1_000;
/// Up to this width of a vector Verilator expands generate loops over its bits by itself. It takes one over 4,096 bits for
/// endless; one over 2,048 bits it took, but its message names 1,024 as the bound (5.006).
const EXPANDED_BITS: u32 = 1 << 10;
/// Verilator expands this many generate blocks for each loop that `--unroll-count` lets it unroll (5.006).
const BLOCKS_PER_LOOP: u32 = 16;
/// Above this size of Verilog text the graph optimiser costs more than it gives, in memory above all.
const GRAPH_OPTIMISER_BYTES: usize = 1 << 20;
/// Up to this size of Verilog text functions stay as Verilator likes them.
const SPLIT_BYTES: usize = 64 << 10;
/// Statements in one C++ function of a large model.
const SPLIT_STATEMENTS: u32 = 150;
/// Up to this size of C++ text a model is compiled with `-O2`, about 5 s.
const FULL_BYTES: u64 = 512 << 10;
/// Up to this size of C++ text a model is compiled with `-O1`, about 3 s a megabyte.
const SOME_BYTES: u64 = 12 << 20;
/// Size of one translation unit: bounds the memory of the compiler (70 MB a megabyte) and lets several run.
pub(super) const UNIT_BYTES: u64 = 4 << 20;

/// The choices for one model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    /// `--output-split-cfuncs`, if any.
    pub(super) split: Option<u32>,
    /// Whether Verilator's data-flow graph optimiser runs.
    pub(super) graph: bool,
    /// `--unroll-count`, if any.
    pub(super) unroll: Option<u32>,
    optimise: Optimise,
}

impl Effort {
    pub(super) fn of(spec: &Spec) -> Self {
        let bytes: usize = spec.sources.iter().map(|s| s.text.len()).sum();
        let by_size = (bytes > SPLIT_BYTES).then_some(SPLIT_STATEMENTS);
        let widest = widest(spec);
        Self {
            split: spec.options.split.map(|n| n.max(1)).or(by_size),
            graph: bytes <= GRAPH_OPTIMISER_BYTES && widest <= GRAPH_OPTIMISER_BITS,
            unroll: (widest > EXPANDED_BITS)
                .then(|| widest.checked_next_power_of_two().unwrap_or(u32::MAX) / BLOCKS_PER_LOOP + 1),
            optimise: spec.options.optimise,
        }
    }

    /// Compiler flag for code that runs at every step, for a model of `bytes` of C++.
    pub(super) fn flag(&self, bytes: u64) -> &'static str {
        match self.optimise {
            Optimise::None => "-O0",
            Optimise::Some => "-O1",
            Optimise::Full => "-O2",
            Optimise::BySize if bytes <= FULL_BYTES => "-O2",
            Optimise::BySize if bytes <= SOME_BYTES => "-O1",
            Optimise::BySize => "-O0",
        }
    }
}

/// Bits of the widest vector with bounds in plain numbers, in the ports and in the text.
fn widest(spec: &Spec) -> u32 {
    let in_text = spec.sources.iter().flat_map(|source| vectors(&source.text));
    spec.ports.iter().map(|port| port.width).chain(in_text).max().unwrap_or(0)
}

/// The widths of all `[7:0]` of a text.
fn vectors(text: &str) -> impl Iterator<Item = u32> {
    let bound = |inside: &str| inside.strip_suffix(":0").and_then(|bound| bound.trim().parse::<u32>().ok());
    let inside = text.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    inside.filter_map(move |(inside, _)| bound(inside)).map(|bound| bound.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Port;

    #[test]
    fn loops_over_wide_vectors_are_expanded() {
        let unroll = |width| Effort::of(&Spec::new("m", "", vec![Port::input("a", width)])).unroll;
        assert_eq!((unroll(1024), unroll(1025), unroll(4097)), (None, Some(129), Some(513)));
    }

    #[test]
    fn wide_vectors_go_without_the_graph_optimiser() {
        let graph = |text: &str, width| Effort::of(&Spec::new("m", text, vec![Port::input("a", width)])).graph;
        assert!(graph("wire [999:0] a; wire b = a[7];", 1000));
        assert!(!graph("", 1001));
        assert!(!graph("reg [7:0] q; wire [1000:0] inner;", 8));
        // Nothing else in brackets is taken for a width.
        assert!(graph("wire [WIDTH-1:0] a; assign b = a[100000]; assign c = a[100000:99999]; wire [", 8));
    }
}
