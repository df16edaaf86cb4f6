//! Why work was not done to its end, and what helps.

use crate::arena;
use crate::context::Context;
use crate::failure::Failure;
use gdl2hdl_compiler::watch::{Reason, Stage, Watch};
use gdl2hdl_runtime::bitstream::BuildError;
use gdl2hdl_runtime::playout::PlayError;
use gdl2hdl_sim::SimError;

/// Who had too little time is told to allow so many times as much.
const MORE_TIME: u32 = 5;

/// What stopped it.
pub(crate) const fn by(reason: Reason) -> &'static str {
    match reason {
        Reason::Signal => "by a signal",
        Reason::Deadline => "at the deadline",
    }
}

/// What stopped the work of a command that was stopped.
pub(crate) fn by_whom(context: &Context) -> &'static str {
    by(context.reason().unwrap_or(Reason::Deadline))
}

/// Why a job was not played. Who was stopped in the middle of a build is told what took so long, and what helps.
pub(crate) fn not_played(context: &Context, error: &PlayError) -> Failure {
    match error {
        PlayError::Stopped(stage) => stopped(context, *stage),
        other => arena::not_played(other),
    }
}

/// Why a model was not built.
pub(crate) fn not_built(context: &Context, error: &SimError) -> Failure {
    match error {
        SimError::Stopped { stage } => stopped(context, *stage),
        other => Failure::unavailable(other.to_string()),
    }
}

/// Why a built board is not simulated.
pub(crate) fn not_simulated(context: &Context, error: &BuildError) -> Failure {
    match error {
        BuildError::Tool { error: error @ SimError::Stopped { .. }, .. } => not_built(context, error),
        other => Failure::unavailable(other.to_string()),
    }
}

/// A model that was not built to its end.
fn stopped(context: &Context, stage: Stage) -> Failure {
    let mut message = format!("stopped {} while the model was built ({stage})", by_whom(context));
    if context.reason() != Some(Reason::Signal) {
        let [now, more] = [1, MORE_TIME].map(|times| context.deadline().saturating_mul(times));
        let [now, more] = [now, more].map(|time| time.as_secs_f64().ceil());
        message += &format!("; building it is part of the {now} s of --deadline; allow more: --deadline {more}");
    }
    Failure::unavailable(message)
}
