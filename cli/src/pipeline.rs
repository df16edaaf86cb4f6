//! From a path to a compiled game: calls the stages in order, shows what they say, and takes their times.

use crate::args::{EngineName, NetOptions};
use crate::context::{self, Context, Until};
use crate::failure::{Failure, Status};
use crate::foreign;
use crate::import;
use crate::input::{self, Source};
use crate::unfinished;
use gdl2hdl_emit::{self as emit, Manifest, Module};
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::interpret;
use gdl2hdl_gdl::observer::{Observer, Reason, Stage};
use gdl2hdl_gdl::read::{ReadOptions, read};
use gdl2hdl_gdl::syntax::{self, ParseOptions, Parsed, Sheet};
use gdl2hdl_ground::{self as ground, Grounding, Limits};
use gdl2hdl_net::propnet::{self, PropNet};
use gdl2hdl_net::{self as net, Net, Verified};
use gdl2hdl_opt::{self as opt, Level, OptimiseError, Optimised, Verdict};
use gdl2hdl_runtime::engine::{self, CpuError, Engine, LayoutError, VerilatorError};
use gdl2hdl_sim::{SimError, Toolchain};
use std::path::Path;
use std::time::Duration;

/// A game text that was read.
pub(crate) struct Loaded {
    pub(crate) source: Source,
    pub(crate) sheet: Sheet,
    /// The language it is in.
    pub(crate) language: syntax::Language,
    /// Everything the reader and the checks found.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads and checks a game; findings are kept, not shown.
pub(crate) fn examine(context: &Context, game: &Path) -> Result<Loaded, Failure> {
    examined(context, input::read(game, context.common.max_input)?)
}

fn examined(context: &Context, source: Source) -> Result<Loaded, Failure> {
    if let Some(what) = foreign::told(&source.text) {
        return Err(Failure::usage(format!("`{}` is no game: {what}", source.shown)));
    }
    let max_bytes = usize::try_from(context.common.max_input).unwrap_or(usize::MAX);
    let language = context.common.from.map(Into::into);
    let tolerance = context.common.tolerance();
    let parse = ParseOptions { language, max_bytes, tolerance, ..ParseOptions::default() };
    let (max_history, allow_incomplete) = (context.common.max_history, context.common.allow_incomplete);
    let options = ReadOptions { parse, max_history, allow_incomplete };
    let Parsed { sheet, diagnostics, language } = read(&source.text, &options);
    Ok(Loaded { source, sheet, language, diagnostics })
}

/// Reads and checks a game, shows all findings, and gives it only when it has no errors.
pub(crate) fn load(context: &Context, game: &Path) -> Result<Loaded, Failure> {
    sound(context, examine(context, game)?)
}

/// The same of a text that was read.
pub(crate) fn load_source(context: &Context, source: Source) -> Result<Loaded, Failure> {
    sound(context, examined(context, source)?)
}

fn sound(context: &Context, loaded: Loaded) -> Result<Loaded, Failure> {
    context.show(&loaded.source, &loaded.diagnostics)?;
    Ok(loaded)
}

/// Bounds of all stages, from the options.
pub(crate) fn limits(context: &Context) -> Limits {
    let max_bytes = usize::try_from(context.common.max_memory).unwrap_or(usize::MAX);
    Limits { max_bytes, max_gates: context.common.max_gates, ..Limits::default() }
}

/// Grounds a game.
pub(crate) fn ground(context: &Context, loaded: &Loaded) -> Result<Grounding, Failure> {
    let options = ground::Options { limits: limits(context), ..ground::Options::default() };
    let grounding = ground::ground(&loaded.sheet, &options, context).map_err(|d| refused(context, loaded, *d))?;
    context.show(&loaded.source, &grounding.diagnostics)?;
    Ok(grounding)
}

/// Builds the propnet of a game.
pub(crate) fn propnet(context: &Context, loaded: &Loaded, grounding: &Grounding) -> Result<PropNet, Failure> {
    propnet::build(&grounding.program, &limits(context), context).map_err(|e| refused(context, loaded, e.diagnostic()))
}

/// The net of a propnet, as it was built.
pub(crate) fn net(propnet: &PropNet) -> Net {
    net::from_propnet(propnet)
}

/// Optimises a net; takes another one in its place when the options name one.
pub(crate) fn optimise(context: &Context, net: Net, options: &NetOptions) -> Result<Optimised, Failure> {
    let (level, keep_state, anywhere) = (options.level(), options.keep_state, options.anywhere);
    let how = opt::Options { level, keep_state, anywhere };
    let built = options.prove.then(|| net.clone());
    let optimised = opt::optimise(net, how, context).map_err(|error| match error {
        OptimiseError::Stopped(Reason::Signal) => Failure::unavailable(error.to_string()),
        OptimiseError::Stopped(Reason::Deadline) => {
            let less = if how.level == Level::O3 { "-O2" } else { "-O1" };
            let cure = format!("allow more time with `--deadline SECONDS`, or optimise less with `{less}`");
            Failure::unavailable(format!("{error}: {cure}"))
        }
        OptimiseError::Broken { .. } => bug(&error.to_string()),
    })?;
    if let Some(built) = built {
        proven(context, &built, &optimised)?;
    }
    let net = match (&options.imported, &options.built) {
        (Some(file), _) => import::equal_net(context, file, &optimised.net)?,
        (None, Some((folder, file))) => import::built_net(context, folder, file, &optimised.net)?,
        (None, None) => return Ok(optimised),
    };
    Ok(optimised.with_net(net))
}

/// Whether an optimised net behaves as the one that was built.
pub(crate) fn prove(context: &Context, built: &Net, optimised: &Optimised) -> Verdict {
    opt::prove(built, optimised, context)
}

/// That it does; anything else is a failure.
fn proven(context: &Context, built: &Net, optimised: &Optimised) -> Result<(), Failure> {
    match prove(context, built, optimised) {
        Verdict::Equal(_) => Ok(()),
        Verdict::NotShown(output) => Err(bug(&format!("`{output}` of the optimised net was not shown to be right"))),
        Verdict::Unknown(output) => {
            let cure = "allow more time with `--deadline SECONDS`, or leave out --prove";
            Err(Failure::unavailable(format!("the deadline passed before `{output}` was proven: {cure}")))
        }
    }
}

/// The net of a game as it was built.
pub(crate) struct Built {
    pub(crate) net: Net,
    /// Its facts were found by visiting the states of play: of other states it may say too little.
    pub(crate) of_play: bool,
}

/// Builds the net of a game.
pub(crate) fn build(context: &Context, loaded: &Loaded) -> Result<Built, Failure> {
    let grounding = ground(context, loaded)?;
    let propnet = propnet(context, loaded, &grounding)?;
    let of_play = grounding.program.visited;
    drop(grounding);
    Ok(Built { net: net(&propnet), of_play })
}

/// From a game to the net to use.
pub(crate) fn compile(context: &Context, loaded: &Loaded, options: &NetOptions) -> Result<Optimised, Failure> {
    optimise(context, build(context, loaded)?.net, options)
}

/// The net of a game as it was built until a moment; why there is none then.
pub(crate) fn try_build(context: &Context, loaded: &Loaded, until: Duration) -> Result<Built, Box<Diagnostic>> {
    let observer = Until { context, until };
    let bounds = ground::Options { limits: limits(context), ..ground::Options::default() };
    let grounding = ground::ground(&loaded.sheet, &bounds, &observer)?;
    let propnet = propnet::build(&grounding.program, &limits(context), &observer);
    let propnet = propnet.map_err(|reached| Box::new(reached.diagnostic()))?;
    Ok(Built { net: net(&propnet), of_play: grounding.program.visited })
}

/// A Verilog module and what its bits mean.
pub(crate) struct Emitted {
    pub(crate) module: Module,
    pub(crate) manifest: Manifest,
}

/// Emits a net.
pub(crate) fn emit(name: &str, optimised: &Optimised, options: &NetOptions) -> Result<Emitted, Failure> {
    let verified = check_net(&optimised.net)?;
    let module = emit::verilog(verified, name, options.level().into());
    let manifest = Manifest::new(name, &module.name, verified, optimised, &module.registers);
    Ok(Emitted { module, manifest })
}

/// The verifier: what it refuses is a bug.
pub(crate) fn check_net(net: &Net) -> Result<Verified<'_>, Failure> {
    net::verify(net).map_err(|broken| bug(&broken.to_string()))
}

