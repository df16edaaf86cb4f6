//! From a path to a compiled game: calls the stages in order, shows what they say, and takes their times.

use crate::args::{EngineName, NetOptions};
use crate::context::{self, Context};
use crate::failure::{Failure, Status};
use crate::foreign;
use crate::import;
use crate::input::{self, Source};
use crate::unfinished::{self, stopped_while};
use gdl2hdl::{Built, Compiled, Error, Game, GroundGame, Options, WorkUnits};
use gdl2hdl_device::verilated::{self, VerilatorError};
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::interpret::{InterpretError, InterpreterLimits};
use gdl2hdl_gdl::observer::{Earlier, Observer, Stage};
use gdl2hdl_gdl::read::ReadOptions;
use gdl2hdl_gdl::syntax::ParseOptions;
use gdl2hdl_ground::Limits;
use gdl2hdl_net::propnet::PropNet;
use gdl2hdl_opt::{OptimiseError, ProofVerdict};
use gdl2hdl_play::engine::{self, CpuError, Engine, GroundEngineError, LayoutError};
use gdl2hdl_simd::SimdError;
use gdl2hdl_verilate::{SimError, Toolchain};
use std::path::Path;
use std::time::Duration;

/// A game text that was read, whatever the checks say of it.
pub(crate) struct Examined {
    pub(crate) source: Source,
    /// The game, or why it is none.
    game: Result<Game, Error>,
}

impl Examined {
    /// Everything the reader and the checks found.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        match &self.game {
            Ok(game) => game.diagnostics(),
            Err(error) => error.diagnostics(),
        }
    }

    /// Shows all diagnostics, and gives the game only when it has no errors.
    pub(crate) fn sound(self, context: &Context) -> Result<Loaded, Failure> {
        let Self { source, game } = self;
        let game = game.map_err(|error| refused(context, &source, error.diagnostics()))?;
        context.show(&source, game.diagnostics())?;
        Ok(Loaded { source, game })
    }
}

/// A game that was read and checked.
pub(crate) struct Loaded {
    pub(crate) source: Source,
    pub(crate) game: Game,
}

/// Reads and checks a game; diagnostics are kept, not shown.
pub(crate) fn examine(context: &Context, game: &Path) -> Result<Examined, Failure> {
    examined(context, input::read(game, context.common.max_input)?)
}

fn examined(context: &Context, source: Source) -> Result<Examined, Failure> {
    if let Some(what) = foreign::told(&source.text) {
        return Err(Failure::usage(format!("`{}` is no game: {what}", source.shown)));
    }
    let max_bytes = usize::try_from(context.common.max_input).unwrap_or(usize::MAX);
    let language = context.common.from.map(Into::into);
    let tolerance = context.common.tolerance();
    let parse = ParseOptions { language, max_bytes, tolerance, ..ParseOptions::default() };
    let (max_history, allow_incomplete) = (context.common.max_history, context.common.allow_incomplete);
    let game = Game::parse_with(&source.text, &ReadOptions { parse, max_history, allow_incomplete });
    Ok(Examined { source, game })
}

/// Reads and checks a game, shows all diagnostics, and gives it only when it has no errors.
pub(crate) fn load(context: &Context, game: &Path) -> Result<Loaded, Failure> {
    examine(context, game)?.sound(context)
}

/// The same of a text that was read.
pub(crate) fn load_source(context: &Context, source: Source) -> Result<Loaded, Failure> {
    examined(context, source)?.sound(context)
}

/// Bounds of all stages, from the options.
pub(crate) fn limits(context: &Context) -> Limits {
    let max_bytes = usize::try_from(context.common.max_memory).unwrap_or(usize::MAX);
    Limits { max_bytes, max_gates: context.common.max_gates, ..Limits::default() }
}

/// Bounds of the rules interpreter, from the options.
pub(crate) fn interpreter_limits(context: &Context) -> InterpreterLimits {
    let max_bytes = limits(context).max_bytes;
    InterpreterLimits { max_bytes, stop: context.alarm(), ..InterpreterLimits::default() }
}

