//! A game of the folder `games/`, compiled, and engines that play it.

use gdl2hdl_compiler::ground::{self, Limits};
use gdl2hdl_compiler::interpret;
use gdl2hdl_compiler::net::{self, Verified};
use gdl2hdl_compiler::opt::{self, Level, Optimised};
use gdl2hdl_compiler::playout::Choices;
use gdl2hdl_compiler::propnet;
use gdl2hdl_compiler::syntax::{self, Sheet};
use gdl2hdl_compiler::watch::Unwatched;
use gdl2hdl_runtime::engine::{self, Codec, Layout, SentenceCore};
use gdl2hdl_runtime::playout::{
    Cpu, CpuOptions, Hardware, HardwareOptions, HardwareTools, Job, PlayoutEngine, Scalar, Shape, State, scalar,
};
use gdl2hdl_sim::{Cache, Toolchain};
use std::fs;
use std::path::Path;

pub(crate) struct Arena {
    sheet: Sheet,
    pub(crate) optimised: Optimised,
    pub(crate) codec: Codec,
    pub(crate) choices: Choices,
    pub(crate) shape: Shape,
}

impl Arena {
    pub(crate) fn open(file: &Path) -> Self {
        let sheet = syntax::parse(&fs::read_to_string(file).unwrap(), None).sheet;
        let program = ground::ground(&sheet, &ground::Options::default(), &Unwatched).unwrap().program;
        let propnet = propnet::build(&program, &Limits::default(), &Unwatched).unwrap();
        let optimised = opt::optimise(net::from_propnet(&propnet), Level::O2.into(), &Unwatched).unwrap();
        let codec = Codec::new(Layout::of_ports(&optimised.net.ports, &optimised.dropped)).unwrap();
        let choices = optimised.choices();
        let shape = Shape::new(&optimised.net, &choices);
        Self { sheet, optimised, codec, choices, shape }
    }

    pub(crate) fn of(name: &str) -> Self {
        Self::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(name))
    }

    pub(crate) fn verified(&self) -> Verified<'_> {
        net::verify(&self.optimised.net).unwrap()
    }

    pub(crate) fn scalar(&self) -> impl PlayoutEngine + use<> {
        scalar(self.verified(), &self.choices)
    }

    pub(crate) fn cpu(&self, threads: usize) -> impl PlayoutEngine + use<> {
        Cpu::new(self.verified(), &self.choices, CpuOptions { threads, ..CpuOptions::default() })
    }

    pub(crate) fn verilator(&self) -> impl PlayoutEngine + use<> {
        let tools =
            HardwareTools { toolchain: Toolchain::find().unwrap(), cache: Cache::find().unwrap().cache, mapping: None };
        Hardware::new(self.verified(), &self.choices, "arena", tools, HardwareOptions::default())
    }

    pub(crate) fn interpreter(&self) -> impl PlayoutEngine + use<> {
        let engine = engine::interpreter(&self.sheet, interpret::Limits::default()).unwrap();
        let core = SentenceCore::new(engine, self.codec.layout().clone()).unwrap();
        Scalar::new("interpreter", core, self.shape.clone())
    }

    pub(crate) fn initial(&self) -> State {
        self.optimised.net.ports.bases.iter().map(|base| base.init).collect()
    }

    pub(crate) fn job(&self, lanes: u64, per_lane: u64, max_steps: u64) -> Job {
        Job { starts: vec![self.initial()], lanes, per_lane, places: 1, seed: 11, max_steps, first_moves: true }
    }
}
