//! From a game to engines that play playouts of it, all over the same net.

use crate::args::{self, EngineName, EngineOptions, JobOptions, MAX_STEPS, NetOptions, Player, Sizes, SlotsOption};
use crate::context::Context;
use crate::failure::Failure;
use crate::flags;
use crate::input;
use crate::pipeline::{self, Loaded};
use crate::port;
use crate::starts::{self, Found, Starts};
use crate::unfinished;
use gdl2hdl::{Built, Compiled};
use gdl2hdl_device::bitstream::{
    self, BuildError, BuildRecord, BuildTools, Game, Lengths, Level, ModelTools, Request, build,
};
use gdl2hdl_device::board::{Build, DeviceError, LinkOptions, Simulated, SourceRecord, Transport};
use gdl2hdl_device::hardware::{Board, Hardware, HardwareOptions, HardwareTools};
use gdl2hdl_emit as emit;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_hdl::playout::{Config, Gateware};
use gdl2hdl_play::engine::Codec;
use gdl2hdl_play::playout::{Cpu, CpuOptions, GameShape, Job, PlayoutEngine, Reference, Scalar, StartState, scalar};
use gdl2hdl_simd::{Machine, MachineChoice, SimdError};
use gdl2hdl_verilate::board::{SerialModel, Speed};
use gdl2hdl_verilate::{Family, Toolchain, Yosys};
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

/// Lanes and playouts of each, of which the mean length is taken.
const SAMPLE: (u64, u64) = (512, 32);

/// A compiled game.
pub(crate) struct CompiledGame {
    pub(crate) loaded: Loaded,
    /// Its net, and what is known of the choices: proven once, for all engines.
    pub(crate) compiled: Compiled,
    pub(crate) codec: Codec,
    shape: GameShape,
    options: NetOptions,
    /// What it is played from.
    starts: Vec<StartState>,
}

impl CompiledGame {
    /// Compiles a game for the states that it is played from.
    pub(crate) fn open(
        context: &Context,
        game: &Path,
        options: &NetOptions,
        starts: Starts<'_>,
    ) -> Result<Self, Failure> {
        Self::compile(context, pipeline::load(context, game)?, options, starts)
    }

    /// Compiles the game that lies in the folder of a build, as it was built.
    pub(crate) fn of_build(
        context: &Context,
        folder: &Path,
        source: &SourceRecord,
        starts: Starts<'_>,
    ) -> Result<Self, Failure> {
        let text = input::read_in(folder, &source.file, context.common.max_input)?;
        let loaded = pipeline::load_source(context, text)?;
        Self::compile(context, loaded, &NetOptions::of_build(folder, source), starts)
    }

    fn compile(context: &Context, loaded: Loaded, options: &NetOptions, starts: Starts<'_>) -> Result<Self, Failure> {
        let built = pipeline::build(context, &loaded)?;
        Self::of(context, loaded, built, options, starts)
    }

    /// A game of which the net was built.
    pub(crate) fn of(
        context: &Context,
        loaded: Loaded,
        built: Built,
        options: &NetOptions,
        starts: Starts<'_>,
    ) -> Result<Self, Failure> {
        let Some(source) = starts.read(context, &loaded.source)? else {
            let compiled = pipeline::optimise(context, built, options)?;
            return Self::on_net(loaded, compiled, options);
        };
        if built.of_play() {
            return Err(starts::not_of_play(&source));
        }
        let compiled = pipeline::optimise(context, built.clone(), options)?;
        let compiled_game = Self::on_net(loaded, compiled, options)?;
        match starts::find(&source, &compiled_game.codec, &compiled_game.shape)? {
            Found::States(starts) => Ok(Self { starts, ..compiled_game }),
            Found::Unreachable(error) if starts.fixed_net => Err(starts::refused(&source, &error)),
            Found::Unreachable(error) => {
                if !context.json() {
                    let place = format!("`{}`, line {}", source.shown, error.line);
                    context.note(&format!("note: {place}: {}; the net is compiled for any state", error.reason));
                }
                let compiled = pipeline::optimise(context, built, &options.at_any_state())?;
                let compiled_game = Self::on_net(compiled_game.loaded, compiled, options)?;
                match starts::find(&source, &compiled_game.codec, &compiled_game.shape)? {
                    Found::States(starts) => Ok(Self { starts, ..compiled_game }),
                    Found::Unreachable(error) => Err(starts::refused(&source, &error)),
                }
            }
        }
    }

    /// A game that was compiled, in its initial state.
    fn on_net(loaded: Loaded, compiled: Compiled, options: &NetOptions) -> Result<Self, Failure> {
        let codec = compiled.codec().map_err(|error| Failure::bug(&error.to_string()))?;
        let (shape, starts) = (compiled.shape(), vec![StartState::initial(compiled.initial())]);
        Ok(Self { loaded, compiled, codec, shape, options: options.clone(), starts })
    }