/// How nets are made, from the options.
pub(crate) fn compile_options(context: &Context, options: &NetOptions) -> Options {
    let NetOptions { work, keep_state, anywhere, .. } = *options;
    let made = Options::default().limits(limits(context)).level(options.level());
    let made = made.keep_state(keep_state).any_state(anywhere);
    match work {
        Some(milliseconds) => made.work(WorkUnits::milliseconds(milliseconds)),
        None => made,
    }
}

/// Grounds a game.
pub(crate) fn ground(context: &Context, loaded: &Loaded) -> Result<GroundGame, Failure> {
    let ground = loaded.game.ground(&Options::default().limits(limits(context)), context);
    let ground = ground.map_err(|error| refused(context, &loaded.source, error.diagnostics()))?;
    context.show(&loaded.source, ground.diagnostics())?;
    Ok(ground)
}

/// Builds the propnet of a game.
pub(crate) fn propnet(context: &Context, loaded: &Loaded, ground: &GroundGame) -> Result<PropNet, Failure> {
    ground.propnet(context).map_err(|error| refused(context, &loaded.source, error.diagnostics()))
}

/// Builds the net of a game.
pub(crate) fn build(context: &Context, loaded: &Loaded) -> Result<Built, Failure> {
    let built = ground(context, loaded)?.net(context);
    built.map_err(|error| refused(context, &loaded.source, error.diagnostics()))
}

/// The net of a game as it was built until a moment; why there is none then.
pub(crate) fn try_build(context: &Context, loaded: &Loaded, until: Duration) -> Result<Built, Error> {
    loaded.game.net(&Options::default().limits(limits(context)), &Earlier::until(context, until))
}

/// Optimises a net; takes another one in its place when the options name one.
pub(crate) fn optimise(context: &Context, built: Built, options: &NetOptions) -> Result<Compiled, Failure> {
    let before = options.prove.then(|| built.net().clone());
    let compiled = built.optimise(&compile_options(context, options), context);
    let compiled = compiled.map_err(|error| not_optimised(&error))?;
    let skipped = &compiled.optimised().skipped;
    if !skipped.is_empty() {
        context.note(&format!(
            "note: the net is right, and larger than it need be: the deadline left too little time for {}; allow more time \
             with `--deadline SECONDS`, or ask for less work with `--work UNITS`",
            skipped.join(", ")
        ));
    }
    if let Some(before) = before {
        proven(&compiled.prove(&before, context))?;
    }
    let reference = &compiled.optimised().net;
    let net = match (&options.imported, &options.built) {
        (Some(file), _) => import::equal_net(context, file, reference)?,
        (None, Some((folder, file))) => import::built_net(context, folder, file, reference)?,
        (None, None) => return Ok(compiled),
    };
    compiled.with_net(net).map_err(|error| Failure::bug(&error.to_string()))
}

/// Why a net was not optimised.
fn not_optimised(error: &Error) -> Failure {
    match error {
        Error::Optimise(OptimiseError::Stopped(_)) => Failure::unavailable(error.to_string()),
        broken => Failure::bug(&broken.to_string()),
    }
}

/// That the optimised net behaves as the one that was built; anything else is a failure.
fn proven(verdict: &ProofVerdict) -> Result<(), Failure> {
    match verdict {
        ProofVerdict::Equal(_) => Ok(()),
        ProofVerdict::NotShown(output) => {
            Err(Failure::bug(&format!("`{output}` of the optimised net was not shown to be right")))
        }
        ProofVerdict::Unknown(output) => {
            let help = "allow more time with `--deadline SECONDS`, or leave out --prove";
            Err(Failure::unavailable(format!("the deadline passed before `{output}` was proven: {help}")))
        }
    }
}

/// From a game to the net to use.
pub(crate) fn compile(context: &Context, loaded: &Loaded, options: &NetOptions) -> Result<Compiled, Failure> {
    optimise(context, build(context, loaded)?, options)
}

