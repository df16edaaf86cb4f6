//! `record`: random playouts as a trace.

use crate::args::{EngineName, Record};
use crate::context::Context;
use crate::failure::Failure;
use crate::{output, pipeline};
use gdl2hdl_compiler::syntax::Symbol;
use gdl2hdl_compiler::watch::Watch;
use gdl2hdl_runtime::record::{Job, RecordError, record};
use std::path::Path;

pub(crate) fn run(context: &Context, args: &Record) -> Result<(), Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    let to = args.output.as_deref();
    output::not_the_input(loaded.source.path.as_deref(), to.as_slice())?;
    let mut engine = pipeline::engine(context, &loaded, args.engine, &args.net)?;
    let job = Job {
        game: loaded.source.name.clone(),
        file: loaded.source.path.as_ref().map_or(String::new(), |path| path.display().to_string()),
        playouts: args.playouts,
        max_steps: args.max_steps,
        seed: args.seed,
        percepts: loaded.sheet.rules.iter().any(|rule| rule.head.relation == Symbol::SEES),
    };
    let mut ended = Ok(None);
    output::write(to, |out| match record(&mut *engine, &job, out, &|| context.stopped()) {
        Err(RecordError::Io(error)) => Err(error),
        other => {
            ended = other.map(Some);
            Ok(())
        }
    })?;
    let summary = ended.map_err(|error| not_recorded(context, args, &error))?.unwrap_or_default();
    context.note(&format!(
        "{}: {} states of {} playouts: {} finished, {} cut off, {} stuck",
        loaded.source.shown, summary.states, args.playouts, summary.finished, summary.truncated, summary.stuck
    ));
    Ok(())
}

/// Why the trace is not what was asked for, and what helps.
fn not_recorded(context: &Context, args: &Record, error: &RecordError) -> Failure {
    let RecordError::Deadline { states } = error else { return Failure::unavailable(error.to_string()) };
    let kept = match &args.output {
        Some(path) if path != Path::new("-") => format!("`{}` holds", path.display()),
        _ => "what was written is a sound trace of".to_owned(),
    };
    let faster = if args.engine == EngineName::Interpreter { ", or take a faster engine: --engine ground" } else { "" };
    let cure = format!("or ask for less with --playouts N or --max-steps N{faster}");
    context.late(&format!("{kept} {states} states"), &cure)
}
