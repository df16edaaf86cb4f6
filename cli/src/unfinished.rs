//! Why work was not done to its end, and what helps.

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::flags::{help_after, told, unavailable};
use gdl2hdl_device::bitstream::BuildError;
use gdl2hdl_device::board::DeviceError;
use gdl2hdl_device::hardware::HardwareError;
use gdl2hdl_gdl::observer::{Observer, Reason, Stage, Stopped};
use gdl2hdl_hdl::playout::GatewareError;
use gdl2hdl_play::engine::EngineError;
use gdl2hdl_play::playout::PlayError;
use gdl2hdl_verilate::SimError;

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
        PlayError::Stopped(stage) => stopped(context, "engine", *stage),
        PlayError::Engine(error) if error.is_out_of_time() => not_interpreted(context, error),
        other => match HardwareError::of(other) {
            Some(HardwareError::Board(DeviceError::Stopped)) if context.reason() == Some(Reason::Signal) => {
                Failure::unavailable("stopped by a signal before the board had answered")
            }
            _ => not_playable(other),
        },
    }
}

/// Why a job can't be played, whoever observed it: the job's fault is a usage error, rules that say what the net can't is a
/// difference.
pub(crate) fn not_playable(error: &PlayError) -> Failure {
    match error {
        PlayError::Engine(error) if error.is_of_the_net() => Failure::Message(
            Status::Differ,
            format!("the rules and the net differ: {error}; please report it with the game"),
        ),
        PlayError::Job(_) | PlayError::FirstMoves(_) | PlayError::Records | PlayError::Unreachable { .. } => {
            Failure::usage(told(error))
        }
        _ => HardwareError::of(error).map_or_else(|| unavailable(error), not_in_hardware),
    }
}

/// Why an engine in hardware can't play a job.
fn not_in_hardware(error: &HardwareError) -> Failure {
    match error {
        HardwareError::FirstMoveBits { .. }
        | HardwareError::Limit { .. }
        | HardwareError::Board(DeviceError::FirstMoves | DeviceError::Number { .. } | DeviceError::Steps) => {
            Failure::usage(told(error))
        }
        HardwareError::Gateware(error) if !matches!(error, GatewareError::Config(_)) => no_gateware(error),
        _ => unavailable(error),
    }
}

/// Why there is no playout engine in Verilog.
pub(crate) fn no_gateware(error: &GatewareError) -> Failure {
    match error {
        GatewareError::Config(_) => Failure::usage(told(error)),
        GatewareError::Stopped(Reason::Signal) => Failure::unavailable(error.to_string()),
        GatewareError::Stopped(reason @ Reason::Deadline) => {
            Failure::unavailable(format!("{error}: {}", help_after(*reason)))
        }
        GatewareError::Broken { .. } | GatewareError::Stages(_) => Failure::bug(&error.to_string()),
    }
}

/// Work that has nothing to show for itself was stopped: what was worked at, and what helps.
pub(crate) fn stopped_while(Stopped(reason): Stopped, what: &str) -> Failure {
    let help = match reason {
        Reason::Signal => "",
        Reason::Deadline => "; allow more time with `--deadline SECONDS`",
    };
    Failure::unavailable(format!("stopped {} while {what}{help}", by(reason)))
}

/// Why an engine of the rules gave no answer.
pub(crate) fn not_interpreted(context: &Context, error: &EngineError) -> Failure {
    if !error.is_out_of_time() {
        return unavailable(error);
    }
    let help = match context.reason() {
        Some(Reason::Signal) => "",
        _ => "; allow more time with --deadline SECONDS",
    };
    Failure::unavailable(format!("stopped {} while the interpreter worked out a state{help}", by_whom(context)))
}

/// Why a model was not built.
pub(crate) fn not_built(context: &Context, error: &SimError) -> Failure {
    match error {
        SimError::Stopped { stage } => stopped(context, "model", *stage),
        other => Failure::unavailable(other.to_string()),
    }
}

/// Why a built board is not simulated.
pub(crate) fn not_simulated(context: &Context, error: &BuildError) -> Failure {
    match error {
        BuildError::Tool { error: error @ SimError::Stopped { .. }, .. } => not_built(context, error),
        other => unavailable(other),
    }
}

/// An engine, or a model, that was not built to its end.
fn stopped(context: &Context, what: &str, stage: Stage) -> Failure {
    let mut message = format!("stopped {} while the {what} was built ({stage})", by_whom(context));
    if context.reason() != Some(Reason::Signal) {
        let [now, more] = [1, MORE_TIME].map(|times| context.deadline().saturating_mul(times));
        let [now, more] = [now, more].map(|time| time.as_secs_f64().ceil());
        message += &format!("; building it is part of the {now} s of --deadline; allow more: --deadline {more}");
    }
    Failure::unavailable(message)
}
