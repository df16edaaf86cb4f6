//! Games whose picks are tested.

use gdl2hdl_compiler::net::{self, Net};
use gdl2hdl_compiler::playout::Choices;
use gdl2hdl_runtime::engine::{BitCore, GateCore};
use gdl2hdl_runtime::playout::{Cpu, CpuOptions, Job, PlayError, Shape, State};
use gdl2hdl_tests::nets;
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// A compiled game and the fast engine for it.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) engine: Cpu,
    pub(crate) shape: Shape,
    net: Net,
}

impl Subject {
    /// A game from a file.
    pub(crate) fn open(file: &Path) -> Result<Self, Box<dyn Error>> {
        Self::new(file.file_stem().unwrap_or_default().to_string_lossy().into_owned(), &fs::read_to_string(file)?)
    }

    /// A game of one step, whatever is picked.
    pub(crate) fn once(moves: usize) -> Result<Self, Box<dyn Error>> {
        let legal: String = (0..moves).map(|mv| format!("(legal you {mv})\n")).collect();
        let rules = "(role you) (init begin) (<= (next end) (does you ?x)) (<= terminal (true end)) (goal you 100)";
        Self::new("one step".to_owned(), &format!("{legal}{rules}"))
    }

    /// A game of two steps; the goal is `first pick * moves + second pick`.
    pub(crate) fn twice(moves: usize) -> Result<Self, Box<dyn Error>> {
        let legal: String = (0..moves).map(|mv| format!("(legal you {mv})\n")).collect();
        let pairs = (0..moves).flat_map(|first| (0..moves).map(move |second| (first, second)));
        let goal = |(first, second)| {
            let value = first * moves + second;
            format!("(<= (goal you {value}) (true (kept {first})) (true (second {second})))\n")
        };
        let goals: String = pairs.map(goal).collect();
        let rules = "(role you) (init begin)
            (<= (next (first ?x)) (does you ?x) (true begin))
            (<= (next (second ?y)) (does you ?y) (true (first ?x)))
            (<= (next (kept ?x)) (true (first ?x)))
            (<= terminal (true (kept ?x)))";
        Self::new("two steps".to_owned(), &format!("{legal}{goals}{rules}"))
    }

    fn new(name: String, text: &str) -> Result<Self, Box<dyn Error>> {
        let net = nets::compiled(text)?.net;
        let choices = Choices::new(&net);
        let shape = Shape::new(&net, &choices);
        let engine = Cpu::new(net::verify(&net)?, &choices, CpuOptions::default());
        Ok(Self { name, engine, shape, net })
    }

    /// At least so many playouts of up to `max_steps` steps, counted by the joint moves they begin with.
    pub(crate) fn job(&self, playouts: u64, max_steps: u64, seed: u64) -> Job {
        let start = self.net.ports.bases.iter().map(|base| base.init).collect();
        let lanes = LANES.min(playouts.max(1));
        Job { starts: vec![start], lanes, per_lane: playouts.div_ceil(lanes), seed, max_steps, first_moves: true }
    }

    /// For each role the numbers of the moves that are legal at the start.
    pub(crate) fn legal(&self, start: &State) -> Result<Vec<Vec<u32>>, PlayError> {
        let mut core = GateCore::new(self.net.clone());
        let mut legal = State::repeat(false, self.shape.num_moves());
        core.load(start)?;
        core.legal(&mut legal)?;
        let of_role = |moves: &Range<usize>| legal[moves.clone()].iter_ones().filter_map(|mv| u32::try_from(mv).ok());
        Ok(self.shape.moves.iter().map(|moves| of_role(moves).collect()).collect())
    }
}

/// Lanes that play side by side.
pub(crate) const LANES: u64 = 4096;
