//! A game of the folder `games/`, compiled, and engines that play it.

use gdl2hdl::{Compiled, Game, Options, Unobserved};
use gdl2hdl_device::hardware::{Hardware, HardwareOptions, HardwareTools};
use gdl2hdl_gdl::interpret;
use gdl2hdl_play::engine::{self, Codec};
use gdl2hdl_play::playout::{
    Cpu, CpuOptions, GameShape, Job, PlayoutEngine, Reference, Scalar, StartState, Whole, scalar,
};
use gdl2hdl_play::record;
use gdl2hdl_play::trace::{self, TraceReader};
use gdl2hdl_verilate::{Cache, Toolchain};
use std::fs;
use std::path::Path;

pub(crate) struct CompiledGame {
    game: Game,
    pub(crate) compiled: Compiled,
    pub(crate) codec: Codec,
    pub(crate) shape: GameShape,
}

impl CompiledGame {
    pub(crate) fn open(file: &Path) -> Self {
        let game = Game::parse(&fs::read_to_string(file).unwrap()).unwrap();
        let compiled = game.compile(&Options::default(), &Unobserved).unwrap();
        let (codec, shape) = (compiled.codec().unwrap(), compiled.shape());
        Self { game, compiled, codec, shape }
    }

    pub(crate) fn of(name: &str) -> Self {
        Self::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(name))
    }

    pub(crate) fn scalar(&self) -> impl PlayoutEngine + use<> {
        scalar(self.compiled.net(), self.compiled.choices())
    }

    pub(crate) fn cpu(&self, threads: usize) -> impl PlayoutEngine + use<> {
        let options = CpuOptions { threads, ..CpuOptions::default() };
        Cpu::new(self.compiled.net(), self.compiled.choices(), options)
    }

    pub(crate) fn verilator(&self) -> impl PlayoutEngine + use<> {
        let tools =
            HardwareTools { toolchain: Toolchain::find().unwrap(), cache: Cache::find().unwrap().cache, mapping: None };
        Hardware::new(self.compiled.net(), self.compiled.choices(), "compiled_game", tools, HardwareOptions::default())
    }

    pub(crate) fn interpreter(&self) -> impl PlayoutEngine + use<> {
        let engine = engine::interpreter(self.game.sheet(), interpret::InterpreterLimits::default()).unwrap();
        Scalar::new("interpreter", Reference::with(engine, self.codec.clone()), self.shape.clone())
    }

    pub(crate) fn initial(&self) -> StartState {
        StartState::initial(self.compiled.initial())
    }

    /// The states of a playout by the rules, first and last included.
    pub(crate) fn of_a_playout(&self, max_steps: u64) -> Vec<StartState> {
        let job =
            record::Job { game: String::new(), file: String::new(), playouts: 1, max_steps, seed: 11, percepts: false };
        let mut trace = Vec::new();
        let mut engine = engine::interpreter(self.game.sheet(), interpret::InterpreterLimits::default()).unwrap();
        record::record(&mut engine, &job, &mut trace, &|| false).unwrap();
        let start = |facts: Vec<String>| StartState {
            registers: self.codec.encode(&facts).unwrap(),
            whole: Whole::Facts(facts),
        };
        let records = TraceReader::new(&trace[..]).unwrap();
        let facts = records.filter_map(|record| match record.unwrap().state {
            trace::State::Facts(facts) => Some(facts),
            trace::State::Digest(..) => None,
        });
        facts.map(start).collect()
    }

    pub(crate) fn job(&self, lanes: u64, per_lane: u64, max_steps: u64) -> Job {
        Job { starts: vec![self.initial()], lanes, per_lane, slots: 1, seed: 11, max_steps, first_moves: true }
    }
}
