//! `requirements`: what a good game must meet.

use crate::args::{EngineName, NetOptions, Requirements};
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::output;
use crate::pipeline::{self, Loaded};
use crate::report::{Required, requirements};
use crate::unfinished::stopped_while;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_play::engine::{Codec, EngineError};
use gdl2hdl_play::requirements::{Outcome, RequirementVerdict, RequirementsError, Timer, Unconfirmed, check, confirm};
use gdl2hdl_simd::SimdError;

/// Parts of the time that is left which the visit of all states may take; the rest is for playouts and checks.
const SHARE: (u32, u32) = (3, 5);

pub(crate) fn run(context: &Context, args: &Requirements) -> Result<(), Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    let compiled = pipeline::compile(context, &loaded, &args.net)?;
    let codec = Codec::new(compiled.layout()).map_err(|error| Failure::bug(&error.to_string()))?;
    let visits_end = context.elapsed() + context.left() * SHARE.0 / SHARE.1;
    // Lines are checked after all else, by the slow interpreter.
    let all_end = visits_end + context.left() / SHARE.1;
    let clock = Timer {
        visited: &|| context.elapsed() >= visits_end || context.stopped(),
        over: &|| context.elapsed() >= all_end || context.stopped(),
        observer: context,
    };
    let options = args.options(context.common.max_memory);
    let report = check(compiled.net(), &options, &clock).map_err(|error| match error {
        RequirementsError::Simd(SimdError::Stopped(stopped)) => stopped_while(stopped, "the net was made a program"),
        RequirementsError::Simd(error) => Failure::unavailable(error.to_string()),
        RequirementsError::Engine(error) => Failure::bug(&error.to_string()),
    })?;
    context.finish();
    let confirmed = confirmed(context, &loaded, &args.net, &codec, &report.outcomes)?;
    let required: Vec<bool> = report.outcomes.iter().map(|f| args.requires(f.requirement, &report.roles)).collect();
    let result = Required { game: &loaded.source.name, report: &report, required: &required, confirmed: &confirmed };
    let text = if context.json() { format!("{}\n", requirements::json(&result)) } else { requirements::text(&result) };
    output::show_or_json(&text, context.json())?;
    let has = |verdict| report.outcomes.iter().zip(&required).any(|(f, &required)| required && f.verdict == verdict);
    if has(RequirementVerdict::Fails) {
        return Err(Failure::Shown(Status::Rejected));
    }
    if has(RequirementVerdict::Undecided) {
        context
            .note("not all could be decided: allow more with `--max-states N`, `--playouts N` or `--deadline SECONDS`");
        return Err(Failure::Shown(Status::Unavailable));
    }
    Ok(())
}

/// Which lines the interpreter of the rules plays as they are; `None` where there is no line, or no time. That it does
/// not agree is a bug.
fn confirmed(
    context: &Context,
    loaded: &Loaded,
    net: &NetOptions,
    codec: &Codec,
    outcomes: &[Outcome],
) -> Result<Vec<Option<bool>>, Failure> {
    let mut engine = match pipeline::engine(context, loaded, EngineName::Interpreter, net) {
        Err(_) if context.stopped() => return Ok(vec![None; outcomes.len()]),
        engine => engine?,
    };
    let mut confirmed = Vec::new();
    for outcome in outcomes {
        let checked =
            outcome.line.as_ref().filter(|_| !context.stopped()).map(|line| confirm(&mut *engine, codec, line));
        confirmed.push(match checked {
            None => None,
            Some(Ok(())) => Some(true),
            Some(Err(Unconfirmed::Engine(EngineError::Interpreter(_)))) => None,
            Some(Err(other)) => {
                let name = outcome.requirement.name();
                return Err(Failure::bug(&format!("{name}: the rules do not confirm the moves: {other}")));
            }
        });
    }
    Ok(confirmed)
}