    /// An engine. New engines are added here and in [`Player`].
    pub(crate) fn player(
        &self,
        context: &Context,
        player: Player,
        threads: NonZeroUsize,
        options: &EngineOptions,
        waves: Option<&Path>,
    ) -> Result<Box<dyn PlayoutEngine>, Failure> {
        let (net, choices) = (self.compiled.net(), self.compiled.choices());
        let by_sentences = |name| self.by_sentences(context, name);
        if waves.is_some() && player != Player::Verilator {
            return Err(Failure::usage("waves are those of the simulated engine; write --engine verilator"));
        }
        match player {
            Player::Cpu => {
                let words = options.words;
                let choice = MachineChoice::with(words.backend, words.width, net.net().num_gates());
                choice.check(Machine::detect()).map_err(|error| unfit(&error))?;
                let options = CpuOptions { threads: threads.get(), choice: Some(choice), ..within(context) };
                Ok(Box::new(Cpu::new(net, choices, options)))
            }
            Player::Scalar => Ok(Box::new(scalar(net, choices).within(context.common.max_memory))),
            Player::Interpreter => by_sentences(EngineName::Interpreter),
            Player::Ground => by_sentences(EngineName::Ground),
            Player::Propnet => by_sentences(EngineName::Propnet),
            Player::Verilator => Ok(Box::new(self.hardware(context, options.hardware, None, waves)?)),
            Player::Netlist => {
                let mapping = (Yosys::find().map_err(|error| unavailable(&error))?, options.hardware.family.into());
                Ok(Box::new(self.hardware(context, options.hardware, Some(mapping), None)?))
            }
            Player::Board => {
                let build = Build::read(built(&options.board)?).map_err(|error| flags::unavailable(&error))?;
                let port = port::open(&options.board.uart, Some(&build), None)?;
                Ok(Box::new(self.board(context, &build, "board", port)?))
            }
            Player::VirtualBoard => self.simulated(context, &options.board, "virtual-board", Level::Rtl),
            Player::PlacedNetlist => self.simulated(context, &options.board, "placed-netlist", Level::Netlist),
            Player::Bitstream => self.simulated(context, &options.board, "bitstream", Level::Bitstream),
        }
    }

    /// A built board in simulation.
    fn simulated(
        &self,
        context: &Context,
        options: &args::BoardOptions,
        name: &'static str,
        level: Level,
    ) -> Result<Box<dyn PlayoutEngine>, Failure> {
        let folder = built(options)?;
        let record = bitstream::read(folder).map_err(|error| flags::unavailable(&error))?;
        let mut toolchain = Toolchain::find().map_err(|error| unavailable(&error))?;
        toolchain.limits.time = context.left();
        let cache = context.cache()?;
        let tools = ModelTools { toolchain: &toolchain, cache: &cache, limits: toolchain.limits };
        let (model, speed) = self.model(context, folder, &record, level, &tools)?;
        Ok(Box::new(self.board(context, &record.build, name, Simulated::new(model, speed))?))
    }

    /// The playout engine in Verilog.
    pub(crate) fn gateware_named(
        &self,
        context: &Context,
        name: Option<&str>,
        config: Config,
    ) -> Result<Gateware, Failure> {
        let game = &self.loaded.source.name;
        let gateware = self.compiled.gateware_named(game, name.unwrap_or(game), config, context);
        gateware.map_err(|error| unfinished::no_gateware(&error))
    }

    /// A bitstream for a board.
    pub(crate) fn bitstream(
        &self,
        request: &Request<'_>,
        tools: &BuildTools,
        folder: &Path,
        observer: &dyn Observer,
    ) -> Result<BuildRecord, BuildError> {
        build(self.compiled.net(), self.compiled.choices(), request, tools, folder, observer)
    }

    /// How long playouts are, by some that are played.
    pub(crate) fn lengths(&self, context: &Context, config: Config) -> Result<Lengths, Failure> {
        // What has no limit of its own takes jobs that allow all there can be.
        let longest = || Ok(self.compiled.playable(context)?.longest()?.unwrap_or_default());
        let longest = if config.unlimited { longest().map_err(|error| unfinished::no_gateware(&error))? } else { 0 };
        let max_steps = MAX_STEPS.max(longest).min((1 << config.step_bits) - 1);
        let (lanes, per_lane) = SAMPLE;
        let starts = self.starts.clone();
        let job = Job { starts, lanes, per_lane, slots: 1, seed: 0, max_steps, first_moves: false };
        let options = within(context);
        let mut player = Cpu::new(self.compiled.net(), self.compiled.choices(), options);
        player.prepare(&job, context).map_err(|error| unfinished::not_played(context, &error))?;
        let report = player.play(&job, context).map_err(|error| unfinished::not_played(context, &error))?;
        let all = report.total().all;
        #[allow(clippy::cast_precision_loss)] // far below 2^53
        let mean = all.steps as f64 / all.playouts().max(1) as f64;
        Ok(Lengths { mean, max_steps })
    }

