//! Games whose picks are tested.

use clap::ValueEnum;
use gdl2hdl::Compiled;
use gdl2hdl_device::hardware::{Hardware, HardwareOptions, HardwareTools};
use gdl2hdl_play::engine::{BitCore, GateCore};
use gdl2hdl_play::playout::{Cpu, CpuOptions, GameShape, Job, PlayError, PlayoutEngine, StartState, State};
use gdl2hdl_tests::nets;
use gdl2hdl_verilate::{Cache, Toolchain};
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// A compiled game and an engine for it.
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) engine: Box<dyn PlayoutEngine>,
    pub(crate) shape: GameShape,
    compiled: Compiled,
}

/// What plays.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The fast engine
    Cpu,
    /// The playout engine in Verilog, simulated
    Verilator,
}

impl Subject {
    /// A game from a file.
    pub(crate) fn open(kind: Kind, file: &Path) -> Result<Self, Box<dyn Error>> {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self::new(kind, name, &fs::read_to_string(file)?)
    }

    /// A game of one step, whatever is picked.
    pub(crate) fn once(kind: Kind, moves: usize) -> Result<Self, Box<dyn Error>> {
        let legal: String = (0..moves).map(|mv| format!("(legal you {mv})\n")).collect();
        let rules = "(role you) (init begin) (<= (next end) (does you ?x)) (<= terminal (true end)) (goal you 100)";
        Self::new(kind, "one step".to_owned(), &format!("{legal}{rules}"))
    }

    /// A game of two steps; the goal is `first pick * moves + second pick`.
    pub(crate) fn twice(kind: Kind, moves: usize) -> Result<Self, Box<dyn Error>> {
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
        Self::new(kind, "two steps".to_owned(), &format!("{legal}{goals}{rules}"))
    }

    fn new(kind: Kind, name: String, text: &str) -> Result<Self, Box<dyn Error>> {
        let compiled = nets::compiled(text)?;
        let (net, choices, shape) = (compiled.net(), compiled.choices(), compiled.shape());
        let engine: Box<dyn PlayoutEngine> = match kind {
            Kind::Cpu => Box::new(Cpu::new(net, choices, CpuOptions::default())),
            Kind::Verilator => {
                let tools = HardwareTools { toolchain: Toolchain::find()?, cache: Cache::find()?.cache, mapping: None };
                Box::new(Hardware::new(net, choices, &name, tools, HardwareOptions::default()))
            }
        };
        Ok(Self { name, engine, shape, compiled })
    }

    /// At least so many playouts of up to `max_steps` steps, counted by the joint moves they begin with.
    pub(crate) fn job(&self, playouts: u64, max_steps: u64, seed: u64) -> Job {
        let lanes = LANES.min(playouts.max(1));
        Job {
            starts: vec![StartState::initial(self.compiled.initial())],
            lanes,
            per_lane: playouts.div_ceil(lanes),
            slots: 1,
            seed,
            max_steps,
            first_moves: true,
        }
    }

    /// For each role the numbers of the moves that are legal at the start.
    pub(crate) fn legal(&self, start: &State) -> Result<Vec<Vec<u32>>, PlayError> {
        let mut core = GateCore::new(self.compiled.net().net().clone());
        let mut legal = State::repeat(false, self.shape.num_moves());
        core.load(start)?;
        core.legal(&mut legal)?;
        let of_role = |moves: &Range<usize>| legal[moves.clone()].iter_ones().filter_map(|mv| u32::try_from(mv).ok());
        Ok(self.shape.moves.iter().map(|moves| of_role(moves).collect()).collect())
    }
}

/// Lanes that play side by side.
pub(crate) const LANES: u64 = 4096;