/// Makes an engine for a game.
pub(crate) fn engine(
    context: &Context,
    loaded: &Loaded,
    name: EngineName,
    options: &NetOptions,
) -> Result<Box<dyn Engine>, Failure> {
    let unsound = |error: LayoutError| Failure::bug(&error.to_string());
    match name {
        EngineName::Ground => {
            let program = ground(context, loaded)?.into_program();
            match engine::ground_observed(program, context) {
                Ok(engine) => Ok(Box::new(engine)),
                Err(GroundEngineError::Layout(error)) => Err(unsound(error)),
                Err(GroundEngineError::Stopped(stopped)) => Err(stopped_while(stopped, "the engine was built")),
            }
        }
        EngineName::Propnet => {
            let ground = ground(context, loaded)?;
            Ok(Box::new(engine::propnet(propnet(context, loaded, &ground)?).map_err(unsound)?))
        }
        EngineName::Net => {
            let optimised = compile(context, loaded, options)?.into_optimised();
            Ok(Box::new(engine::net(optimised).map_err(unsound)?))
        }
        EngineName::Cpu => {
            let compiled = compile(context, loaded, options)?;
            match engine::cpu_observed(compiled.net(), &compiled.optimised().dropped, None, context) {
                Ok(engine) => Ok(Box::new(engine.assuming(compiled.into_optimised().known))),
                Err(CpuError::Layout(error)) => Err(unsound(error)),
                Err(CpuError::Simd(SimdError::Stopped(stopped))) => Err(stopped_while(stopped, "the engine was built")),
                Err(CpuError::Simd(error)) => Err(Failure::unavailable(error.to_string())),
            }
        }
        EngineName::Verilator => verilated(context, loaded, options, None),
        EngineName::Interpreter => {
            let stopped = |error: InterpretError| unfinished::not_interpreted(context, &error.into());
            let limits = interpreter_limits(context);
            Ok(Box::new(engine::interpreter(loaded.game.sheet(), limits).map_err(stopped)?))
        }
    }
}

/// Verilog of the user in place of the emitted one, simulated.
pub(crate) fn edited(
    context: &Context,
    loaded: &Loaded,
    options: &NetOptions,
    verilog: &Path,
) -> Result<Box<dyn Engine>, Failure> {
    let shown = input::shown(verilog);
    let text = String::from_utf8(input::bytes(verilog, context.common.max_input)?);
    let text = text.map_err(|_| Failure::usage(format!("`{shown}` is no Verilog: it is not UTF-8")))?;
    verilated(context, loaded, options, Some((&shown, text)))
}

/// The emitted Verilog, or a text in its place with the name of its file, simulated.
fn verilated(
    context: &Context,
    loaded: &Loaded,
    options: &NetOptions,
    edited: Option<(&str, String)>,
) -> Result<Box<dyn Engine>, Failure> {
    let compiled = compile(context, loaded, options)?;
    let unavailable = |error: SimError| unfinished::not_built(context, &error);
    let mut toolchain = Toolchain::find().map_err(unavailable)?;
    toolchain.limits.time = context.left();
    let cache = context.cache()?;
    let emitted = compiled.verilog_observed(&loaded.source.name, context);
    let mut emitted = emitted.map_err(|stopped| stopped_while(stopped, "the Verilog was written"))?;
    let edited = edited.map(|(file, text)| {
        emitted.module.text = text;
        file
    });
    match verilated::verilator(&emitted.module, &emitted.manifest, &toolchain, &cache, context) {
        // A signal that came while a model was taken from the cache, or is to come right after it was built.
        Ok(_) if context.stopped() => Err(unavailable(SimError::Stopped { stage: Stage::begin("simulation") })),
        Ok(engine) => Ok(Box::new(engine.assuming(compiled.into_optimised().known))),
        Err(VerilatorError::Layout(error)) => Err(Failure::bug(&error.to_string())),
        Err(VerilatorError::Sim(error @ (SimError::PortMismatch { .. } | SimError::ToolFailed { .. }))) => match edited
        {
            Some(file) => {
                let module = &emitted.module.name;
                Err(Failure::usage(format!(
                    "`{file}` can't take the place of the emitted module: {error}\nit must hold module `{module}` with the \
                     ports that `gdl2hdl GAME -o FILE.v` writes for the same -O and --keep-state (hdl/INTERFACE.md)"
                )))
            }
            None => Err(unavailable(error)),
        },
        Err(VerilatorError::Sim(error)) => Err(unavailable(error)),
    }
}

/// Shows why a stage gave up.
pub(crate) fn refused(context: &Context, source: &Source, diagnostics: &[Diagnostic]) -> Failure {
    match context.show(source, diagnostics) {
        Err(failure) => failure,
        Ok(()) => Failure::Shown(context::status(diagnostics).max(Status::Rejected)),
    }
}
