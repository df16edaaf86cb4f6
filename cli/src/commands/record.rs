//! `record`: random playouts as a trace.

use crate::args::{EngineName, Record};
use crate::context::Context;
use crate::failure::Failure;
use crate::flags::{told, unavailable};
use crate::output::{self, Keep};
use crate::pipeline::{self, Loaded};
use gdl2hdl_device::bench::BenchError;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::syntax::Symbol;
use gdl2hdl_play::record::{Job, RecordError, Summary, record};
use gdl2hdl_verilate::files::shown;
use std::path::Path;

pub(crate) fn run(context: &Context, args: &Record) -> Result<(), Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    let to = args.output.as_deref();
    output::not_the_input(loaded.source.path.as_deref(), to.as_slice())?;
    // A trace has whole states.
    let mut engine = pipeline::engine(context, &loaded, args.engine, &args.net.whole())?;
    let job = job(&loaded, args.playouts, args.max_steps, args.seed);
    let mut ended = Ok(None);
    output::write_if(to, |out| {
        ended = match record(&mut *engine, &job, out, &|| context.stopped()) {
            Err(RecordError::Io(error)) => return Err(error),
            other => other.map(Some),
        };
        Ok(kept(&ended))
    })?;
    let summary = ended.map_err(|error| not_recorded(context, args, &error))?.unwrap_or_default();
    context.note(&format!(
        "{}: {} states of {} playouts: {} finished, {} cut off, {} stuck",
        loaded.source.shown, summary.states, args.playouts, summary.finished, summary.truncated, summary.stuck
    ));
    Ok(())
}

/// What to record of a game.
pub(super) fn job(loaded: &Loaded, playouts: u64, max_steps: u64, seed: u64) -> Job {
    Job {
        game: loaded.source.name.clone(),
        file: loaded.source.path.as_ref().map_or(String::new(), |path| path.display().to_string()),
        playouts,
        max_steps,
        seed,
        percepts: loaded.game.sheet().rules.iter().any(|rule| rule.head.relation == Symbol::SEES),
    }
}

/// Whether there is a trace: a shorter one than was asked for is one as well, one without states is none.
fn kept(ended: &Result<Option<Summary>, RecordError>) -> Keep {
    match ended {
        Ok(_) => Keep::Yes,
        Err(RecordError::Deadline { states }) if *states > 0 => Keep::Yes,
        Err(_) => Keep::No,
    }
}

/// Why the trace is not what was asked for, and what helps.
fn not_recorded(context: &Context, args: &Record, error: &RecordError) -> Failure {
    let file = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let RecordError::Deadline { states } = error else {
        let unchanged = file.map_or_else(String::new, |path| format!("; `{}` was not written", shown(path)));
        return Failure::unavailable(format!("{}{unchanged}", told(error)));
    };
    let kept = match file {
        Some(path) if *states == 0 => format!("`{}` was not written:", shown(path)),
        Some(path) => format!("`{}` holds", shown(path)),
        None => "what was written is a sound trace of".to_owned(),
    };
    context.late(&format!("{kept} {states} states"), &less(args.engine))
}

/// What helps where there was no time.
fn less(engine: EngineName) -> String {
    let faster = if engine == EngineName::Interpreter { ", or take a faster engine: --engine ground" } else { "" };
    format!("or ask for less with --playouts N or --max-steps N{faster}")
}

/// Why there is no bench.
pub(super) fn not_benched(context: &Context, engine: EngineName, error: &BenchError) -> Failure {
    match error {
        BenchError::Record(RecordError::Deadline { states }) => {
            context.late(&format!("nothing was written: {states} states were recorded"), &less(engine))
        }
        BenchError::Record(error) => unavailable(error),
        BenchError::TooLong { .. } => Failure::usage(error.to_string()),
    }
}
