//! `record`: random playouts as a trace.

use crate::args::Record;
use crate::context::Context;
use crate::failure::Failure;
use crate::{output, pipeline};
use gdl2hdl_compiler::ground::Watch;
use gdl2hdl_compiler::syntax::Symbol;
use gdl2hdl_runtime::record::{Job, RecordError, record};

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
    output::write(to, |out| match record(&mut *engine, &job, out, &|| context.expired()) {
        Err(RecordError::Io(error)) => Err(error),
        other => {
            ended = other.map(Some);
            Ok(())
        }
    })?;
    let summary = ended.map_err(|error| Failure::unavailable(error.to_string()))?.unwrap_or_default();
    context.note(&format!(
        "{}: {} states of {} playouts: {} finished, {} cut off, {} stuck",
        loaded.source.shown, summary.states, args.playouts, summary.finished, summary.truncated, summary.stuck
    ));
    Ok(())
}