/// Makes an engine for a game.
pub(crate) fn engine(
    context: &Context,
    loaded: &Loaded,
    name: EngineName,
    options: &NetOptions,
) -> Result<Box<dyn Engine>, Failure> {
    let unsound = |error: LayoutError| bug(&error.to_string());
    match name {
        EngineName::Ground => Ok(Box::new(engine::ground(ground(context, loaded)?.program).map_err(unsound)?)),
        EngineName::Propnet => {
            let grounding = ground(context, loaded)?;
            Ok(Box::new(engine::propnet(propnet(context, loaded, &grounding)?).map_err(unsound)?))
        }
        EngineName::Net => Ok(Box::new(engine::net(compile(context, loaded, options)?).map_err(unsound)?)),
        EngineName::Cpu => {
            let optimised = compile(context, loaded, options)?;
            match engine::cpu(check_net(&optimised.net)?, &optimised.dropped, None) {
                Ok(engine) => Ok(Box::new(engine.assuming(optimised.known))),
                Err(CpuError::Layout(error)) => Err(unsound(error)),
                Err(CpuError::Words(error)) => Err(Failure::unavailable(error.to_string())),
            }
        }
        EngineName::Verilator => verilated(context, loaded, options, None),
        EngineName::Interpreter => {
            let max_bytes = limits(context).max_bytes;
            let limits = interpret::Limits { max_bytes, stop: context.alarm(), ..interpret::Limits::default() };
            let stopped = |error: interpret::InterpretError| unfinished::not_interpreted(context, &error.into());
            Ok(Box::new(engine::interpreter(&loaded.sheet, limits).map_err(stopped)?))
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
    let optimised = compile(context, loaded, options)?;
    let unavailable = |error: SimError| unfinished::not_built(context, &error);
    let mut toolchain = Toolchain::find().map_err(unavailable)?;
    toolchain.limits.time = context.left();
    let cache = context.cache()?;
    let mut emitted = emit(&loaded.source.name, &optimised, options)?;
    let edited = edited.map(|(file, text)| {
        emitted.module.text = text;
        file
    });
    match engine::verilator(&emitted.module, &emitted.manifest, &toolchain, &cache, context) {
        // A signal that came while a model was taken from the cache, or is to come right after it was built.
        Ok(_) if context.stopped() => Err(unavailable(SimError::Stopped { stage: Stage::begin("simulation") })),
        Ok(engine) => Ok(Box::new(engine.assuming(optimised.known))),
        Err(VerilatorError::Layout(error)) => Err(bug(&error.to_string())),
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

/// Shows the diagnostic of a stage that gave up.
pub(crate) fn refused(context: &Context, loaded: &Loaded, diagnostic: Diagnostic) -> Failure {
    let diagnostics = [diagnostic];
    match context.show(&loaded.source, &diagnostics) {
        Err(failure) => failure,
        Ok(()) => Failure::Shown(context::status(&diagnostics).max(Status::Rejected)),
    }
}

/// A defect of the program, not of the game.
pub(crate) fn bug(message: &str) -> Failure {
    Failure::unavailable(format!("a bug: the compiler contradicts itself: {message}; please report it with the game"))
}