    /// A board that was built from this game.
    pub(crate) fn board<T: Transport>(
        &self,
        context: &Context,
        build: &Build,
        name: &'static str,
        transport: T,
    ) -> Result<Board<T>, Failure> {
        self.check_net(build)?;
        let (net, choices) = (self.compiled.net(), self.compiled.choices());
        let (game, options) = (&self.loaded.source.name, LinkOptions::default());
        let board = Board::open(net, choices, game, build.config, transport, options, context);
        Ok(board.map_err(|error| unfinished::not_playable(&error))?.named(name))
    }

    /// Checks that a build is of this net.
    fn check_net(&self, build: &Build) -> Result<(), Failure> {
        let here = emit::net_hash(self.compiled.net().net());
        if build.net_hash == here {
            return Ok(());
        }
        Err(Failure::usage(DeviceError::Net { build: build.net_hash.clone(), here }.to_string()))
    }

    /// The model of a board that was built from this game.
    pub(crate) fn model(
        &self,
        context: &Context,
        folder: &Path,
        record: &BuildRecord,
        level: Level,
        tools: &ModelTools<'_>,
    ) -> Result<(SerialModel, Speed), Failure> {
        self.check_net(&record.build)?;
        let game = Game { net: self.compiled.net(), choices: self.compiled.choices() };
        let model = bitstream::simulate(folder, record, &game, level, tools, context);
        model.map_err(|error| unfinished::not_simulated(context, &error))
    }

    /// The playout engine in Verilog, simulated.
    fn hardware(
        &self,
        context: &Context,
        options: args::HardwareOptions,
        mapping: Option<(Yosys, Family)>,
        waves: Option<&Path>,
    ) -> Result<Hardware, Failure> {
        let mut toolchain = Toolchain::find().map_err(|error| unavailable(&error))?;
        toolchain.limits.time = context.left();
        let mapping = mapping.map(|(mut yosys, family)| {
            yosys.limits.time = context.left();
            (yosys, family)
        });
        let cache = context.cache()?;
        let options = HardwareOptions { engine: options.config(), waves: waves.map(Path::to_owned) };
        let tools = HardwareTools { toolchain, cache, mapping };
        let (net, choices) = (self.compiled.net(), self.compiled.choices());
        Ok(Hardware::new(net, choices, &self.loaded.source.name, tools, options))
    }

    /// An engine of sentences, seen through the bits of the net.
    fn by_sentences(&self, context: &Context, name: EngineName) -> Result<Box<dyn PlayoutEngine>, Failure> {
        let engine = pipeline::engine(context, &self.loaded, name, &self.options)?;
        let name = engine.name().to_owned();
        let reference = Reference::with(engine, self.codec.clone());
        Ok(Box::new(Scalar::new(&name, reference, self.shape.clone()).within(context.common.max_memory)))
    }

    /// The states that it is played from.
    pub(crate) fn starts(&self) -> &[StartState] {
        &self.starts
    }

    /// The job that the command line asks for.
    pub(crate) fn job(&self, options: &JobOptions, first_moves: bool, board: Option<&Path>) -> Result<Job, Failure> {
        self.job_of(options, None, first_moves, board)
    }

    /// The same, where a board has a job that is usual.
    pub(crate) fn job_of(
        &self,
        options: &JobOptions,
        usual: Option<Sizes>,
        first_moves: bool,
        board: Option<&Path>,
    ) -> Result<Job, Failure> {
        let slots = slots(options.slots, board)?;
        let (seed, Sizes { lanes, per_lane, max_steps }) = (options.seed, options.sizes(usual));
        Ok(Job { starts: self.starts.clone(), lanes, per_lane, slots, seed, max_steps, first_moves })
    }
}

/// Playouts of a lane in flight: what was said, or what the board in this folder has.
pub(crate) fn slots(option: SlotsOption, board: Option<&Path>) -> Result<u32, Failure> {
    match (option.slots, board) {
        (Some(slots), _) => Ok(slots),
        (None, Some(folder)) => Ok(Build::read(folder).map_err(|error| flags::unavailable(&error))?.config.slots),
        (None, None) => Ok(1),
    }
}

/// The folder of a build.
fn built(options: &args::BoardOptions) -> Result<&Path, Failure> {
    let missing = || Failure::usage("what is on the board? give the folder of its build: --board-dir DIR");
    options.board_dir.as_deref().ok_or_else(missing)
}

/// A tool that is not there, or did not do its work; a folder without a build.
fn unavailable(error: &dyn Error) -> Failure {
    Failure::unavailable(error.to_string())
}

/// Why words can't be computed in the way asked for: a backend may be wrong for the words, or for the machine.
fn unfit(error: &SimdError) -> Failure {
    match error {
        SimdError::Narrow { .. } => Failure::usage(error.to_string()),
        _ => Failure::unavailable(error.to_string()),
    }
}

/// One thread for each processor.
pub(crate) fn all_processors() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Options of the CPU engine, with the memory bound of the command line.
fn within(context: &Context) -> CpuOptions {
    CpuOptions { max_bytes: context.common.max_memory, ..CpuOptions::default() }
}
