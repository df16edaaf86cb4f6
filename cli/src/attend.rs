//! Attends a job and what is built for it: progress on the terminal, the deadline, and Ctrl-C.

use crate::arena;
use crate::context::Context;
use crate::failure::Failure;
use gdl2hdl_compiler::ground::Watch;
use gdl2hdl_runtime::playout::{Control, Job, PlayError, Stage};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Who had too little time is told to allow so many times as much.
const MORE_TIME: u32 = 5;

/// The caller's side of the jobs of one command.
pub(crate) struct Attendant<'a> {
    context: &'a Context,
    interrupted: Arc<AtomicBool>,
    played: AtomicU64,
    total: u64,
}

impl<'a> Attendant<'a> {
    /// Attends the playouts of a job. From now on the first Ctrl-C stops jobs and builds, the second ends the program.
    pub(crate) fn new(context: &'a Context, job: &Job) -> Result<Self, Failure> {
        Ok(Self { context, interrupted: interrupt()?, played: AtomicU64::new(0), total: job.playouts() })
    }

    /// The playouts begin, on the first engine or on another one.
    pub(crate) fn begin(&self) {
        self.played.store(0, Ordering::Relaxed);
        self.context.begin_playouts();
    }

    /// Why a job was not played. Who was stopped in the middle of a build is told what took so long, and what helps.
    pub(crate) fn not_played(&self, error: &PlayError) -> Failure {
        let PlayError::Stopped(stage) = error else { return arena::not_played(error) };
        let reason = self.reason();
        let mut message = format!("stopped {reason} while the model was built ({stage})");
        if !self.is_interrupted() {
            let [now, more] = [1, MORE_TIME].map(|times| self.context.common.deadline.saturating_mul(times));
            let [now, more] = [now, more].map(|time| time.as_secs_f64().ceil());
            message += &format!("; building it is part of the {now} s of --deadline; allow more: --deadline {more}");
        }
        Failure::unavailable(message)
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Why the job was stopped.
    pub(crate) fn reason(&self) -> &'static str {
        if self.is_interrupted() { "by Ctrl-C" } else { "at the deadline" }
    }
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
    interrupted: Arc<AtomicBool>,
}

impl<'a> BuildAttendant<'a> {
    /// From now on the first Ctrl-C stops what is attended, the second ends the program.
    pub(crate) fn new(context: &'a Context) -> Result<Self, Failure> {
        Ok(Self { context, interrupted: interrupt()? })
    }
}

impl gdl2hdl_sim::Watch for BuildAttendant<'_> {
    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
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

/// A flag that is raised by Ctrl-C, and by a polite request to end.
fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    static RAISED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = RAISED.get() {
        return Ok(Arc::clone(flag));
    }
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: a signal that finds the flag raised already ends the program.
        flag::register_conditional_default(signal, Arc::clone(&raised))
            .and_then(|_| flag::register(signal, Arc::clone(&raised)))
            .map_err(|error| Failure::unavailable(format!("Ctrl-C can't be caught: {error}")))?;
    }
    Ok(Arc::clone(RAISED.get_or_init(|| raised)))
}
