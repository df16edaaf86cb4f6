//! Attends a job and what is built for it: progress on the terminal, the deadline, and Ctrl-C.

use crate::arena;
use crate::context::Context;
use crate::failure::Failure;
use crate::signals::Signals;
use gdl2hdl_compiler::ground::Watch;
use gdl2hdl_runtime::bitstream::BuildError;
use gdl2hdl_runtime::playout::{Control, Job, PlayError, Stage};
use gdl2hdl_sim::SimError;
use std::sync::atomic::{AtomicU64, Ordering};

/// Who had too little time is told to allow so many times as much.
const MORE_TIME: u32 = 5;

/// The caller's side of the jobs of one command.
pub(crate) struct Attendant<'a> {
    context: &'a Context,
    signals: Signals,
    played: AtomicU64,
    total: u64,
}

impl<'a> Attendant<'a> {
    /// Attends the playouts of a job. From now on the first Ctrl-C stops jobs and builds, the second ends the program.
    pub(crate) fn new(context: &'a Context, job: &Job) -> Result<Self, Failure> {
        Ok(Self { context, signals: Signals::attend()?, played: AtomicU64::new(0), total: job.playouts() })
    }

    /// The playouts begin, on the first engine or on another one.
    pub(crate) fn begin(&self) {
        self.played.store(0, Ordering::Relaxed);
        self.context.begin_playouts();
    }

    /// Why a job was not played. Who was stopped in the middle of a build is told what took so long, and what helps.
    pub(crate) fn not_played(&self, error: &PlayError) -> Failure {
        match error {
            PlayError::Stopped(stage) => not_built(self.context, *stage, self.is_interrupted()),
            other => arena::not_played(other),
        }
    }

    fn is_interrupted(&self) -> bool {
        self.signals.came()
    }

    /// Why the job was stopped.
    pub(crate) fn reason(&self) -> &'static str {
        reason(self.is_interrupted())
    }
}

/// Why something was stopped.
const fn reason(interrupted: bool) -> &'static str {
    if interrupted { "by a signal" } else { "at the deadline" }
}

/// A model that was not built to its end, and what helps.
fn not_built(context: &Context, stage: Stage, interrupted: bool) -> Failure {
    let mut message = format!("stopped {} while the model was built ({stage})", reason(interrupted));
    if !interrupted {
        let [now, more] = [1, MORE_TIME].map(|times| context.common.deadline.saturating_mul(times));
        let [now, more] = [now, more].map(|time| time.as_secs_f64().ceil());
        message += &format!("; building it is part of the {now} s of --deadline; allow more: --deadline {more}");
    }
    Failure::unavailable(message)
}

impl Control for Attendant<'_> {
    fn stopped(&self) -> bool {
        self.is_interrupted() || self.context.expired()
    }

    fn played(&self, playouts: u64) {
        let played = self.played.fetch_add(playouts, Ordering::Relaxed) + playouts;
        self.context.progress("playouts", played, self.total);
    }

    fn stage(&self, stage: Stage) {
        self.context.stage(stage);
    }
}

/// The caller's side of a build, or of what runs until Ctrl-C.
pub(crate) struct BuildAttendant<'a> {
    context: &'a Context,
    signals: Signals,
    /// Whether the command's deadline is for the build as well.
    deadline: bool,
}

impl<'a> BuildAttendant<'a> {
    /// From now on the first Ctrl-C stops what is attended, the second ends the program.
    pub(crate) fn new(context: &'a Context) -> Result<Self, Failure> {
        Ok(Self { context, signals: Signals::attend()?, deadline: false })
    }

    /// The same for a build that is a part of something with a deadline.
    pub(crate) fn within_deadline(context: &'a Context) -> Result<Self, Failure> {
        Ok(Self { context, signals: Signals::attend()?, deadline: true })
    }

    /// Why a model was not built.
    pub(crate) fn not_built(&self, error: &SimError) -> Failure {
        match error {
            SimError::Stopped { stage } => not_built(self.context, *stage, self.signals.came()),
            other => Failure::unavailable(other.to_string()),
        }
    }

    /// Why a built board is not simulated.
    pub(crate) fn not_simulated(&self, error: &BuildError) -> Failure {
        match error {
            BuildError::Tool { error: error @ SimError::Stopped { .. }, .. } => self.not_built(error),
            other => Failure::unavailable(other.to_string()),
        }
    }
}

impl gdl2hdl_sim::Watch for BuildAttendant<'_> {
    fn stopped(&self) -> bool {
        self.signals.came() || (self.deadline && self.context.expired())
    }

    fn stage(&self, stage: Stage) {
        self.context.stage(stage);
    }

    fn found(&self, what: &str) {
        if !self.context.json() {
            self.context.note(what);
        }
    }
}
